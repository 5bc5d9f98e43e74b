package streit2002

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/heuristics/dynp"
)

// Report returns the ledger of each trace, Table 4 where there are no figures, and the readings that were
// tried, nil if there is none. A wide report has Tables 2 to 6 and what the text leaves open too. It is an error if a
// run for the tables is missing. The figures show the runs that exist.
func (e Evaluation) Report(measured []Measured, tried []statement.Group, wide bool) (*statement.Report, error) {
	columns, err := arrange(measured)
	if err != nil {
		return nil, err
	}
	var runs []sweep.Run
	var lines []any
	titles := ""
	for i := range measured {
		m := &measured[i]
		if m.Trace != nil {
			titles += "\n" + m.title()
			lines = append(lines, m.Trace)
		}
		for _, set := range m.Sets {
			if set.Set != nil {
				lines = append(lines, set.Set)
			}
			lines, runs = append(lines, statement.Lines(set.Runs)...), append(runs, set.Runs...)
		}
	}
	groups := ledgers(columns)
	r := statement.NewReport(groups, lines, sweep.Rows(runs), figures(measured))
	r.Lead += titles
	for _, in := range e.Inputs[min(len(measured), len(e.Inputs)):] { // they are measured in their order
		r.Lead += "\n" + filepath.Base(in.Path) + ": not run, or interrupted before the tables"
	}
	for _, g := range groups {
		r.Tables = append(r.Tables, statement.Tables("What the text states, on "+g.Name, g.Statements, wide)...)
	}
	if wide {
		two, three := printed().Tables["2"], printed().Tables["3"]
		r.Tables = append(r.Tables, jobsTable(two, columns, "trace"), jobsTable(three, columns, "set"))
	}
	if _, drawn := r.Figures[""]["figure-2"]; wide || !drawn {
		for _, c := range columns {
			r.Tables = append(r.Tables, table4(c))
		}
	}
	if wide {
		for _, number := range []string{"5", "6"} {
			r.Tables = append(r.Tables, printed().Tables[number].beside(traces(columns, "set")))
		}
	}
	if len(tried) > 1 {
		const title = "The statements about Tables 4 to 6 under readings of --replan"
		r.Tables = append(r.Tables, statement.Tally(title, "reading", tried))
	}
	if wide {
		r.Tables = append(r.Tables, statement.ReadingTable("What the text leaves open", file().Open))
	}
	return r, nil
}

// title says which jobs were replayed.
func (m *Measured) title() string {
	jobs, machine := format.Count(m.Trace.Jobs, "job"), format.Count(m.Sets[0].Runs[0].Machine, "processor")
	return m.Basis().Under(fmt.Sprintf("%s: %s on %s; %s", m.Name, jobs, machine, m.About))
}

// ledgers returns the statements on each trace.
func ledgers(columns []*Measured) []statement.Group {
	return table.Each(columns, func(c *Measured) statement.Group {
		return statement.Group{Name: c.Name, Statements: c.statements()}
	})
}

// ReadingNames returns the names of the readings of when plans are made.
func ReadingNames() []string {
	return table.Each(dynp.Replans(), func(r dynp.Replan) string { return string(r) })
}

// compare returns the statements about Tables 4 to 6 under each of the readings, of all traces. That
// of the settings is measured already.
func (e Evaluation) compare(
	ctx context.Context, sources []source, measured []Measured,
) ([]statement.Group, error) {
	own, err := tried(e.Settings.Replan, measured)
	if err != nil {
		return nil, err
	}
	others := slices.DeleteFunc(slices.Clone(e.Readings), func(r string) bool { return r == own.Name })
	return statement.Compare(own, others, func(reading string) (statement.Group, error) {
		other := e
		other.Settings.Replan, other.Settings.Factors, other.Drawn = reading, nil, false
		if e.Folder != "" {
			other.Folder = filepath.Join(e.Folder, "replan-"+reading)
		}
		all, err := other.measure(ctx, sources)
		if err != nil {
			return statement.Group{}, err
		}
		return tried(reading, all)
	})
}

// tried returns the statements about Tables 4 to 6.
func tried(reading string, measured []Measured) (g statement.Group, err error) {
	g.Name = reading
	columns, err := arrange(measured)
	for _, l := range ledgers(columns) {
		for _, s := range l.Statements {
			if strings.HasPrefix(s.Where, "section 5.2, Table") {
				g.Statements = append(g.Statements, s)
			}
		}
	}
	return g, err
}
