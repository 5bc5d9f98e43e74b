package streit2002

import (
	"maps"

	"github.com/optgap/optgap/heuristics/dynp"
)

// own are numbers of section 3.2, which need no jobs, by their names in measures.
var own = map[string]func() float64{"decisions": decisionsAsPrinted, "cases": casesAsStated}

// decisions calls visit with every order of the values of FCFS, SJF and LJF and every active policy.
func decisions(visit func(values []int64, current int)) {
	for k := range 27 {
		for current := range 3 {
			visit([]int64{int64(k % 3), int64(k / 3 % 3), int64(k / 9)}, current)
		}
	}
}

// decisionsAsPrinted is the share of the decisions in which the program in section 3.2 chooses as Table 1 does.
func decisionsAsPrinted() float64 {
	const fcfs, sjf, ljf = 0, 1, 2
	equal, of := 0.0, 0.0
	decisions(func(values []int64, current int) {
		best := sjf
		if values[sjf] > values[ljf] {
			best = ljf
		}
		if values[fcfs] <= values[best] {
			best = fcfs
		}
		if of++; best == dynp.Simple(values, current) {
			equal++
		}
	})
	return equal / of
}

// casesAsStated is the number of the cases of Table 1 in which the deciders differ; -1: they are not those of the text.
func casesAsStated() float64 {
	takes := map[dynp.Case]int{}
	decisions(func(values []int64, current int) {
		if simple := dynp.Simple(values, current); simple != dynp.Advanced(values, current) {
			takes[dynp.CaseOf(values, current)] = simple
		}
	})
	const fcfs, sjf = 0, 1
	if !maps.Equal(takes, map[dynp.Case]int{"1": fcfs, "6b": fcfs, "8c": fcfs, "10c": sjf}) {
		return -1
	}
	return float64(len(takes))
}
