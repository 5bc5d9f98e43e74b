package streit2002

import (
	"maps"
	"math"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/heuristics/dynp"
)

// rules are those that no measure expresses.
func (s set) rules() statement.Rules[Data] {
	return statement.Rules[Data]{"3.2-1": deciderAsPrinted, "3.2-2": fourCases, "4-1": s.asTable2}
}

// decisions calls visit with every order of the values of FCFS, SJF and LJF and every active policy.
func decisions(visit func(values []int64, current int)) {
	for k := range 27 {
		for current := range 3 {
			visit([]int64{int64(k % 3), int64(k / 3 % 3), int64(k / 9)}, current)
		}
	}
}

// deciderAsPrinted compares the program in section 3.2 with Table 1.
func deciderAsPrinted(Data) statement.Finding {
	const fcfs, sjf, ljf = 0, 1, 2
	printed := func(values []int64) int {
		best := sjf
		if values[sjf] > values[ljf] {
			best = ljf
		}
		if values[fcfs] <= values[best] {
			best = fcfs
		}
		return best
	}
	equal, of := 0, 0
	decisions(func(values []int64, current int) {
		of++
		if printed(values) == dynp.Simple(values, current) {
			equal++
		}
	})
	return statement.Foundf(statement.If(equal == of), "%d of %d decisions", equal, of)
}

// fourCases finds the cases of Table 1 in which the deciders differ.
func fourCases(Data) statement.Finding {
	takes := map[dynp.Case]int{}
	decisions(func(values []int64, current int) {
		if simple := dynp.Simple(values, current); simple != dynp.Advanced(values, current) {
			takes[dynp.CaseOf(values, current)] = simple
		}
	})
	const fcfs, sjf = 0, 1
	same := maps.Equal(takes, map[dynp.Case]int{"1": fcfs, "6b": fcfs, "8c": fcfs, "10c": sjf})
	return statement.Foundf(statement.If(same), "%d cases", len(takes))
}

// asTable2 compares the trace with the column of Table 2, where it is the paper's trace: by the number of jobs and by
// averages.
func (s set) asTable2(d Data) statement.Finding {
	p, _ := ByName(string(s))
	off := func(name string) float64 { // relative difference
		return math.Abs(d.Numbers[0].of("trace "+name, "", 1)/p.of("trace "+name, "", 1) - 1)
	}
	if len(d.Numbers) == 0 || math.IsNaN(off("jobs")) {
		return statement.Missing("")
	}
	if off("jobs") > 0.05 {
		jobs := int64(d.Numbers[0].Values["trace jobs"])
		return statement.Missing("the trace is another one, of " + format.Count(jobs, "job"))
	}
	largest := max(off("jobs"), off("width_mean"), off("estimate_mean"), off("run_time_mean"), off("interarrival_mean"))
	e := statement.Exact(100 * largest)
	return statement.Found(e.AtMost(1), "differ by at most "+e.Text(1, "%"))
}
