package streit2002

import (
	"maps"
	"math"
	"slices"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/internal/papers/statement"
	"github.com/optgap/optgap/heuristics/dynp"
)

// section3 has the claims that are not about a set.
func section3() []entry {
	const older = "the older job sets are not available"
	return slices.Concat(at("section 3.1",
		unjudged("3.1-1", "FCFS is a good average for two older job sets; SJF is best for one, LJF for the other", older),
		unjudged("3.1-2", "basic dynP with the right bounds outperforms FCFS on both", older),
	), at("section 3.2, Table 1",
		entry{
			ID: "3.2-1", Text: "the simple decider of Table 1 is the printed program", Printed: "Table 1", Fixed: true,
			Rule:  "both choose the same policy for every order of three values and every active policy",
			Judge: deciderAsPrinted,
		},
		entry{
			ID: "3.2-2", Text: "simple is wrong in cases 1, 6b, 8c, 10c: thrice FCFS, once SJF", Printed: "4 cases", Fixed: true,
			Rule:  "the deciders differ in these cases alone, and the simple one then takes FCFS, FCFS, FCFS and SJF",
			Judge: fourCases,
		},
	), at("section 3.2",
		unjudged("3.2-3", "the quality ARTwW leads to good results for different workloads", "no numbers"),
	))
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

// section4 has the claims about the traces, and the sets that are drawn from them.
func (s set) section4() []entry {
	past := percent("", 0.01, most, traced("past_estimate_share"))
	if s == "pc2" {
		past.low, past.high = 0, 0
	}
	var kept, drawn []check
	for _, key := range averages {
		kept = append(kept, ratio("", 0.95, 1.05, per(pooled(key), traced(key))))
		drawn = append(drawn, ratio("", 0, 0, pooled(key)))
	}
	return slices.Concat(at("section 4, Table 2",
		s.asTable2(),
		exactly(claim("4-2", "Weibull alpha and beta give the interarrival times",
			"its mean, beta * Gamma(1 + 1/alpha), is that of the trace", "5 %",
			ratio("", 0.95, 1.05, func(n *Numbers) float64 {
				t := n.Trace
				return t.of(weibullBeta) * math.Gamma(1+1/t.of(weibullAlpha)) / t.of("interarrival_mean")
			}))),
		exactly(claim("4-3", "jobs run past their estimate in all traces but PC2's",
			"their share is above 0; for PC2 it is 0", "", past)),
	), at("section 4, Tables 2 and 3",
		claim("4-4", "the synthetic sets keep the characteristics of the traces",
			"the averages of width, estimate, run time and interarrival time are those of the trace", "5 %", kept...),
	), at("section 4, Table 3",
		s.numbers("4-5", "the averages of Table 3", tolerance{10, "%"}, drawn...),
	), at("section 4, Figure 1",
		s.only("pc2", printing("52 %", claim("4-6",
			"10 minutes, 30 minutes or 2 hours are the estimate of about 52 % of the jobs", "their share is 52 %", "5 points",
			percent("", 47, 57, timed("common estimate"))))),
		printing("stairs", claim("4-7", "users tend to give common or round estimates",
			"multiples of 5 minutes are the estimate of most jobs", "",
			percent("", 50, most, timed("estimate of 5 min * n")))),
		printing("smoother", claim("4-8", "the curves of the run times are smoother than those of the estimates",
			"the most frequent run time has a smaller share of the jobs than the most frequent estimate", "",
			percent("", 0.01, most, timed("smoother run times")))),
		s.only("pc2", unjudged("4-9", "many jobs with an estimate of 2 hours end after 2 hours",
			"the text does not say how many")),
	))
}

// exactly returns a claim about the trace itself, which needs no drawn sets.
func exactly(e entry) entry {
	judge := e.Judge
	e.Judge = func(d Data) statement.Finding {
		if len(d.Numbers) == 0 {
			return statement.Missing("")
		}
		return judge(Data{Numbers: d.Numbers[:1], Printed: true})
	}
	return e
}

// asTable2 compares the trace with the column of Table 2, where it is the paper's trace.
func (s set) asTable2() entry {
	const id, text = "4-1", "the numbers of Table 2"
	p, ok := ByName(string(s))
	if !ok {
		return unjudged(id, text, noSet)
	}
	printed := p.Trace
	off := func(t JobSet, keys ...string) (largest float64) { // relative difference
		for _, key := range keys {
			largest = max(largest, math.Abs(t.of(key)/printed[key]-1))
		}
		return largest
	}
	const rule = "jobs and averages are the printed ones, where the trace has as many jobs, within 5 %"
	e := exactly(claim(id, text, rule, "1 %", percent("differ by at most", 0, 1, func(n *Numbers) float64 {
		return off(n.Trace, append([]string{"jobs"}, averages...)...)
	})))
	judge := e.Judge
	e.Printed = format.Whole(printed["jobs"]) + " jobs"
	e.Judge = func(d Data) statement.Finding {
		if len(d.Numbers) == 0 || d.Numbers[0].Trace == nil {
			return statement.Missing("")
		}
		if t := d.Numbers[0].Trace; off(t, "jobs") > 0.05 {
			return statement.Missing("the trace is another one, of " + format.Count(int64(t["jobs"]), "job"))
		}
		return judge(d)
	}
	return e
}

// section5 has the claims of sections 5 and 5.1.
func (s set) section5() []entry {
	return slices.Concat(at("section 5",
		unjudged("5-1", "a simulation takes some seconds to 24 hours", "about machines of 2002"),
		entry{
			ID: "5-2", Text: "a self-tuning step takes about 0.05 s with 185 waiting jobs", Printed: "0.05 s", Fixed: true,
			Rule: "the three plans of 185 waiting jobs take 0.05 s or less", Judge: stepTime,
		},
		s.figure("5-3", "with a smaller shrinking factor backlog, utilization and waits grow", "grow",
			"each is larger at the smallest factor than at the largest (advanced, ARTwW)", "",
			growth("backlog", func(r run) float64 { return r.Stats.Backlog }, its(best)),
			growth("use", utilization, its(best)),
			growth("wait", func(r run) float64 { return r.Wait }, its(best))),
	), at("section 5.1",
		unjudged("5.1-1", "UTIL, ARTwW and SLDwW_60", "a definition, which the replays follow"),
	))
}

// stepTime writes no measured time, so that equal runs print the same.
func stepTime(d Data) statement.Finding {
	const limit = 0.05
	if len(d.Numbers) == 0 || d.Numbers[0].Step == 0 {
		return statement.Missing("the jobs are too few for such a step")
	}
	if s := d.Numbers[0].Step; s > limit {
		return statement.Found(statement.Differs, format.Significant(s, 2)+" s")
	}
	return statement.Found(statement.Holds, "0.05 s or less")
}
