package streit2002

import (
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/simulate/sweep"
)

// SetJobs is the number of jobs in each set of the paper.
const SetJobs = 10_000

// A row is a number of a table.
type row struct {
	Name, Of, Unit string // see statement.Measure
	Digits         *int   // after the point; nil means 0, and of percents two or more significant ones
	Cases          string // of Table 1, which are counted in the row of Table 6
}

// A sheet is a table of the paper, with a row of measured values for each of its rows.
type sheet struct {
	Title, First string // of the table, and of its first column
	Whole        string // the number of which the rows are shares; "": they are none
	Rows         []row
}

// A column of a table is about a trace.
type column struct {
	*Measured
	head, scheduler string // scheduler: that for which "*" stands in the rows
}

// beside returns the table. Values are means over the sets of a trace. Below each row stands that
// of the paper, unless no column has a set of the paper.
func (s sheet) beside(columns []column) table.Table {
	var names []string
	lines := 1 // of a row
	if slices.ContainsFunc(columns, func(c column) bool { return c.Published != nil }) {
		lines = 2
	}
	for _, r := range s.Rows {
		names = append(names, []string{r.Name, "  paper"}[:lines]...)
	}
	heads := lists.Each(columns, func(c column) string { return c.head })
	return statement.Grid(s.Title, table.Words(s.First), names, heads, func(i, k int) string {
		r := s.Rows[i/lines]
		c := columns[k]
		r.Of = strings.ReplaceAll(r.Of, "(*)", "("+c.scheduler+")")
		switch {
		case i%lines == 0:
			return r.cell(s.Whole, c.numbers)
		case c.Published == nil:
			return ""
		}
		return r.cell(s.Whole, c.Published.Data())
	})
}

// cell writes the mean of the number over the sets. Behind a count stands its share of the whole;
// "": it is no count.
func (r row) cell(whole string, d *statement.Data) string {
	e := file().Estimate(r.Of, d)
	v := e.Value
	switch {
	case !e.Known():
		return statement.NotMeasured
	case whole != "":
		text := format.Whole(v)
		of := file().Estimate(whole, d).Value
		if of == 0 {
			return text
		}
		return text + "  " + format.Decimal(100*v/of, 1) + " %"
	case r.Digits != nil:
		return strings.TrimSpace(format.Decimal(v, *r.Digits) + " " + r.Unit)
	case r.Unit == "%":
		return format.Percent(v)
	}
	return format.Whole(v)
}

// traces returns a column for each trace. Its head is the name of the paper's set, or for "trace"
// of the trace of that set, else its own.
func traces(all []*Measured, of string) []column {
	return lists.Each(all, func(m *Measured) column {
		c := column{m, report.Broken(FolderOf(m.Name)), ""}
		if p := m.Published; p != nil && of == "trace" {
			c.head = p.traceName()
		} else if p != nil {
			c.head = p.Name
		}
		return c
	})
}

// jobsTable returns Table 2, of "trace", or Table 3, of "set". Only Table 2 has the rows without
// numbers of sets.
func jobsTable(s sheet, all []*Measured, of string) table.Table {
	for _, jobs := range printed().Jobs {
		r := jobs.Row
		r.Of = of + "(" + jobs.Key + ")"
		if r.Unit == "%" { // which analyses have as shares
			r.Of = "100 * " + r.Of
		}
		if of == "trace" || jobs.Set != nil {
			s.Rows = append(s.Rows, r)
		}
	}
	return s.beside(traces(all, of))
}

// table4 has the deciders with the quality metrics as its columns.
func table4(m *Measured) table.Table {
	s := printed().Tables["4"]
	s.Title += ": " + m.Name
	if m.Published != nil {
		s.Title += " beside " + m.Published.Name
	}
	return s.beside(lists.Each((Settings{}).Replays(), func(s sweep.Setting) column {
		return column{m, strings.Replace(s.Name, ", ", ",\n", 1), nameOf(s.Name)}
	}))
}
