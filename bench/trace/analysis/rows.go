package analysis

import (
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
)

// Rows returns a row of all statistics for each analysis, for CSV. Nothing is rounded. A
// value that does not exist is blank.
func Rows(analyses []*Analysis) table.Table {
	statistics := Statistics()
	t := table.Table{Columns: table.Words("trace", "width_from", "clock")}
	for _, s := range statistics {
		t.Columns = append(t.Columns, table.Column{Name: s.Key})
	}
	for _, a := range analyses {
		row := []string{a.Trace, a.WidthFrom, a.Cycle.Clock}
		for _, s := range statistics {
			cell := ""
			if v, ok := s.Value(a); ok {
				cell = format.Plain(v)
			}
			row = append(row, cell)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
