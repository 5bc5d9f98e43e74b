package streit2002

import (
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/statement"
)

// A Report holds the tables, figures and statements of an experiment.
type Report struct {
	Ledgers  []statement.Group        // the statements on each trace
	Tables   []table.Table            // Tables 2 to 6
	Figures  map[string]figure.Figure // Figures 1 to 8 by name, such as "figure-2"; 2 to 8 only with factors
	Readings []statement.Reading
	Tried    []statement.Group // see [Evaluation.Compare]
}

// NewReport returns the report about one or more traces. It is an error if a run for the tables is
// missing. The figures show the runs that exist.
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
	for _, c := range columns {
		r.Ledgers = append(r.Ledgers, statement.Group{Name: c.measured.Name, Statements: c.statements(columns)})
	}
	return r, nil
}

// Statements returns those of all ledgers.
func (r *Report) Statements() (all []statement.Statement) {
	for _, l := range r.Ledgers {
		all = append(all, l.Statements...)
	}
	return all
}

const titleTried = "The statements about Tables 4 to 6 under readings of --replan"

// AllTables returns the ledger of each trace, Table 4 where there are no figures, and the readings that
// were tried. Wide ones have the other tables and what the text leaves open too.
func (r *Report) AllTables(wide bool) (tables []table.Table) {
	const title = "What the text states, on "
	for _, l := range r.Ledgers {
		if wide {
			tables = append(tables, statement.Table(title+l.Name, l.Statements))
		} else {
			tables = append(tables, statement.Brief(title+l.Name, l.Statements)...)
		}
	}
	_, drawn := r.Figures["figure-2"]
	for _, t := range r.Tables {
		if wide || !drawn && strings.HasPrefix(t.Title, "Table 4") {
			tables = append(tables, t)
		}
	}
	if len(r.Tried) > 1 {
		tables = append(tables, statement.Tally(titleTried, "reading", r.Tried))
	}
	if wide {
		tables = append(tables, statement.ReadingTable("What the text leaves open", r.Readings))
	}
	return tables
}
