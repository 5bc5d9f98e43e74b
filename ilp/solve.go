package ilp

import (
	"context"
	"errors"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/exact"
)

// Solution is a schedule at one second and a bound on the grid, with the reason why Solve ended.
type Solution struct {
	exact.GridSolution
	Warnings []string // for the reader of the solution
}

// Solve chooses a grid, lists the starts of the program on it, hands the program to HiGHS, and compacts the
// schedule to one second. StatementEngine leaves all of that to the search of package exact. A step that is not
// valid or has no job is an *optgap.FieldError, and so is an option out of its range. Any other error means that
// the run itself failed; limits are statuses.
func Solve(ctx context.Context, step *optgap.Step, o Options) (*Solution, error) {
	r, err := open(step, o)
	if err != nil {
		return nil, err
	}
	if r.o.Statement == StatementEngine {
		return r.engine(ctx)
	}
	r.report()
	if o.TimeLimit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, r.begin.Add(o.TimeLimit))
		defer cancel()
	}
	p, err := r.literal()
	if err == nil {
		err = r.hand(ctx, p)
	}
	if e, ok := errors.AsType[*tooLarge](err); ok {
		r.sol.EndedBy, err = e.by, nil // the answer is what is known without the program
	}
	if err != nil {
		return nil, err
	}
	return r.compacted(), nil
}
