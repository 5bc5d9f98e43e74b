package streit2002

import (
	"math"
	"strings"

	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/statement"
)

// A beside is a table with a column for each trace. Below each row of measured values stands
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

// row adds a row of measured values, each the mean over the sets of a trace, and a row of printed
// ones. A value that is NaN does not exist.
func (b *beside) row(name string, write func(float64) string, of func(*Numbers) float64) {
	existing := func(v float64) string {
		if math.IsNaN(v) {
			return statement.NotMeasured
		}
		return write(v)
	}
	b.cells(name, func(c column) string { return existing(c.mean(of)) },
		func(n *Numbers) string { return existing(of(n)) })
}

// counts adds rows of counts with their shares of a whole.
func (b *beside) counts(name string, of func(*Numbers) (part, whole float64)) {
	b.cells(name, func(c column) string {
		return counted(c.mean(func(n *Numbers) float64 { part, _ := of(n); return part }),
			c.mean(func(n *Numbers) float64 { _, whole := of(n); return whole }))
	}, func(n *Numbers) string { return counted(of(n)) })
}

// cells adds both rows.
func (b *beside) cells(name string, measured func(column) string, printed func(*Numbers) string) {
	b.Rows = append(b.Rows, beneath(name, len(b.columns), func(i int) string { return measured(b.columns[i]) },
		func(i int) string {
			if b.columns[i].published == nil {
				return ""
			}
			n := b.columns[i].published.Numbers()
			return printed(&n)
		})...)
}

// beneath returns a row of measured values in so many columns, and beneath it that of the paper. The latter is
// left out where the paper has none of the values.
func beneath(name string, columns int, measured, printed func(int) string) [][]string {
	here, paper, any := []string{name}, []string{"  paper"}, false
	for i := range columns {
		here, paper = append(here, measured(i)), append(paper, printed(i))
		any = any || paper[i+1] != ""
	}
	if !any {
		return [][]string{here}
	}
	return [][]string{here, paper}
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
