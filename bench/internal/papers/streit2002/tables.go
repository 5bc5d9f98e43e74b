package streit2002

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/internal/papers/statement"
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
	return stat.Mean(frame.Each(c.numbers, func(n Numbers) float64 { return of(&n, tableFactor) }), nil)
}

// A row is a number of a table.
type row struct {
	name  string
	write func(float64) string
	of    string // see compile
	whole bool   // counts, with their shares of the total
}

// cell writes the number by its value for some numbers. A value that is NaN does not exist.
func (r row) cell(value func(number) float64) string {
	v := value(compile(r.of))
	switch {
	case math.IsNaN(v):
		return statement.NotMeasured
	case !r.whole:
		return r.write(v)
	}
	text, of := format.Whole(v), value(compile("total"))
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
				printed, any = r.cell(func(of number) float64 { return of(&c.Published.Numbers, tableFactor) }), true
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

// decimals returns a function that writes numbers with so many digits.
func decimals(digits int) func(float64) string {
	return func(v float64) string { return format.Decimal(v, digits) }
}

// share writes a share from 0 to 1 in percent, and capacity a number in percent with as many digits as the paper has a
// loss of capacity.
func share(v float64) string    { return format.Percent(100 * v) }
func capacity(v float64) string { return format.Decimal(v, 3) + " %" }

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
func jobsTable(title, of string, heads []table.Column, columns []column) table.Table {
	return beside(title, heads, columns, func(int) (all []row) {
		for _, r := range printed().Jobs {
			write := decimals(r.Digits)
			if r.Percent {
				write = share
			}
			if of == "trace" || r.Set != nil {
				all = append(all, row{name: r.Name, write: write, of: of + "(" + r.Key + ")"})
			}
		}
		return all
	})
}

// policies are in the order of all tables. The paper has SJF first.
var policies = []string{"FCFS", "SJF", "LJF"}

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
	return beside(title, heads, columns, func(k int) []row {
		of := "(" + columnNames()[k] + ")"
		rows := []row{
			{name: "ARTwW [s]", write: format.Whole, of: "artww" + of}, {name: "UTIL", write: format.Percent, of: "util" + of},
			{name: "LOC", write: capacity, of: "100 * loc" + of},
		}
		for _, p := range policies {
			rows = append(rows, row{name: "started with " + p + " [%]", write: decimals(2), of: "100 * (by_" + p + of + " / jobs)"})
		}
		return rows
	})
}

func table5(columns []column) table.Table {
	rows := []row{
		{name: "average run time [s]", write: format.Whole, of: "run_time"},
		{name: "average wait time [s]", write: format.Whole, of: "wait"},
		{name: "ART [s]", write: format.Whole, of: "art"}, {name: "ARTwW [s]", write: format.Whole, of: "artww"},
		{name: "utilization", write: format.Percent, of: "util"}, {name: "LOC", write: capacity, of: "100 * loc"},
	}
	for _, p := range policies {
		rows = append(rows, row{name: "started with " + p, write: share, of: "by_" + p + " / jobs"})
	}
	rows = append(rows, row{name: "total tries of switches", write: format.Whole, of: "tries"},
		row{name: "  per job", write: decimals(3), of: "tries / jobs"})
	for _, p := range policies {
		rows = append(rows, row{name: "switches to " + p, write: format.Percent, of: "to_" + p})
	}
	rows = append(rows, row{name: "same policy", write: format.Percent, of: "same"},
		row{name: "average backlog", write: decimals(2), of: "backlog"})
	return beside("Table 5. The advanced decider with ARTwW in detail", heads("", columns), columns,
		func(int) []row { return rows })
}

// table6Rows holds the rows of Table 6. Case 5 counts as 4b. All decisions are counted in total.
var table6Rows = []struct{ name, key, cases string }{
	{"case 1", "case_1", "1"}, {"cases 2 & 7", "case_2_7", "2 7"}, {"cases 3 & 9", "case_3_9", "3 9"},
	{"cases 4b & 5", "case_4b_5", "4b"}, {"case 4a", "case_4a", "4a"}, {"case 4c", "case_4c", "4c"},
	{"case 6a", "case_6a", "6a"}, {"case 6b", "case_6b", "6b"}, {"case 6c", "case_6c", "6c"},
	{"case 8a", "case_8a", "8a"}, {"case 8b", "case_8b", "8b"}, {"case 8c", "case_8c", "8c"},
	{"case 10a", "case_10a", "10a"}, {"case 10b", "case_10b", "10b"}, {"case 10c", "case_10c", "10c"},
	{"total", "total", ""}, {"differences to simple\n(1+6b+8c+10c)", "differences", "1 6b 8c 10c"},
	{"current policy\n(1+5+6a+6b+8a+8c+10b+10c)", "current", "1 4b 6a 6b 8a 8c 10b 10c"},
}

func table6(columns []column) table.Table {
	return beside("Table 6. Cases of the advanced decider with ARTwW, and their share", heads("case of Table 1", columns),
		columns, func(int) (rows []row) {
			for _, r := range table6Rows {
				rows = append(rows, row{name: r.name, of: r.key, whole: true})
			}
			return rows
		})
}
