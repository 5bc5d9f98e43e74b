package exact

import (
	"context"
	"fmt"

	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/engine"
	"github.com/optgap/optgap/ilp/internal/program"
)

// List begins the search of a problem on a grid, takes the price steps of the first two stages, and
// lists the starts that schedules at least as good as the best one known can use: at most so many,
// or grid.ErrTooLarge is reported. Times are in slots, objectives and costs those on the grid.
// bound is a proven lower bound on the objectives, also where there is an error. Limits of the
// options do not count, so that the same options always list the same starts. Where the context
// ends, its error is reported.
func List(
	ctx context.Context,
	scaled *grid.Scaled,
	o Options,
	most int,
) (p *program.Problem, bound int64, err error) {
	o.TimeLimit = 0
	o.NodeLimit = 0
	o.Memory = 0
	s := newSolver(ctx, &scaled.Problem, o, untimed)
	s.improve(s.o.Evaluations, s.o.Seed, 1)
	s.share()
	s.tree.refine(s.whole)
	s.problem.Sum(s.whole.dual.Timeline.End())
	a, value := s.tree.price(s.whole, s.o.steps*stages[1].steps)
	bound = scaled.Objective(s.constant + min(s.whole.bound, s.tree.incumbent.upper))
	left := false
	if a != nil && !s.tree.late() {
		a.Problem.Listable = most
		left = a.Finish(value, s.tree.incumbent.upper+1)
	}
	switch {
	case a == nil || s.tree.late():
		return nil, bound, fmt.Errorf("listing starts: %w", context.Cause(ctx))
	case !left:
		return nil, bound, fmt.Errorf(
			"exact: no start is left for a schedule as good as the best one known",
		)
	case a.Problem.Listed() == 0:
		return nil, bound, fmt.Errorf("more than %d starts: %w", most, grid.ErrTooLarge)
	}
	p = listed(
		a.Problem,
		func(k *engine.Kind, start int64) int64 { return k.Weight * start * scaled.Scale },
	)
	p.Offset = scaled.Objective(s.constant)
	for i, jobs := range s.groups {
		p.Kinds[i].ID = scaled.Step.Jobs[jobs[0]].ID
		p.Kinds[i].Jobs = jobs
	}
	return p, bound, nil
}
