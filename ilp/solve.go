package ilp

import (
	"context"
	"errors"
	"time"

	"github.com/optgap/optgap/ilp/exact"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/program"
)

// Solution is a schedule at one second and a bound on the grid, with the reason why Solve ended.
type Solution = exact.GridSolution

// Solve solves the program of a step on a grid, and compacts the schedule to one second:
//
//	grid.Open(step) -> Problem.Scale(choice) -> Solve
//	StatementEngine:  package exact lists starts, hands HiGHS their program, and searches where that does not end soon
//	StatementLiteral: all starts are listed, and HiGHS gets their program
//
// An option out of its range is an *optgap.FieldError. Any other error means that the run itself
// failed; limits are statuses.
func Solve(ctx context.Context, scaled *grid.Scaled, o Options) (*Solution, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	o = o.withDefaults()
	if o.Statement == StatementLiteral {
		return literal(ctx, scaled, o)
	}
	return exact.SolveOnGrid(
		ctx,
		scaled,
		exact.Options{Limits: o.Limits, Programs: o.Formulation, Report: o.Report},
	)
}

// literal hands HiGHS the program as printed. Where that is too large for a limit, the answer is
// what is known without it.
func literal(ctx context.Context, scaled *grid.Scaled, o Options) (*Solution, error) {
	r := newRun(scaled, o)
	r.report()
	if o.TimeLimit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, r.begin.Add(o.TimeLimit))
		defer cancel()
	}
	p, err := o.listAll(scaled, r.begin)
	if err == nil {
		r.raise(p.Least())
		r.sol.Effort.Starts, r.sol.Effort.Listed = int64(p.Size()), int64(p.Size())
		err = r.hand(ctx, p)
	}
	if e, ok := errors.AsType[*tooLarge](err); ok {
		r.sol.EndedBy = e.by
		err = nil
	}
	if err != nil {
		return nil, err
	}
	return r.compacted(), nil
}

// listAll lists every start at which a job fits by itself. Each job has variables of its own, as in
// the paper's program as it is printed. begin is the beginning of all work. A problem that is too
// large for a limit is a *tooLarge error.
func (o Options) listAll(scaled *grid.Scaled, begin time.Time) (*program.Problem, error) {
	most, by := o.listable(begin)
	p, err := program.List(scaled, program.Options{Apart: true, Most: most})
	if errors.Is(err, grid.ErrTooLarge) {
		err = &tooLarge{by, err}
	}
	return p, err
}
