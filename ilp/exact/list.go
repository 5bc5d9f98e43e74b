package exact

import (
	"context"
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/engine"
	"github.com/optgap/optgap/ilp/internal/program"
)

// Listing is the time-indexed problem of a step on a grid. It has the starts that schedules
// at least as good as the best one known can use. Times are in slots, costs in
// processor-seconds.
type Listing struct {
	Problem program.Problem
	scaled  *grid.Scaled
	groups  [][]int // by kind: indices of the step's jobs
}

// mostListed is the largest number of starts of a Listing.
const mostListed = grid.MaxStarts

// List plans a step on a grid, takes the price steps of the first two stages, and lists the
// starts that are left. Limits of the options do not count, so that the same options
// always list the same starts.
func List(step *optgap.Step, c grid.Choice, o Options) (*Listing, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	scaled, err := grid.Scale(step, c)
	if err != nil {
		return nil, err
	}
	o = o.withDefaults(len(step.Jobs))
	o.TimeLimit, o.NodeLimit, o.Memory = 0, 0, 0
	sol := &Solution{Schedule: heuristics.BestPlan(scaled.Step)}
	s := newSolver(context.Background(), scaled.Step, o, clock{func() float64 { return 0 }, engine.Watched}, sol)
	s.improve(o.Evaluations, o.Seed, 1)
	s.share()
	s.tree.refine(s.whole)
	s.problem.Sum(s.whole.dual.Timeline.End())
	a, value := s.tree.price(s.whole, o.Steps*stages[1].steps)
	a.Problem.Listable = mostListed
	if !a.Finish(value, s.tree.incumbent.upper+1) {
		return nil, fmt.Errorf("exact: no start is left for a schedule as good as the best one known")
	}
	l := &Listing{scaled: scaled, groups: s.groups}
	l.Problem.Offset = scaled.Objective(s.constant)
	for _, seg := range a.Problem.Free {
		l.Problem.Free = append(l.Problem.Free, program.Level{Time: seg.Time, Free: seg.Free})
	}
	for i := range a.Problem.Kinds {
		k := &a.Problem.Kinds[i]
		if k.Starts == nil {
			return nil, fmt.Errorf("more than %d starts: %w", mostListed, grid.ErrTooLarge)
		}
		costs := make([]int64, len(k.Starts))
		for j, start := range k.Starts {
			costs[j] = k.Weight * start * scaled.Scale
		}
		l.Problem.Kinds = append(l.Problem.Kinds, program.Kind{
			ID: step.Jobs[s.groups[i][0]].ID, Width: k.Width, Duration: k.Duration, Count: k.Count,
			Starts: k.Starts, Costs: costs,
		})
	}
	return l, nil
}

// Schedule returns the starts, in seconds, of so many jobs by kind and start.
func (l *Listing) Schedule(counts [][]int64) optgap.Schedule {
	s := make(optgap.Schedule, len(l.scaled.Step.Jobs))
	for i, byStart := range counts {
		next := 0
		for j, n := range byStart {
			for range n {
				s[l.groups[i][next]] = l.Problem.Kinds[i].Starts[j]
				next++
			}
		}
	}
	return l.scaled.Seconds(s)
}
