package ilp

import (
	"context"
	"errors"

	"github.com/optgap/optgap/ilp/exact"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/program"
)

// Statement names how much of the program is left to HiGHS. All statements have the same
// optimum.
type Statement string

const (
	StatementLiteral Statement = "literal" // as printed: a variable for each job and slot
	StatementEngine  Statement = "engine"  // starts that prices leave, with searches and parts beside the program
)

// Statements returns all statements, the largest program first.
func Statements() []Statement {
	return []Statement{StatementLiteral, StatementEngine}
}

// literal lists every start at which a job fits by itself. Each job has variables of its own, as in the
// paper's program as it is printed.
func (r *run) literal() (*program.Problem, error) {
	most, by := r.o.listable(r.begin)
	p, err := program.List(r.scaled, program.Options{Apart: true, Most: most})
	if errors.Is(err, grid.ErrTooLarge) {
		return nil, &tooLarge{by, err}
	}
	if err != nil {
		return nil, err
	}
	r.raise(p.Least())
	r.sol.Effort.Starts, r.sol.Effort.Listed = int64(p.Size()), int64(p.Size())
	return p, nil
}

// listed lists of these starts only those that prices leave. No limit ends it but that of memory.
func (r *run) listed() (*program.Problem, error) {
	most, _ := Options{Limits: exact.Limits{Memory: r.o.Memory}}.listable(r.begin)
	l, err := exact.List(context.Background(), r.scaled, r.o.search(), int(most))
	return l.Problem, err
}

// engine begins with these starts. It hands HiGHS their program as soon as they are few, and where HiGHS does
// not end it soon, it goes on with better prices, searches and split windows.
func (r *run) engine(ctx context.Context) (*Solution, error) {
	search := r.o.search()
	search.Programs = r.o.Formulation
	if r.o.Report != nil {
		search.Report = func(sol exact.GridSolution) { r.o.Report(Solution{GridSolution: sol}) }
	}
	sol, err := exact.SolveOnGrid(ctx, r.scaled, search)
	if err != nil {
		return nil, err
	}
	return &Solution{GridSolution: *sol}, nil
}

// search returns the options of package exact.
func (o Options) search() exact.Options {
	return exact.Options{Limits: o.Limits, Evaluations: o.Evaluations}
}
