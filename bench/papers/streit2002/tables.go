package streit2002

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/statement"
)

// SetJobs is the number of jobs in each set of the paper.
const SetJobs = 10_000

// complete returns an error where a run for Tables 4 to 6 is missing.
func (m *Measured) complete(set *Replays) error {
	for i, name := range columnNames() {
		r := find(set.Runs, name, tableFactor)
		if r == nil {
			return fmt.Errorf("%s: the run %q at factor %d is missing", m.Name, deciderNames()[i], tableFactor)
		}
		if r.Stats == nil {
			return fmt.Errorf("scheduler %s does not tell what its policies did", r.Scheduler)
		}
	}
	return nil
}

// mean returns the mean of a number over the sets of a column.
func (c column) mean(of number) float64 {
	return stat.Mean(table.Each(c.numbers, func(n Numbers) float64 { return of(&n, tableFactor) }), nil)
}

// A row is a number of a table.
type row struct {
	Name, Of, Unit string // see compile
	Digits         *int   // after the point; nil means 0, and of percents two or more significant ones
	Cases          string // of Table 1, which are counted in the row of Table 6
}

// cell writes the number by its value for some numbers. A value that is NaN does not exist. Behind a count stands its
// share of the whole; "": it is no count.
func (r row) cell(whole string, value func(number) float64) string {
	v := value(compile(r.Of))
	switch {
	case math.IsNaN(v):
		return statement.NotMeasured
	case whole != "":
		text, of := format.Whole(v), value(compile(whole))
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

// beside returns a table of some columns. Below each row of measured values, each the mean over the sets of a trace,
// stands the row of the paper. It is left out where no column has a set of the paper. rows are those of a column, and
// whole is the number of which they are shares; "": they are none.
func beside(title, whole string, heads []table.Heading, columns []column, rows func(column int) []row) table.Table {
	t := table.Table{Title: title, Columns: heads}
	for i, r := range rows(0) {
		here, paper, any := []string{r.Name}, []string{"  paper"}, false
		for k, c := range columns {
			r, printed := rows(k)[i], ""
			if c.Published != nil {
				any = true
				printed = r.cell(whole, func(of number) float64 { return of(&c.Published.Numbers, tableFactor) })
			}
			here, paper = append(here, r.cell(whole, c.mean)), append(paper, printed)
		}
		if t.Rows = append(t.Rows, here); any {
			t.Rows = append(t.Rows, paper)
		}
	}
	return t
}

// heads returns the head of the first column, and those of the traces.
func heads(first string, columns []column) []table.Heading {
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

// table2 returns Table 2, about the traces.
func table2(columns []column) table.Table {
	first := heads("", columns)
	for i, c := range columns {
		if c.Published != nil {
			first[i+1].Name = c.Published.traceName()
		}
	}
	return jobsTable("Table 2. The traces, from the fields as written", "trace", first, columns)
}

// table3 returns Table 3, about the synthetic sets.
func table3(columns []column) table.Table {
	const title = "Table 3. The job sets drawn from the traces, means over the sets"
	return jobsTable(title, "set", heads("", columns), columns)
}

// jobsTable returns the rows of Table 2 or 3. Only Table 2 has those without numbers of sets.
func jobsTable(title, of string, heads []table.Heading, columns []column) table.Table {
	var rows []row
	for _, r := range printed().Jobs {
		number := of + "(" + r.Key + ")"
		if r.Unit == "%" { // which analyses have as shares
			number = "100 * " + number
		}
		if of == "trace" || r.Set != nil {
			rows = append(rows, row{Name: r.Name, Of: number, Unit: r.Unit, Digits: r.Digits})
		}
	}
	return beside(title, "", heads, columns, func(int) []row { return rows })
}

// table4 has the deciders with the quality metrics as its columns.
func table4(c column) table.Table {
	title := "Table 4. Deciders and quality metrics, shrinking factor 1: " + c.Name
	if c.Published != nil {
		title += " beside " + c.Published.Name
	}
	heads, columns := table.Words("decider, quality metric"), []column{}
	for _, name := range deciderNames() {
		heads, columns = append(heads, table.Numbers(strings.Replace(name, ", ", ",\n", 1))...), append(columns, c)
	}
	return beside(title, "", heads, columns, func(k int) []row {
		return table.Each(printed().Rows.Table4, func(r row) row {
			r.Of = strings.ReplaceAll(r.Of, "*)", columnNames()[k]+")")
			return r
		})
	})
}

func table5(columns []column) table.Table {
	const title = "Table 5. The advanced decider with ARTwW in detail"
	return beside(title, "", heads("", columns), columns, func(int) []row { return printed().Rows.Table5 })
}

func table6(columns []column) table.Table {
	const title = "Table 6. Cases of the advanced decider with ARTwW, and their share"
	return beside(title, "total", heads("case of Table 1", columns), columns, func(int) []row {
		return printed().Rows.Table6
	})
}
