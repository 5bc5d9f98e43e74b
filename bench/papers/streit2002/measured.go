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

// A Measured holds the measurements of an experiment on one trace.
type Measured struct {
	Experiment
	Name  string             // name of the trace
	Trace *analysis.Analysis // nil: not analysed
	Set   *analysis.Analysis // of the drawn jobs; nil: none were drawn
	Runs  []sweep.Run        // runs of [Experiment.Settings]
}

// Basis says how many of the replays there are.
func (m *Measured) Basis() statement.Basis {
	return statement.Basis{Done: len(m.Runs), Planned: len(m.Experiment.Settings()), Thing: "replay"}
}

// A Report holds the tables, figures and statements of an experiment.
type Report struct {
	Tables     []table.Table            // Tables 2 to 6
	Figures    map[string]figure.Figure // Figures 1 to 8 by name, such as "figure-2"; 2 to 8 only with factors
	Statements []statement.Statement
	Readings   []statement.Reading
}

// NewReport returns the report about one or more traces. It is an error if a run for the
// tables is missing. The figures show the runs that exist. A set of the paper without a
// trace is a column that is not measured.
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

// A column is a job set of the paper, a trace, or both.
type column struct {
	published *Published  // nil: none
	measured  *Measured   // nil: not measured
	runs      []sweep.Run // of [Experiment.combinations] at factor 1; nil: not measured
}

// columnsOf returns the sets of the paper in their order, each with the trace that it was
// drawn from, if that is measured. The other traces follow.
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

// head returns the name of the column: the name of the set and that of the trace.
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

// Records yields jobs as lines of a trace, for package analysis.
func Records(jobs []optgap.TraceJob) iter.Seq2[swf.Record, error] {
	return func(yield func(swf.Record, error) bool) {
		for _, j := range jobs {
			if !yield(swf.FromJob(j), nil) {
				return
			}
		}
	}
}
