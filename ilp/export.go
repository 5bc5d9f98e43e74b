package ilp

import (
	"context"
	"fmt"
	"io"

	"github.com/optgap/optgap"
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
// x_<job id>_<slot> or z_<job id>_<slot>.
func Write(w io.Writer, format FileFormat, step *optgap.Step, o Options) error {
	g, err := written(step, o)
	if err != nil {
		return err
	}
	return g.Model.Write(w, format)
}

// ReadSolution reads a solution of the program that Write writes for the same
// step and options, in the .sol form of MIPLIB (a name and a value on each
// line), and returns its schedule at one second, after compaction, and its
// objective on the grid. A solution that is not feasible is an error.
func ReadSolution(step *optgap.Step, o Options, r io.Reader) (optgap.Schedule, int64, error) {
	g, err := written(step, o)
	if err != nil {
		return nil, 0, err
	}
	values, err := mip.ReadSolution(r)
	if err != nil {
		return nil, 0, err
	}
	x := make([]float64, g.Model.Columns())
	columns := make(map[string]int, len(x))
	for k, name := range g.Model.ColumnNames {
		columns[name] = k
	}
	for name, v := range values {
		k, ok := columns[name]
		if !ok {
			return nil, 0, &optgap.FieldError{Field: "solution", Found: fmt.Sprintf("column %q", name), Expected: "a column of the step's program"}
		}
		x[k] = v
	}
	if v := g.Model.Violation(x); !(v <= mip.FeasibilityTolerance) {
		return nil, 0, &optgap.FieldError{Field: "solution", Found: fmt.Sprintf("a constraint violated by %g", v), Expected: "a feasible solution"}
	}
	onGrid := g.Schedule(x)
	if err := onGrid.Check(step); err != nil {
		return nil, 0, err
	}
	return timescale.Compact(step, onGrid), onGrid.Objective(step), nil
}

// written returns the program of the step.
func written(step *optgap.Step, o Options) (*program.Program, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	o = o.withDefaults()
	s := survey(step, o)
	p, _, err := s.problem(context.Background(), o)
	if err != nil {
		return nil, err
	}
	return program.New(p, o.Formulation)
}
