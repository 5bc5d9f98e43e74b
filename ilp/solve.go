package ilp

import (
	"context"
	"errors"

	"github.com/optgap/optgap/ilp/exact"
	"github.com/optgap/optgap/ilp/grid"
)

// Solution is a schedule at one second and a bound on the grid, with the reason why Solve ended.
type Solution struct {
	exact.GridSolution
	Warnings []string // for the reader of the solution
}

// Solve solves the program of a step on a grid, and compacts the schedule to one second:
//
//	grid.Open(step) -> Problem.Scale(choice) -> Solve
//	StatementEngine:  package exact lists starts, hands HiGHS their program, and searches where that does not end soon
//	StatementLiteral: all starts are listed, and HiGHS gets their program
//
// An option out of its range is an *optgap.FieldError. Any other error means that the run itself failed; limits are
// statuses.
func Solve(ctx context.Context, scaled *grid.Scaled, o Options) (*Solution, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if o = o.withDefaults(); o.Statement == StatementLiteral {
		return literal(ctx, scaled, o)
	}
	return engine(ctx, scaled, o)
}

// literal hands HiGHS the program as printed. Where that is too large for a limit, the answer is what is known
// without it.
func literal(ctx context.Context, scaled *grid.Scaled, o Options) (*Solution, error) {
	r := newRun(scaled, o)
	r.report()
	if o.TimeLimit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, r.begin.Add(o.TimeLimit))
		defer cancel()
	}
	p, err := o.list(scaled, r.begin)
	if err == nil {
		r.raise(p.Least())
		r.sol.Effort.Starts, r.sol.Effort.Listed = int64(p.Size()), int64(p.Size())
		err = r.hand(ctx, p)
	}
	if e, ok := errors.AsType[*tooLarge](err); ok {
		r.sol.EndedBy, err = e.by, nil
	}
	if err != nil {
		return nil, err
	}
	return r.compacted(), nil
}

// engine leaves the work to package exact. That hands HiGHS the program of the starts that prices leave as soon as
// they are few. Where HiGHS does not end it soon, it goes on with better prices, searches and split windows.
func engine(ctx context.Context, scaled *grid.Scaled, o Options) (*Solution, error) {
	search := exact.Options{Limits: o.Limits, Programs: o.Formulation}
	if o.Report != nil {
		search.Report = func(sol exact.GridSolution) { o.Report(Solution{GridSolution: sol}) }
	}
	sol, err := exact.SolveOnGrid(ctx, scaled, search)
	if err != nil {
		return nil, err
	}
	return &Solution{GridSolution: *sol}, nil
}
