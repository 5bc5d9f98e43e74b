package ilp

import (
	"context"

	"github.com/optgap/optgap/ilp/exact"
	"github.com/optgap/optgap/ilp/grid"
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
