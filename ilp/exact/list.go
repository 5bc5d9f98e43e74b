package exact

import (
	"context"
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/engine"
	"github.com/optgap/optgap/ilp/internal/program"
)

// Listing is the time-indexed problem of a step on a grid. It has the starts that schedules
// at least as good as the best one known can use. Times are in slots, objectives and costs
// those on the grid.
type Listing struct {
	Problem *program.Problem
	// Best is the best schedule known. Bound is a proven lower bound on the objectives of all
	// of them. Possible is the number of starts before prices ruled any out.
	Best            optgap.Schedule
	Bound, Possible int64
}

// List plans a step on a grid, takes the price steps of the first two stages, and lists the
// starts that are left: at most so many, or grid.ErrTooLarge is reported. Limits of the
// options do not count, so that the same options always list the same starts. Where the
// context ends, its error is reported. The listing then has no problem, but what else is
// known. So it has with grid.ErrTooLarge.
func List(ctx context.Context, scaled *grid.Scaled, o Options, most int) (*Listing, error) {
	o = o.withDefaults(len(scaled.Step.Jobs))
	o.TimeLimit, o.NodeLimit, o.Memory = 0, 0, 0
	sol := &Solution{Schedule: scaled.Best}
	s := newSolver(ctx, scaled.Step, o, clock{used: func() float64 { return 0 }, every: engine.Watched}, sol)
	s.improve(o.Evaluations, o.Seed, 1)
	s.share()
	s.tree.refine(s.whole)
	s.problem.Sum(s.whole.dual.Timeline.End())
	a, value := s.tree.price(s.whole, o.steps*stages[1].steps)
	l := &Listing{Best: s.schedule(), Possible: sol.Effort.Starts}
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
	case a.Problem.Listed() == 0:
		return l, fmt.Errorf("more than %d starts: %w", most, grid.ErrTooLarge)
	}
	l.Problem = listed(a.Problem, func(k *engine.Kind, start int64) int64 { return k.Weight * start * scaled.Scale })
	l.Problem.Offset = scaled.Objective(s.constant)
	for i, jobs := range s.groups {
		l.Problem.Kinds[i].ID, l.Problem.Kinds[i].Jobs = scaled.Step.Jobs[jobs[0]].ID, jobs
	}
	return l, nil
}
