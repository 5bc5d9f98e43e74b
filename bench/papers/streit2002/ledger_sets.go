package streit2002

import (
	"math"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/heuristics/dynp"
)

// basics returns the claims of section 3, which are not about a set.
func basics() []entry {
	const older = "the older job sets are not available"
	return []entry{
		unjudged("3.1-1", "section 3.1",
			"FCFS is a good average for two older job sets; SJF is best for one, LJF for the other", older),
		unjudged("3.1-2", "section 3.1", "basic dynP with the right bounds outperforms FCFS on both", older),
		{
			ID: "3.2-1", Where: "section 3.2, Table 1", Text: "the simple decider of Table 1 is the printed program",
			Rule:    "both choose the same policy for every order of three values and every active policy",
			Printed: "Table 1", Judge: deciderAsPrinted, Fixed: true,
		},
		{
			ID: "3.2-2", Where: "section 3.2, Table 1",
			Text:    "simple is wrong in cases 1, 6b, 8c, 10c: thrice FCFS, once SJF",
			Rule:    "the deciders differ in these cases alone, and the simple one then takes FCFS, FCFS, FCFS and SJF",
			Printed: "4 cases", Judge: fourCases, Fixed: true,
		},
		unjudged("3.2-3", "section 3.2", "the quality ARTwW leads to good results for different workloads",
			"no numbers"),
	}
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
	want := map[dynp.Case]int{"1": fcfs, "6b": fcfs, "8c": fcfs, "10c": sjf}
	same := len(takes) == len(want)
	for k, policy := range want {
		found, ok := takes[k]
		same = same && ok && found == policy
	}
	return statement.Foundf(statement.If(same), "%d cases", len(takes))
}

// workloads returns the claims of section 4.
func workloads(set string) []entry {
	const where = "section 4, Figure 1"
	past := percent("", 0.01, most, traced("past_estimate_share"))
	if set == "pc2" {
		past.low, past.high = 0, 0
	}
	return []entry{
		asTable2(set),
		{
			ID: "4-2", Where: "section 4, Table 2",
			Text: "Weibull alpha and beta give the interarrival times",
			Rule: "its mean, beta * Gamma(1 + 1/alpha), is that of the trace", Tolerance: "5 %",
			Judge: exactly(ratio("", 0.95, 1.05, func(n *Numbers) float64 {
				t := n.Trace
				return t.of(weibullBeta) * math.Gamma(1+1/t.of(weibullAlpha)) / t.of("interarrival_mean")
			})),
		},
		{
			ID: "4-3", Where: "section 4, Table 2", Text: "jobs run past their estimate in all traces but PC2's",
			Rule: "their share is above 0; for PC2 it is 0", Judge: exactly(past),
		},
		{
			ID: "4-4", Where: "section 4, Tables 2 and 3", Text: "the synthetic sets keep the characteristics of the traces",
			Rule:      "the averages of width, estimate, run time and interarrival time are those of the trace",
			Tolerance: "5 %", Judge: judged(kept()...),
		},
		numbers(set, "4-5", "section 4, Table 3", "the averages of Table 3", "10 %", by(0.1), drawn()...),
		about(set, []string{"pc2"}, false, entry{
			ID: "4-6", Where: where, Text: "10 minutes, 30 minutes or 2 hours are the estimate of about 52 % of the jobs",
			Rule: "their share is 52 %", Tolerance: "5 points", Printed: "52 %",
			Judge: judged(percent("", 47, 57, timed(func(t *Times) float64 { return t.Common }))),
		}),
		{
			ID: "4-7", Where: where, Text: "users tend to give common or round estimates", Printed: "stairs",
			Rule:  "multiples of 5 minutes are the estimate of most jobs",
			Judge: judged(percent("", 50, most, timed(func(t *Times) float64 { return t.Round }))),
		},
		{
			ID: "4-8", Where: where, Text: "the curves of the run times are smoother than those of the estimates",
			Printed: "smoother",
			Rule:    "the most frequent run time has a smaller share of the jobs than the most frequent estimate",
			Judge:   judged(percent("", 0.01, most, timed(func(t *Times) float64 { return t.EstimateStair - t.RunTimeStair }))),
		},
		about(set, []string{"pc2"}, false, unjudged("4-9", where, "many jobs with an estimate of 2 hours end after 2 hours",
			"the text does not say how many")),
	}
}

func timed(of func(*Times) float64) func(*Numbers) float64 {
	return func(n *Numbers) float64 {
		if n.Times == nil {
			return math.NaN()
		}
		return of(n.Times)
	}
}

// kept compares the averages of a set with those of its trace, and drawn with those of Table 3.
func kept() (checks []check) {
	for _, a := range averages {
		checks = append(checks, ratio(a.name, 0.95, 1.05, per(pooled(a.key), traced(a.key))))
	}
	return checks
}

func drawn() (checks []check) {
	for _, a := range averages {
		checks = append(checks, check{name: a.name, of: pooled(a.key), digits: 1})
	}
	return checks
}

// exactly returns a rule about the trace itself, which needs no drawn sets.
func exactly(c check) func(Data) statement.Finding {
	return func(d Data) statement.Finding {
		if len(d.Numbers) == 0 {
			return statement.Missing("")
		}
		return Data{Numbers: d.Numbers[:1], Printed: true}.judge(c)
	}
}

// asTable2 compares the trace with the column of Table 2, where it is the paper's trace.
func asTable2(set string) entry {
	const id, where, text = "4-1", "section 4, Table 2", "the numbers of Table 2"
	p, ok := ByName(set)
	if !ok {
		return unjudged(id, where, text, "the trace stands beside no set of the paper")
	}
	printed := p.Trace()
	off := func(t JobSet, key string) float64 { return math.Abs(t.of(key)/printed[key] - 1) }
	compared := func(n *Numbers) float64 { // the largest relative difference
		largest := off(n.Trace, "jobs")
		for _, a := range averages {
			largest = max(largest, off(n.Trace, a.key))
		}
		return largest
	}
	return entry{
		ID: id, Where: where, Text: text, Tolerance: "1 %", Printed: format.Whole(printed["jobs"]) + " jobs",
		Rule: "jobs and averages are the printed ones, where the trace has as many jobs, within 5 %",
		Judge: func(d Data) statement.Finding {
			if len(d.Numbers) == 0 || d.Numbers[0].Trace == nil {
				return statement.Missing("")
			}
			if t := d.Numbers[0].Trace; off(t, "jobs") > 0.05 {
				return statement.Missing("the trace is another one, of " + format.Count(int64(t["jobs"]), "job"))
			}
			return exactly(percent("differ by at most", 0, 1, compared))(d)
		},
	}
}

// textWaits holds the waits in the text below Table 5, in percent of the run times.
var textWaits = map[string]float64{"ctc": 35, "kth": 84, "pc2": 91, "sdsc": 0.7}

// printedStep holds the seconds of a self-tuning step with 185 waiting jobs, section 5.
var printedStep = map[string]float64{"ctc": 0.05}

// framework returns the claims of sections 5 and 5.1.
func framework(set string) []entry {
	return []entry{
		unjudged("5-1", "section 5", "a simulation takes some seconds to 24 hours", "about machines of 2002"),
		{
			ID: "5-2", Where: "section 5", Text: "a self-tuning step takes about 0.05 s with 185 waiting jobs",
			Printed: "0.05 s", Rule: "the three plans of 185 waiting jobs take 0.05 s or less", Judge: stepTime, Fixed: true,
		},
		{
			ID: "5-3", Where: "section 5",
			Text: "with a smaller shrinking factor backlog, utilization and waits grow", Printed: "grow",
			Rule: "each is larger at the smallest factor than at the largest (advanced, ARTwW)",
			Judge: fromFigures(set,
				growth("backlog", func(r run) float64 { return r.Stats.Backlog() }, its(best)),
				growth("use", utilization, its(best)),
				growth("wait", func(r run) float64 { return r.Wait }, its(best))),
		},
		unjudged("5.1-1", "section 5.1", "UTIL, ARTwW and SLDwW_60", "a definition, which the replays follow"),
	}
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
