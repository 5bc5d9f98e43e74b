package ilp

import (
	"fmt"
	"io"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/mip"
	"github.com/optgap/optgap/ilp/internal/program"
	"github.com/optgap/optgap/timescale"
)

// FileFormat is a format of files that hold a program.
type FileFormat = mip.FileFormat

const (
	FormatMPS = mip.MPS // free format
	FormatLP  = mip.LP  // CPLEX's format
)

// Write writes the step's program as FormatMPS or FormatLP. Columns are called
// x_<job id>_<slot> or z_<job id>_<slot>; docs/programs.md explains them and the rows.
func Write(w io.Writer, format FileFormat, step *optgap.Step, o Options) error {
	g, _, err := named(step, o)
	if err != nil {
		return err
	}
	return g.Model.Write(w, format)
}

// ReadSolution reads a solver's solution of the program that Write writes for the
// same step and options: a list of columns and values, as SCIP, Gurobi and MIPLIB write it, or HiGHS's raw or sparse
// style. ReadSolution returns the solution's schedule at one second,
// after compaction, and its objective on the grid.
//
// Errors begin with the name of the file, and the line where one is wrong. A file
// without a solution, a column that the program does not have, and a solution that is
// not feasible are errors.
func ReadSolution(step *optgap.Step, o Options, r io.Reader, file string) (optgap.Schedule, int64, error) {
	g, scaled, err := named(step, o)
	if err != nil {
		return nil, 0, err
	}
	x, err := g.Model.ReadSolution(r, file)
	if err != nil {
		return nil, 0, err
	}
	onGrid := scaled.Seconds(g.Schedule(x))
	if err := onGrid.Check(step); err != nil {
		return nil, 0, fmt.Errorf("%s: %w", file, err)
	}
	return timescale.Compact(step, onGrid), onGrid.Objective(step), nil
}

// named returns the program of the step, whose columns and rows have names, and the step in
// slots.
func named(step *optgap.Step, o Options) (*program.Program, *grid.Scaled, error) {
	r, err := open(step, o)
	if err != nil {
		return nil, nil, err
	}
	list := r.listed
	if r.o.Statement == StatementLiteral {
		list = r.literal
	}
	p, err := list()
	if err != nil {
		return nil, nil, err
	}
	g, err := program.New(p, r.o.Formulation)
	if err != nil {
		return nil, nil, err
	}
	g.Name()
	return g, r.scaled, nil
}
