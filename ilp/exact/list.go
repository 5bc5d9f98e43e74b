package exact

import (
	"context"
	"fmt"
	"slices"

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
	// Best is the best schedule known on the grid, in seconds. Bound is a proven lower bound on the
	// objectives of all of them. Possible is the number of starts before prices ruled any out.
	Best            optgap.Schedule
	Bound, Possible int64

	scaled *grid.Scaled
	groups [][]int // by kind: indices of the step's jobs
}

// List plans a step on a grid, takes the price steps of the first two stages, and lists the
// starts that are left: at most so many, or grid.ErrTooLarge is reported. Limits of the
// options do not count, so that the same options always list the same starts. Where the
// context ends, its error is reported. The listing then has no problem, but what else is
// known. So it has with grid.ErrTooLarge.
func List(ctx context.Context, step *optgap.Step, c grid.Choice, o Options, most int) (*Listing, error) {
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
	s := newSolver(ctx, scaled.Step, o, clock{func() float64 { return 0 }, engine.Watched}, sol)
	s.improve(o.Evaluations, o.Seed, 1)
	s.share()
	s.tree.refine(s.whole)
	s.problem.Sum(s.whole.dual.Timeline.End())
	a, value := s.tree.price(s.whole, o.Steps*stages[1].steps)
	l := &Listing{scaled: scaled, groups: s.groups, Best: scaled.Seconds(s.schedule()), Possible: sol.Effort.Starts}
	l.Bound = scaled.Objective(s.constant + min(s.whole.bound, s.tree.incumbent.upper))
	if a == nil || s.tree.late() {
		return l, fmt.Errorf("listing starts: %w", context.Cause(ctx))
	}
	a.Problem.Listable = most
	left := a.Finish(value, s.tree.incumbent.upper+1)
	switch {
	case s.tree.late():
		return l, fmt.Errorf("listing starts: %w", context.Cause(ctx))
	case !left:
		return l, fmt.Errorf("exact: no start is left for a schedule as good as the best one known")
	}
	for i := range a.Problem.Kinds {
		if a.Problem.Kinds[i].Starts == nil {
			return l, fmt.Errorf("more than %d starts: %w", most, grid.ErrTooLarge)
		}
	}
	l.Problem.Offset = scaled.Objective(s.constant)
	for _, seg := range a.Problem.Free {
		l.Problem.Free = append(l.Problem.Free, program.Level{Time: seg.Time, Free: seg.Free})
	}
	for i := range a.Problem.Kinds {
		k := &a.Problem.Kinds[i]
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

// Listed returns the number of starts of the problem.
func (l *Listing) Listed() int64 {
	n := 0
	for i := range l.Problem.Kinds {
		n += len(l.Problem.Kinds[i].Starts)
	}
	return int64(n)
}

// Counts returns how many jobs start at each start, by kind. s has starts on the grid, in
// seconds. ok is false where one is not listed.
func (l *Listing) Counts(s optgap.Schedule) (counts [][]int64, ok bool) {
	for i, k := range l.Problem.Kinds {
		counts = append(counts, make([]int64, len(k.Starts)))
		for _, job := range l.groups[i] {
			j, found := slices.BinarySearch(k.Starts, s[job]/l.scaled.Scale)
			if !found || s[job]%l.scaled.Scale != 0 {
				return nil, false
			}
			counts[i][j]++
		}
	}
	return counts, true
}
