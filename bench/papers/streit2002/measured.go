package streit2002

import (
	"iter"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/trace/analysis"
	"github.com/optgap/optgap/bench/trace/swf"
)

// Measured is what was measured of the experiment on one trace.
type Measured struct {
	Experiment
	Name  string             // of the trace
	Trace *analysis.Analysis // nil: not analysed
	Set   *analysis.Analysis // of the jobs drawn from it; nil: none were drawn
	Runs  []sweep.Run        // of [Experiment.Settings]
}

// Report is what an experiment shows.
type Report struct {
	Tables     []table.Table            // Tables 2 to 6
	Figures    map[string]figure.Figure // Figures 1 to 8 by name, such as "figure-2"; 2 to 8 only with factors
	Statements []statement.Statement
	Readings   []statement.Reading
}

// NewReport returns tables, figures and statements about traces, which are one or more.
// It is an error if a run of the tables is missing. The figures show what there is.
// Paper sets without a trace are columns that are not measured.
func NewReport(measured []Measured) (*Report, error) {
	columns, err := columnsOf(measured)
	if err != nil {
		return nil, err
	}
	sets := []table.Table{table2Table(columns), table3Table(columns)}
	decisions := []table.Table{table5(columns), table6(columns)}
	r := &Report{
		Tables:  slices.Concat(sets, table4s(columns), decisions),
		Figures: figures(measured), Readings: readings(),
	}
	for _, m := range measured {
		r.Statements = append(r.Statements, statement.Named("streit2002", m.Name, statements(&m))...)
	}
	return r, nil
}

// column is a job set of the paper, of a trace, or of both.
type column struct {
	published *Published  // nil: none
	measured  *Measured   // nil: not measured
	runs      []sweep.Run // of [Experiment.combinations] at factor 1; nil: not measured
}

// columnsOf returns the paper's sets in their order, each beside the trace that it was
// drawn from if that is there, and then the other traces.
func columnsOf(measured []Measured) ([]column, error) {
	var columns []column
	add := func(p *Published, m *Measured) error {
		c := column{published: p, measured: m}
		var err error
		if m != nil {
			c.runs, err = m.TableRuns()
		}
		columns = append(columns, c)
		return err
	}
	for _, p := range published {
		found := false
		for i := range measured {
			if own := measured[i].Published; own != nil && own.Key == p.Key {
				found = true
				if err := add(own, &measured[i]); err != nil {
					return nil, err
				}
			}
		}
		if !found {
			if err := add(&p, nil); err != nil {
				return nil, err
			}
		}
	}
	for i := range measured {
		if measured[i].Published == nil {
			if err := add(nil, &measured[i]); err != nil {
				return nil, err
			}
		}
	}
	return columns, nil
}

// head is the name of the column: the paper's for the set, and that of the trace.
func (c column) head() string {
	const width = 12
	var lines []string
	if c.published != nil {
		lines = append(lines, c.published.Name)
	}
	if c.measured != nil && c.published == nil {
		lines = append(lines, broken(c.measured.Name, width)...)
	}
	return joined(lines)
}

// Records yields jobs as the lines of a trace, for package analysis.
func Records(jobs []optgap.TraceJob) iter.Seq2[swf.Record, error] {
	return func(yield func(swf.Record, error) bool) {
		for _, j := range jobs {
			if !yield(swf.FromJob(j), nil) {
				return
			}
		}
	}
}
