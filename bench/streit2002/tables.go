package streit2002

import (
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/format"
	"github.com/optgap/optgap/bench/sweep"
	"github.com/optgap/optgap/bench/table"
	"github.com/optgap/optgap/heuristics/dynp"
)

// tables returns Tables 4, 5 and 6 from the runs of Settings.
func (e Experiment) tables(runs []sweep.Run) ([]table.Table, error) {
	var columns []sweep.Run
	for _, s := range e.combinations(tableFactor) {
		i := slices.IndexFunc(runs, func(r sweep.Run) bool { return r.Name == s.Name && r.ShrinkingFactor() == tableFactor })
		if i < 0 {
			return nil, fmt.Errorf("the run %q at factor %d is missing", s.Name, tableFactor)
		}
		if runs[i].Stats == nil {
			return nil, fmt.Errorf("scheduler %s does not tell what its policies did", runs[i].Scheduler)
		}
		columns = append(columns, runs[i])
	}
	detailed := columns[1] // the advanced decider with ARTwW
	return []table.Table{table4(columns, e.Published), table5(detailed, e.Published), table6(detailed, e.Published)}, nil
}

// table4 has a row per metric, and below it the paper's.
func table4(columns []sweep.Run, set *Published) table.Table {
	t := table.Table{
		Title:   "Table 4. Deciders and quality metrics, shrinking factor 1",
		Columns: []table.Column{{Name: "decider, quality metric"}},
	}
	if set != nil {
		t.Title += "; the paper's numbers are those of " + set.Name
	}
	for _, r := range columns {
		t.Columns = append(t.Columns, table.Column{Name: strings.Replace(r.Name, ", ", ",\n", 1), Align: table.Right})
	}
	row := func(name string, here func(sweep.Run) string, paper func(Table4Column) string) {
		cells, printed := []string{name}, []string{"  paper"}
		for i, r := range columns {
			cells = append(cells, here(r))
			if set != nil {
				printed = append(printed, paper(set.Table4[i]))
			}
		}
		t.Rows = append(t.Rows, cells)
		if set != nil {
			t.Rows = append(t.Rows, printed)
		}
	}
	row("ARTwW [s]", func(r sweep.Run) string { return format.Decimal(r.ARTwW, 0) }, func(c Table4Column) string { return format.Decimal(c.ARTwW, 0) })
	row("UTIL", func(r sweep.Run) string { return format.Percent(100 * r.Util) }, func(c Table4Column) string { return format.Percent(c.Util) })
	row("LOC", func(r sweep.Run) string { return capacity(r.LOC) }, func(c Table4Column) string { return capacity(c.LOC) })
	for _, policy := range []struct {
		name  string
		paper func(Table4Column) int
	}{
		{"SJF", func(c Table4Column) int { return c.SJF }}, {"FCFS", func(c Table4Column) int { return c.FCFS }}, {"LJF", func(c Table4Column) int { return c.LJF }},
	} {
		row("jobs started with "+policy.name+" [%]",
			func(r sweep.Run) string {
				return format.Decimal(percentOf(r.Stats.StartedWith[policy.name], r.Jobs), 2)
			},
			func(c Table4Column) string { return format.Decimal(float64(policy.paper(c))/100, 2) })
	}
	return t
}

// beside makes the columns of Tables 5 and 6: the run's and the paper's.
func beside(title, first string, set *Published) table.Table {
	t := table.Table{Title: title, Columns: []table.Column{{Name: first}, {Name: "here", Align: table.Right}}}
	if set != nil {
		t.Columns = append(t.Columns, table.Column{Name: "paper,\n" + set.Name, Align: table.Right})
	}
	return t
}

func table5(r sweep.Run, set *Published) table.Table {
	t := beside("Table 5. The advanced decider with ARTwW in detail", "", set)
	var c Table5Column
	var c4 Table4Column
	if set != nil {
		c, c4 = set.Table5, set.Table4[1]
	}
	row := func(name, here, paper string) {
		cells := []string{name, here}
		if set != nil {
			cells = append(cells, paper)
		}
		t.Rows = append(t.Rows, cells)
	}
	seconds := func(name string, here, paper float64) {
		row(name, format.Decimal(here, 0)+" s", format.Decimal(paper, 0)+" s")
	}
	seconds("average actual run time", r.RunTime, c.RunTime)
	seconds("average wait time", r.Wait, c.Wait)
	seconds("ART", r.ART, c.ART)
	seconds("ARTwW", r.ARTwW, c4.ARTwW)
	row("utilization", format.Percent(100*r.Util), format.Percent(c4.Util))
	row("LOC", capacity(r.LOC), capacity(c4.LOC))
	s := r.Stats
	jobs := func(policy string, paper int) {
		row("jobs started with "+policy, format.Percent(percentOf(s.StartedWith[policy], r.Jobs)), format.Percent(float64(paper)/100))
	}
	jobs("SJF", c4.SJF)
	jobs("FCFS", c4.FCFS)
	jobs("LJF", c4.LJF)
	row("total tries of switches", format.Integer(int64(s.Tries)), format.Integer(int64(c.Tries)))
	row("  per job", format.Decimal(float64(s.Tries)/float64(r.Jobs), 3), format.Decimal(float64(c.Tries)/10000, 3)) // the paper's sets have 10 000 jobs
	percent := func(name string, here int, paper float64) {
		row(name, format.Percent(percentOf(here, s.Tries)), format.Percent(paper))
	}
	percent("switches to SJF", s.SwitchesTo["SJF"], c.ToSJF)
	percent("switches to FCFS", s.SwitchesTo["FCFS"], c.ToFCFS)
	percent("switches to LJF", s.SwitchesTo["LJF"], c.ToLJF)
	percent("same policy", s.Same, c.Same)
	row("average backlog at start of self-tuning", format.Decimal(s.Backlog(), 2), format.Decimal(c.Backlog, 2))
	return t
}

// table6Rows are the rows of Table 6; case 5 is counted as 4b.
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

func table6(r sweep.Run, set *Published) table.Table {
	t := beside("Table 6. Cases of the advanced decider with ARTwW", "case of Table 1", set)
	t.Columns = append(t.Columns, table.Column{Name: "here,\nshare", Align: table.Right})
	var c Table6Column
	if set != nil {
		c = set.Table6
		t.Columns = append(t.Columns, table.Column{Name: "paper,\nshare", Align: table.Right})
	}
	row := func(name string, here, paper int) {
		cells := []string{name, format.Integer(int64(here))}
		if set != nil {
			cells = append(cells, format.Integer(int64(paper)))
		}
		cells = append(cells, format.Percent(percentOf(here, r.Stats.Tries)))
		if set != nil {
			cells = append(cells, format.Percent(percentOf(paper, c.Total)))
		}
		t.Rows = append(t.Rows, cells)
	}
	count := func(cases ...dynp.Case) int {
		n := 0
		for _, k := range cases {
			n += r.Stats.Cases[k]
		}
		return n
	}
	for i, k := range table6Rows {
		row(k.name, count(k.cases...), c.Counts[i])
	}
	row("total", r.Stats.Tries, c.Total)
	row("differences to the simple decider (1+6b+8c+10c)", count("1", "6b", "8c", "10c"), c.Differences)
	row("taking the current policy (1+5+6a+6b+8a+8c+10b+10c)", count("1", "4b", "6a", "6b", "8a", "8c", "10b", "10c"), c.CurrentPolicy)
	return t
}

// capacity writes a loss of capacity in percent, with all digits of the paper's
// shares.
func capacity(share float64) string { return format.Decimal(100*share, 3) + " %" }

// percentOf returns a part in percent of a whole.
func percentOf(part, of int) float64 { return 100 * float64(part) / float64(of) }
