package streit2002

import (
	"strings"

	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/statement"
)

// A beside is a table with a column for each set. Below each row of measured values stands
// the row of the paper.
type beside struct {
	table.Table
	columns []column
}

func newBeside(title, first string, columns []column) *beside {
	b := &beside{Table: table.Table{Title: title, Columns: table.Words(first)}, columns: columns}
	for _, c := range columns {
		b.Columns = append(b.Columns, table.Column{Name: c.head(), Align: table.Right})
	}
	return b
}

// row adds a row of measured values and a row of printed ones. Both functions may return "".
func (b *beside) row(name string, measured func(column) string, printed func(*Published) string) {
	here, paper := []string{name}, []string{"  paper"}
	for _, c := range b.columns {
		cell := statement.NotMeasured
		if c.measured != nil {
			cell = measured(c)
		}
		here = append(here, cell)
		cell = ""
		if c.published != nil {
			cell = printed(c.published)
		}
		paper = append(paper, cell)
	}
	b.Rows = append(b.Rows, here, paper)
}

// broken cuts a name into lines of at most width characters, after a dash where one is near.
// The suffixes of a trace are removed.
func broken(name string, width int) []string {
	name = strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".swf")
	var lines []string
	for len(name) > width {
		at := width
		if dash := strings.LastIndexByte(name[:width], '-'); dash >= width/2 {
			at = dash + 1
		}
		lines, name = append(lines, name[:at]), name[at:]
	}
	return append(lines, name)
}

func joined(lines []string) string { return strings.Join(lines, "\n") }
