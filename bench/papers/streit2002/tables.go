package streit2002

import (
	"fmt"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/heuristics/dynp"
)

// SetJobs is the number of jobs in each set of the paper.
const SetJobs = 10_000

// tableRuns returns the runs for Tables 4 to 6 in the order of the columns of Table 4.
func (m *Measured) tableRuns(set *Replays) ([]sweep.Run, error) {
	var runs []sweep.Run
	for _, s := range m.combinations(tableFactor) {
		r := find(set.Runs, s.Name, tableFactor)
		if r == nil {
			return nil, fmt.Errorf("%s: the run %q at factor %d is missing", m.Name, s.Name, tableFactor)
		}
		if r.Stats == nil {
			return nil, fmt.Errorf("scheduler %s does not tell what its policies did", r.Scheduler)
		}
		runs = append(runs, *r)
	}
	return runs, nil
}

// detailed is the index of the run for Tables 5 and 6: the advanced decider with ARTwW.
const detailed = 1

// mean returns the mean of a number over the sets of a column.
func (c column) mean(of func(*Numbers) float64) float64 {
	sum := 0.0
	for i := range c.numbers {
		sum += of(&c.numbers[i])
	}
	return sum / float64(len(c.numbers))
}

// table4 returns a table with a row for each metric, and below it the row of the paper.
func table4(c column) table.Table {
	title := "Table 4. Deciders and quality metrics, shrinking factor 1: " + c.measured.Name
	if c.published != nil {
		title += " beside " + c.published.Name
	}
	t := table.Table{Title: title, Columns: []table.Column{{Name: "decider, quality metric"}}}
	for _, s := range (Experiment{}).combinations(tableFactor) {
		t.Columns = append(t.Columns, table.Column{Name: strings.Replace(s.Name, ", ", ",\n", 1), Align: table.Right})
	}
	row := func(name string, write func(float64) string, of func(k int) number) {
		t.Rows = append(t.Rows, beneath(name, len(c.numbers[0].Table4), func(k int) string {
			return write(c.mean(of(k)))
		}, func(k int) string {
			if c.published == nil {
				return ""
			}
			printed := c.published.Numbers()
			return write(of(k)(&printed))
		})...)
	}
	four := func(of func(Table4Column) float64) func(k int) number {
		return func(k int) number { return func(n *Numbers) float64 { return of(n.Table4[k]) } }
	}
	row("ARTwW [s]", format.Whole, four(func(c Table4Column) float64 { return c.ARTwW }))
	row("UTIL", format.Percent, four(func(c Table4Column) float64 { return c.Util }))
	row("LOC", capacity, four(func(c Table4Column) float64 { return c.LOC }))
	for _, policy := range policyNames {
		row("started with "+policy+" [%]", func(v float64) string { return format.Decimal(100*v, 2) },
			func(k int) number { return started(k, policy) })
	}
	return t
}

// policyNames are the policies in the order of all tables. The paper has SJF first.
var policyNames = []string{fcfs, sjf, ljf}

// decimals returns a function that writes numbers with so many digits.
func decimals(digits int) func(float64) string {
	return func(v float64) string { return format.Decimal(v, digits) }
}

func table5(columns []column) table.Table {
	b := newBeside("Table 5. The advanced decider with ARTwW in detail", "", columns)
	four := func(of func(Table4Column) float64) number {
		return func(n *Numbers) float64 { return of(n.Table4[detailed]) }
	}
	b.row("average run time [s]", format.Whole, detail(RunTime))
	b.row("average wait time [s]", format.Whole, detail(Wait))
	b.row("ART [s]", format.Whole, detail(ART))
	b.row("ARTwW [s]", format.Whole, four(func(c Table4Column) float64 { return c.ARTwW }))
	b.row("utilization", format.Percent, four(func(c Table4Column) float64 { return c.Util }))
	b.row("LOC", capacity, four(func(c Table4Column) float64 { return c.LOC }))
	for _, policy := range policyNames {
		b.row("started with "+policy, func(v float64) string { return format.Percent(100 * v) }, started(detailed, policy))
	}
	b.row("total tries of switches", format.Whole, detail(Tries))
	b.row("  per job", decimals(3), perJob(detail(Tries)))
	b.row("switches to FCFS", format.Percent, detail(ToFCFS))
	b.row("switches to SJF", format.Percent, detail(ToSJF))
	b.row("switches to LJF", format.Percent, detail(ToLJF))
	b.row("same policy", format.Percent, detail(Same))
	b.row("average backlog", decimals(2), detail(Backlog))
	return b.Table
}

// table6Rows holds the rows of Table 6. Case 5 counts as 4b.
var table6Rows = []struct {
	name  string
	cases []dynp.Case
}{
	{"case 1", []dynp.Case{"1"}}, {"cases 2 & 7", []dynp.Case{"2", "7"}}, {"cases 3 & 9", []dynp.Case{"3", "9"}},
	{"cases 4b & 5", []dynp.Case{"4b"}}, {"case 4a", []dynp.Case{"4a"}}, {"case 4c", []dynp.Case{"4c"}},
	{"case 6a", []dynp.Case{"6a"}}, {"case 6b", []dynp.Case{"6b"}}, {"case 6c", []dynp.Case{"6c"}},
	{"case 8a", []dynp.Case{"8a"}}, {"case 8b", []dynp.Case{"8b"}}, {"case 8c", []dynp.Case{"8c"}},
	{"case 10a", []dynp.Case{"10a"}}, {"case 10b", []dynp.Case{"10b"}}, {"case 10c", []dynp.Case{"10c"}},
}

func table6(columns []column) table.Table {
	b := newBeside("Table 6. Cases of the advanced decider with ARTwW, and their share", "case of Table 1", columns)
	row := func(name string, of func(Table6Column) int) {
		b.counts(name, func(n *Numbers) (float64, float64) { return float64(of(n.Table6)), float64(n.Table6.Total) })
	}
	for i, k := range table6Rows {
		row(k.name, func(c Table6Column) int { return c.Counts[i] })
	}
	row("total", func(c Table6Column) int { return c.Total })
	row("differences to simple\n(1+6b+8c+10c)", func(c Table6Column) int { return c.Differences })
	row("current policy\n(1+5+6a+6b+8a+8c+10b+10c)", func(c Table6Column) int { return c.CurrentPolicy })
	return b.Table
}

// The cases of the last rows of Table 6: those in which the advanced decider differs from
// the simple one, and those in which it takes the current policy.
var (
	differing = []dynp.Case{"1", "6b", "8c", "10c"}
	keeping   = []dynp.Case{"1", "4b", "6a", "6b", "8a", "8c", "10b", "10c"}
)

func countCases(r sweep.Run, cases ...dynp.Case) int {
	n := 0
	for _, k := range cases {
		n += r.Stats.Cases[k]
	}
	return n
}

// counted writes a count with its share, such as "13,664 72.5 %".
func counted(n, of float64) string {
	if of == 0 {
		return format.Whole(n)
	}
	return format.Whole(n) + "  " + format.Decimal(100*n/of, 1) + " %"
}

// capacity writes a loss of capacity in percent with as many digits as the paper.
func capacity(share float64) string { return format.Decimal(100*share, 3) + " %" }

// percentOf returns a part in percent of the whole; 0 of nothing.
func percentOf(part, of int) float64 {
	if of == 0 {
		return 0
	}
	return 100 * float64(part) / float64(of)
}
