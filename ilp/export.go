package ilp

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/exact"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/mip"
	"github.com/optgap/optgap/ilp/internal/program"
	"github.com/optgap/optgap/timescale"
)

// Write writes the program of a step on a grid in a format: "mps" (free) or "lp" (CPLEX's). Columns
// are called x_<job id>_<slot> or z_<job id>_<slot>; docs/programs.md explains them and the rows.
func Write(w io.Writer, format string, scaled *grid.Scaled, o Options) error {
	g, err := named(scaled, o)
	if err != nil {
		return err
	}
	return g.Model.Write(w, mip.FileFormat(format))
}

// ReadSolution reads a solver's solution of the program that Write writes for the
// same problem and options: a list of columns and values, as SCIP, Gurobi and MIPLIB write it, or HiGHS's raw or sparse
// style. ReadSolution returns the solution's schedule at one second,
// after compaction, and its objective on the grid.
//
// Errors begin with the name of the file, and the line where one is wrong. A file
// without a solution, a column that the program does not have, and a solution that is
// not feasible are errors.
func ReadSolution(
	scaled *grid.Scaled,
	o Options,
	r io.Reader,
	file string,
) (optgap.Schedule, int64, error) {
	g, err := named(scaled, o)
	if err != nil {
		return nil, 0, err
	}
	x, err := g.Model.ReadSolution(r, file)
	if err != nil {
		return nil, 0, err
	}
	onGrid := scaled.Seconds(g.Schedule(x))
	if err := onGrid.Check(scaled.Of); err != nil {
		return nil, 0, fmt.Errorf("%s: %w", file, err)
	}
	return timescale.Compact(scaled.Of, onGrid), onGrid.Objective(scaled.Of), nil
}

// named returns the program, whose columns and rows have names.
func named(scaled *grid.Scaled, o Options) (*program.Program, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	o = o.withDefaults()
	p, err := o.list(scaled)
	if err != nil {
		return nil, err
	}
	g := program.New(p, o.Formulation)
	g.Name()
	return g, nil
}

// list lists the starts of the program of a statement. StatementEngine has only those that prices
// leave. No limit ends that but the one of memory.
func (o Options) list(scaled *grid.Scaled) (*program.Problem, error) {
	if o.Statement != StatementLiteral {
		o.TimeLimit = 0
	}
	most, _ := o.listable(time.Now())
	if o.Statement == StatementLiteral {
		return listAll(scaled, most)
	}
	p, _, err := exact.List(
		context.Background(),
		scaled,
		exact.Options{Limits: o.Limits},
		int(most),
	)
	return p, err
}
