package streit2002

import (
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/heuristics/dynp"
)

// SetJobs is the number of jobs in each set of the paper.
const SetJobs = 10_000

// TableRuns returns the runs for Tables 4 to 6 in the order of the columns of Table 4.
func (m *Measured) TableRuns() ([]sweep.Run, error) {
	var runs []sweep.Run
	for _, s := range m.combinations(tableFactor) {
		i := slices.IndexFunc(m.Runs,
			func(r sweep.Run) bool { return r.Name == s.Name && r.ShrinkingFactor() == tableFactor })
		if i < 0 {
			return nil, fmt.Errorf("%s: the run %q at factor %d is missing", m.Name, s.Name, tableFactor)
		}
		if m.Runs[i].Stats == nil {
			return nil, fmt.Errorf("scheduler %s does not tell what its policies did", m.Runs[i].Scheduler)
		}
		runs = append(runs, m.Runs[i])
	}
	return runs, nil
}

// detailed is the index of the run for Tables 5 and 6: the advanced decider with ARTwW.
const detailed = 1

// table4s returns the part of Table 4 for each set.
func table4s(columns []column) []table.Table {
	var tables []table.Table
	for _, c := range columns {
		tables = append(tables, table4(c))
	}
	return tables
}

// table4 returns a table with a row for each metric, and below it the row of the paper.
func table4(c column) table.Table {
	title := "Table 4. Deciders and quality metrics, shrinking factor 1: "
	switch {
	case c.published == nil:
		title += c.measured.Name
	case c.measured == nil:
		title += c.published.Name + " as printed, here " + statement.NotMeasured
	default:
		title += c.published.Name + ", " + c.measured.Name
	}
	t := table.Table{Title: title, Columns: []table.Column{{Name: "decider, quality metric"}}}
	for _, s := range (Experiment{}).combinations(tableFactor) {
		t.Columns = append(t.Columns, table.Column{Name: strings.Replace(s.Name, ", ", ",\n", 1), Align: table.Right})
	}
	row := func(name string, here func(sweep.Run) string, paper func(Table4Column) string) {
		if c.measured != nil {
			cells := []string{name}
			for _, r := range c.runs {
				cells = append(cells, here(r))
			}
			t.Rows, name = append(t.Rows, cells), "  paper"
		}
		if c.published != nil {
			cells := []string{name}
			for _, printed := range c.published.Table4 {
				cells = append(cells, paper(printed))
			}
			t.Rows = append(t.Rows, cells)
		}
	}
	row("ARTwW [s]", func(r sweep.Run) string { return format.Decimal(r.ARTwW, 0) },
		func(c Table4Column) string { return format.Decimal(c.ARTwW, 0) })
	row("UTIL", func(r sweep.Run) string { return format.Percent(100 * r.Util) },
		func(c Table4Column) string { return format.Percent(c.Util) })
	row("LOC", func(r sweep.Run) string { return capacity(r.LOC) }, func(c Table4Column) string { return capacity(c.LOC) })
	for _, policy := range started {
		row("started with "+policy.name+" [%]",
			func(r sweep.Run) string {
				return format.Decimal(percentOf(r.Stats.StartedWith[policy.name], r.Jobs), 2)
			},
			func(c Table4Column) string { return format.Decimal(percentOf(policy.paper(c), SetJobs), 2) })
	}
	return t
}

// started holds the policies of Table 4, in the order of all tables. The paper has SJF first.
var started = []struct {
	name  string
	paper func(Table4Column) int
}{
	{"FCFS", func(c Table4Column) int { return c.FCFS }},
	{"SJF", func(c Table4Column) int { return c.SJF }},
	{"LJF", func(c Table4Column) int { return c.LJF }},
}

func table5(columns []column) table.Table {
	b := newBeside("Table 5. The advanced decider with ARTwW in detail", "", columns)
	row := func(name string, here func(sweep.Run) string, paper func(Table5Column, Table4Column) string) {
		b.row(name, func(c column) string { return here(c.runs[detailed]) },
			func(p *Published) string { return paper(p.Table5, p.Table4[detailed]) })
	}
	seconds := func(name string, here func(sweep.Run) float64, paper func(Table5Column, Table4Column) float64) {
		row(name+" [s]", func(r sweep.Run) string { return format.Decimal(here(r), 0) },
			func(five Table5Column, four Table4Column) string { return format.Decimal(paper(five, four), 0) })
	}
	seconds("average run time", func(r sweep.Run) float64 { return r.RunTime },
		func(c Table5Column, _ Table4Column) float64 { return c.RunTime })
	seconds("average wait time", func(r sweep.Run) float64 { return r.Wait },
		func(c Table5Column, _ Table4Column) float64 { return c.Wait })
	seconds("ART", func(r sweep.Run) float64 { return r.ART },
		func(c Table5Column, _ Table4Column) float64 { return c.ART })
	seconds("ARTwW", func(r sweep.Run) float64 { return r.ARTwW },
		func(_ Table5Column, c Table4Column) float64 { return c.ARTwW })
	percent := func(name string, here func(sweep.Run) float64, paper func(Table5Column, Table4Column) float64) {
		row(name, func(r sweep.Run) string { return format.Percent(here(r)) },
			func(five Table5Column, four Table4Column) string { return format.Percent(paper(five, four)) })
	}
	percent("utilization", func(r sweep.Run) float64 { return 100 * r.Util },
		func(_ Table5Column, c Table4Column) float64 { return c.Util })
	row("LOC", func(r sweep.Run) string { return capacity(r.LOC) },
		func(_ Table5Column, c Table4Column) string { return capacity(c.LOC) })
	for _, policy := range started {
		percent("started with "+policy.name,
			func(r sweep.Run) float64 { return percentOf(r.Stats.StartedWith[policy.name], r.Jobs) },
			func(_ Table5Column, c Table4Column) float64 { return percentOf(policy.paper(c), SetJobs) })
	}
	row("total tries of switches", func(r sweep.Run) string { return format.Integer(int64(r.Stats.Tries)) },
		func(c Table5Column, _ Table4Column) string { return format.Integer(int64(c.Tries)) })
	row("  per job", func(r sweep.Run) string { return format.Decimal(float64(r.Stats.Tries)/float64(r.Jobs), 3) },
		func(c Table5Column, _ Table4Column) string { return format.Decimal(float64(c.Tries)/SetJobs, 3) })
	for _, policy := range []struct {
		name  string
		paper func(Table5Column) float64
	}{
		{"FCFS", func(c Table5Column) float64 { return c.ToFCFS }},
		{"SJF", func(c Table5Column) float64 { return c.ToSJF }},
		{"LJF", func(c Table5Column) float64 { return c.ToLJF }},
	} {
		percent("switches to "+policy.name,
			func(r sweep.Run) float64 { return percentOf(r.Stats.SwitchesTo[policy.name], r.Stats.Tries) },
			func(c Table5Column, _ Table4Column) float64 { return policy.paper(c) })
	}
	percent("same policy", func(r sweep.Run) float64 { return percentOf(r.Stats.Same, r.Stats.Tries) },
		func(c Table5Column, _ Table4Column) float64 { return c.Same })
	row("average backlog", func(r sweep.Run) string { return format.Decimal(r.Stats.Backlog(), 2) },
		func(c Table5Column, _ Table4Column) string { return format.Decimal(c.Backlog, 2) })
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
	row := func(name string, here func(sweep.Run) int, paper func(Table6Column) int) {
		b.row(name, func(c column) string { r := c.runs[detailed]; return counted(here(r), r.Stats.Tries) },
			func(p *Published) string { return counted(paper(p.Table6), p.Table6.Total) })
	}
	for i, k := range table6Rows {
		row(k.name, func(r sweep.Run) int { return countCases(r, k.cases...) },
			func(c Table6Column) int { return c.Counts[i] })
	}
	row("total", func(r sweep.Run) int { return r.Stats.Tries }, func(c Table6Column) int { return c.Total })
	row("differences to simple\n(1+6b+8c+10c)", func(r sweep.Run) int { return countCases(r, differing...) },
		func(c Table6Column) int { return c.Differences })
	row("current policy\n(1+5+6a+6b+8a+8c+10b+10c)", func(r sweep.Run) int { return countCases(r, keeping...) },
		func(c Table6Column) int { return c.CurrentPolicy })
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
func counted(n, of int) string {
	if of == 0 {
		return format.Integer(int64(n))
	}
	return format.Integer(int64(n)) + "  " + format.Decimal(percentOf(n, of), 1) + " %"
}

// capacity writes a loss of capacity in percent with as many digits as the paper.
func capacity(share float64) string { return format.Decimal(100*share, 3) + " %" }

// percentOf returns a part in percent of the whole.
func percentOf(part, of int) float64 { return 100 * float64(part) / float64(of) }
