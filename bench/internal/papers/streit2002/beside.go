package streit2002

import (
	"math"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/internal/papers/statement"
)

// A row is a number of a table.
type row struct {
	name  string
	write func(float64) string
	of    number
	whole number // the row has counts, with their shares of this one; nil: it has not
}

// cell writes the number by its value for some numbers. A value that is NaN does not exist.
func (r row) cell(value func(number) float64) string {
	v := value(r.of)
	switch {
	case math.IsNaN(v):
		return statement.NotMeasured
	case r.whole == nil:
		return r.write(v)
	}
	text, of := format.Whole(v), value(r.whole)
	if of == 0 {
		return text
	}
	return text + "  " + format.Decimal(100*v/of, 1) + " %"
}

// beside returns a table of some columns. Below each row of measured values, each the mean over the sets of a trace,
// stands the row of the paper. It is left out where no column has a set of the paper. rows are those of a column.
func beside(title string, heads []table.Column, columns []column, rows func(column int) []row) table.Table {
	t := table.Table{Title: title, Columns: heads}
	for i, r := range rows(0) {
		here, paper, any := []string{r.name}, []string{"  paper"}, false
		for k, c := range columns {
			r, printed := rows(k)[i], ""
			if c.Published != nil {
				printed, any = r.cell(func(of number) float64 { return of(&c.Published.Numbers) }), true
			}
			here, paper = append(here, r.cell(c.mean)), append(paper, printed)
		}
		if t.Rows = append(t.Rows, here); any {
			t.Rows = append(t.Rows, paper)
		}
	}
	return t
}

// heads returns the head of the first column, and those of the traces.
func heads(first string, columns []column) []table.Column {
	all := table.Words(first)
	for _, c := range columns {
		all = append(all, table.Numbers(c.head())...)
	}
	return all
}

// broken cuts a name into lines of at most width characters, after a dash where one is near.
// The suffixes of a trace are removed.
func broken(name string, width int) string {
	name = strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".swf")
	lines := ""
	for len(name) > width {
		at := width
		if dash := strings.LastIndexByte(name[:width], '-'); dash >= width/2 {
			at = dash + 1
		}
		lines, name = lines+name[:at]+"\n", name[at:]
	}
	return lines + name
}
