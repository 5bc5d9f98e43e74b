package streit2002

import (
	"fmt"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/frame"
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
func (c column) mean(of number) float64 {
	return stat.Mean(frame.Each(frame.Pointers(c.numbers), of), nil)
}

// decimals returns a function that writes numbers with so many digits.
func decimals(digits int) func(float64) string {
	return func(v float64) string { return format.Decimal(v, digits) }
}

// share100 writes a share from 0 to 1 in percent, and capacity with as many digits as the paper has a loss of capacity.
func share100(v float64) string { return format.Percent(100 * v) }
func capacity(v float64) string { return format.Decimal(100*v, 3) + " %" }

// Policies in the order of all tables, with their rows in Tables 4 and 5. The paper has SJF first.
var policies = []struct {
	name            string
	start, switches int
}{{fcfs, ByFCFS, ToFCFS}, {sjf, BySJF, ToSJF}, {ljf, ByLJF, ToLJF}}

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
		rows := []row{
			{name: "ARTwW [s]", write: format.Whole, of: cell(ARTwW)(k)},
			{name: "UTIL", write: format.Percent, of: cell(Util)(k)}, {name: "LOC", write: capacity, of: cell(LOC)(k)},
		}
		for _, p := range policies {
			rows = append(rows, row{name: "started with " + p.name + " [%]", of: started(p.start)(k),
				write: func(v float64) string { return format.Decimal(100*v, 2) }})
		}
		return rows
	})
}

func table5(columns []column) table.Table {
	rows := []row{
		{name: "average run time [s]", write: format.Whole, of: detail(RunTime)},
		{name: "average wait time [s]", write: format.Whole, of: detail(Wait)},
		{name: "ART [s]", write: format.Whole, of: detail(ART)},
		{name: "ARTwW [s]", write: format.Whole, of: cell(ARTwW)(detailed)},
		{name: "utilization", write: format.Percent, of: cell(Util)(detailed)},
		{name: "LOC", write: capacity, of: cell(LOC)(detailed)},
	}
	for _, p := range policies {
		rows = append(rows, row{name: "started with " + p.name, write: share100, of: started(p.start)(detailed)})
	}
	rows = append(rows, row{name: "total tries of switches", write: format.Whole, of: detail(Tries)},
		row{name: "  per job", write: decimals(3), of: perJob(detail(Tries))})
	for _, p := range policies {
		rows = append(rows, row{name: "switches to " + p.name, write: format.Percent, of: detail(p.switches)})
	}
	rows = append(rows, row{name: "same policy", write: format.Percent, of: detail(Same)},
		row{name: "average backlog", write: decimals(2), of: detail(Backlog)})
	return beside("Table 5. The advanced decider with ARTwW in detail", heads("", columns), columns,
		func(int) []row { return rows })
}

// table6Rows holds the rows of Table 6. Case 5 counts as 4b. All decisions are counted in total.
var table6Rows = []struct {
	name  string
	cases []dynp.Case
}{
	{"case 1", []dynp.Case{"1"}}, {"cases 2 & 7", []dynp.Case{"2", "7"}}, {"cases 3 & 9", []dynp.Case{"3", "9"}},
	{"cases 4b & 5", []dynp.Case{"4b"}}, {"case 4a", []dynp.Case{"4a"}}, {"case 4c", []dynp.Case{"4c"}},
	{"case 6a", []dynp.Case{"6a"}}, {"case 6b", []dynp.Case{"6b"}}, {"case 6c", []dynp.Case{"6c"}},
	{"case 8a", []dynp.Case{"8a"}}, {"case 8b", []dynp.Case{"8b"}}, {"case 8c", []dynp.Case{"8c"}},
	{"case 10a", []dynp.Case{"10a"}}, {"case 10b", []dynp.Case{"10b"}}, {"case 10c", []dynp.Case{"10c"}},
	{name: "total"}, {"differences to simple\n(1+6b+8c+10c)", []dynp.Case{"1", "6b", "8c", "10c"}},
	{
		"current policy\n(1+5+6a+6b+8a+8c+10b+10c)",
		[]dynp.Case{"1", "4b", "6a", "6b", "8a", "8c", "10b", "10c"},
	},
}

func table6(columns []column) table.Table {
	return beside("Table 6. Cases of the advanced decider with ARTwW, and their share", heads("case of Table 1", columns),
		columns, func(int) (rows []row) {
			for i, r := range table6Rows {
				rows = append(rows, row{name: r.name, of: count(i), whole: count(total)})
			}
			return rows
		})
}

// percentOf returns a part in percent of the whole; 0 of nothing.
func percentOf(part, of int) float64 {
	if of == 0 {
		return 0
	}
	return 100 * float64(part) / float64(of)
}
