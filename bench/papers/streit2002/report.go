package streit2002

import (
	"fmt"
	"path/filepath"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/simulate/sweep"
)

// Report returns the ledger of each trace, and Table 4 where there are no figures. A wide report
// has Tables 2 to 6 and what the text leaves open too. The figures show what there is.
func (e Evaluation) Report(measured []Measured, wide bool) *statement.Report {
	columns := arrange(measured)
	var runs []sweep.Run
	var lines []any
	titles := ""
	for i := range measured {
		m := &measured[i]
		titles = titles + "\n" + m.title()
		lines = append(lines, m.Trace)
		for _, set := range m.Sets {
			if set.Set != nil {
				lines = append(lines, set.Set)
			}
			lines = append(lines, lists.Anys(set.Runs)...)
			runs = append(runs, set.Runs...)
		}
	}
	groups := lists.Each(columns, func(m *Measured) statement.Group {
		return statement.Group{Name: m.Name, Statements: m.statements()}
	})
	r := statement.NewReport(groups, lines, sweep.Rows(runs), figures(measured))
	r.Lead += titles
	for _, in := range e.Inputs[min(len(measured), len(e.Inputs)):] { // they are measured in their order
		r.Lead += "\n" + filepath.Base(in.Path) + ": not run, or interrupted before the tables"
	}
	for _, g := range groups {
		r.Tables = append(
			r.Tables,
			statement.Tables("What the text states, on "+g.Name, g.Statements, wide)...)
	}
	if wide {
		two := printed().Tables["2"]
		three := printed().Tables["3"]
		r.Tables = append(
			r.Tables,
			jobsTable(two, columns, "trace"),
			jobsTable(three, columns, "set"),
		)
	}
	if _, drawn := r.Figures["figure-2"]; wide || !drawn {
		for _, c := range columns {
			r.Tables = append(r.Tables, table4(c))
		}
	}
	if wide {
		for _, number := range []string{"5", "6"} {
			r.Tables = append(r.Tables, printed().Tables[number].beside(traces(columns, "set")))
		}
		r.Tables = append(r.Tables, statement.ReadingTable(file().Open))
	}
	return r
}

// title says which jobs were replayed.
func (m *Measured) title() string {
	jobs := format.Count(m.Trace.Jobs, "job")
	machine := format.Count(m.Sets[0].Runs[0].Machine, "processor")
	return m.Basis().Under(fmt.Sprintf("%s: %s on %s; %s", m.Name, jobs, machine, m.About))
}
