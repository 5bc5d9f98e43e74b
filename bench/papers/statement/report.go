package statement

import (
	"context"
	"errors"

	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/run/harness"
)

// A Run says how the experiment of a paper runs. All but Watch may be zero.
type Run struct {
	Workers int    // pieces of work side by side; 0: 1
	Folder  string // keeps results, and an interrupted run goes on there; "": they are not kept
	Version string // of the program
	Wide    bool   // the report has all tables
	Drawn   bool   // the figures of the report are drawn
	harness.Watch
}

// Reported returns the report of a run that has ended with an error, where something was measured:
// of one without an error, or that was interrupted. There is none else.
func Reported(
	ctx context.Context,
	measured int,
	err error,
	report func() (*Report, error),
) (*Report, error) {
	if measured == 0 || err != nil && ctx.Err() == nil {
		return nil, err
	}
	r, failed := report()
	return r, errors.Join(err, failed)
}

// A Report is what the experiment of a paper found, as it is printed and drawn.
type Report struct {
	Lead    string        // the first lines, which count the verdicts
	Tables  []table.Table // the ledger first
	Lines   []any         // of JSON: what was measured, then the statements
	Rows    table.Table   // what was measured, for programs
	Figures figure.Set    // by their names
}

// NewReport returns the report of groups of statements and of what was measured: its lines of JSON,
// its rows and its figures.
func NewReport(
	groups []Group,
	measured []any,
	rows table.Table,
	figures figure.Set,
) *Report {
	r := &Report{Lead: Lead(groups), Lines: measured, Rows: rows, Figures: figures}
	for _, g := range groups {
		r.Lines = append(r.Lines, lists.Anys(g.Statements)...)
	}
	return r
}

// Line returns a line of a figure: what is known of estimates at each x, with their intervals where
// it is ranged.
func Line(name, of string, xs []float64, ranged bool, at func(i int) Estimate) figure.Line {
	l := figure.Line{Name: name, Of: of}
	for i, x := range xs {
		e := at(i)
		if !e.known {
			continue
		}
		at := figure.Point{X: x, Y: e.Value}
		if ranged {
			at.Range = &confidence.Interval{Low: e.Low, High: e.High}
		}
		l.Points = append(l.Points, at)
	}
	return l
}
