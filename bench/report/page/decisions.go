package page

import (
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
)

// parts is the number of parts of equal length into which the time of the trace is cut.
const parts = 24

// decisions counts the decisions of self-tuning at the stored steps of a study.
type decisions struct {
	total  int
	cases  map[dynp.Case][]int // numbers of steps by the index of the active policy
	active [parts][]int        // numbers of steps by part of the trace, and by that index
	from   int64               // second of the first step
	length float64             // seconds of a part
}

// decide counts the cases of Streit's Table 1 (2002) at the steps. The values that a case
// compares are the objectives of the plans. A step does not count where its active policy is
// none of FCFS, SJF and LJF, or where the plans of these policies are missing. None counts where
// another scheduler than dynP drove.
func decide(s Study) decisions {
	d := decisions{cases: map[dynp.Case][]int{}}
	if len(s.Steps) == 0 || !s.drivenByDynP() {
		return d
	}
	plans := map[int]map[string]record.Policy{}
	for _, r := range s.Results {
		plans[r.Index] = r.Policies
	}
	to := s.Steps[0].Now // steps may stand in any order
	d.from = to
	for _, step := range s.Steps {
		d.from, to = min(d.from, step.Now), max(to, step.Now)
	}
	d.length = float64(to-d.from+1) / parts
	for _, step := range s.Steps {
		current := slices.IndexFunc(heuristics.DynP(), func(p heuristics.Policy) bool { return p.Name == step.Policy })
		values, ok := objectives(plans[step.Index])
		if current < 0 || !ok {
			continue
		}
		d.total++
		row := dynp.CaseOf(values, current)
		if d.cases[row] == nil {
			d.cases[row] = make([]int, len(values))
		}
		d.cases[row][current]++
		part := min(int(float64(step.Now-d.from)/d.length), parts-1)
		if d.active[part] == nil {
			d.active[part] = make([]int, len(values))
		}
		d.active[part][current]++
	}
	return d
}

// drivenByDynP reports whether a dynP scheduler replayed the trace, or whether it is not known which one did.
func (s Study) drivenByDynP() bool {
	drive := s.Info.Arguments["drive"]
	return drive == "" || strings.Contains(drive, "dynp")
}

// objectives returns the objectives of the plans of FCFS, SJF and LJF. ok tells that all
// three are there.
func objectives(plans map[string]record.Policy) (values []int64, ok bool) {
	for _, p := range heuristics.DynP() {
		plan, found := plans[p.Name]
		if !found {
			return nil, false
		}
		values = append(values, plan.Objective)
	}
	return values, true
}

// table returns a row for each case that occurs, the most frequent first.
func (d decisions) table() table.Table {
	t := table.Table{Columns: slices.Concat(table.Words("case"), table.Numbers("steps", "share"))}
	for _, p := range heuristics.DynP() {
		t.Columns = append(t.Columns, table.Numbers(p.Name+"\nactive")...)
	}
	var cases []dynp.Case
	for c := range d.cases {
		cases = append(cases, c)
	}
	slices.SortFunc(cases, func(a, b dynp.Case) int {
		if n := sum(d.cases[b]) - sum(d.cases[a]); n != 0 {
			return n
		}
		return strings.Compare(string(a), string(b))
	})
	for _, c := range cases {
		n := sum(d.cases[c])
		row := []string{string(c), format.Integer(int64(n)), format.Share(float64(n)/float64(d.total), 1)}
		counts := table.Each(d.cases[c], func(k int) string { return format.Integer(int64(k)) })
		t.Rows = append(t.Rows, append(row, counts...))
	}
	return t
}

// sum returns the sum of counts.
func sum(counts []int) (n int) {
	for _, k := range counts {
		n += k
	}
	return n
}

// figure shows the active policies over the time of the trace.
func (d decisions) figure() figure.Figure {
	const day = 86400
	p := figure.Plot{Y: "share of steps with the policy active", Percent: true}
	p.X = fmt.Sprintf("time of the trace [days], %d parts", parts)
	var marks []figure.Mark
	for k, policy := range heuristics.DynP() {
		for part, counts := range d.active {
			if n := sum(counts); n > 0 {
				at := (float64(d.from) + (float64(part)+0.5)*d.length) / day
				marks = append(marks, figure.Mark{Line: policy.Name, X: at, Y: figure.Exactly(float64(counts[k]) / float64(n))})
			}
		}
	}
	p.Lines = figure.Lines(marks)
	return figure.Figure{Title: "Active policy over the time of the trace", Plots: []figure.Plot{p}}
}
