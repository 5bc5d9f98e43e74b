package dutot2004

import (
	"fmt"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/moldable/algorithm"
	"github.com/optgap/optgap/bench/papers/statement"
)

// summary are the statements about all workloads, Figure 7 and section 5.
func summary() []entry {
	const where = "section 4.2"
	return []entry{
		never("4.2-16", where, "the minsum ratio is never more than 2.5", mostMinsum, Models(), byMinsum,
			algorithm.BiCriteria),
		averaged("4.2-17", "the minsum ratio is around 2 on average", byMinsum, averageMinsum, around,
			fmt.Sprintf("around: %g", around)),
		{
			ID: "4.2-18", Where: where, Text: "the makespan ratio is almost always below 2", Printed: "below 2",
			Rule: "share of the runs of all workloads", Tolerance: fmt.Sprintf("%g %% or more", 100*almostAlways),
			Judge: belowTwo,
		},
		averaged("4.2-19", "the makespan ratio is 1.9 on average", byMakespan, averageMakespan, rounding,
			fmt.Sprintf("rounded: %g", rounding)),
		{
			ID: "4.2-20", Where: where, Text: "it performs better when jobs are more parallel",
			Rule: "the average minsum ratio is smaller for highly than for weakly parallel jobs",
			Judge: func(d Data) statement.Finding {
				high, weak := d.mean("high", algorithm.BiCriteria, byMinsum), d.mean("weak", algorithm.BiCriteria, byMinsum)
				return statement.Found(high.Minus(weak).Below(0), high.Text(2, "")+", "+weak.Text(2, ""))
			},
		},
		{
			ID: "4.2-21", Where: where, Text: "the minsum ratio is insensitive to the jobs' behaviour",
			Rule: "largest over least average of the four workloads", Tolerance: fmt.Sprintf("factor %g", stable),
			Judge: func(d Data) statement.Finding {
				var all []statement.Estimate
				for _, model := range Models() {
					all = append(all, d.mean(model, algorithm.BiCriteria, byMinsum))
				}
				return statement.Found(spread(all).AtMost(stable), written(all))
			},
		},
		{
			ID: "4.2-22", Where: where, Text: "the makespan ratio is not far from the alternatives'",
			Rule:      "average over the least average of the others, in each workload",
			Tolerance: fmt.Sprintf("factor %g", notFar), Judge: notFarFromBest,
		},
		{
			ID: "4.2-23", Where: where, Text: "SAF does well on simple cases; complex ones need the algorithm",
			Rule:  "SAF has the smaller average minsum ratio on mixed jobs, and the larger one on Cirne's",
			Judge: simpleAndComplex,
		},
		{
			ID: "4.2-24", Where: "section 4.2, Figure 7", Text: "it takes less than 2 s for the largest instances",
			Printed: "2 s", Rule: "no run with 400 jobs takes longer", Judge: quick,
		},
		{
			ID: "5-1", Where: "section 5", Text: "performance is very good on average, and fast enough for practice",
			Reason: "no measure",
		},
	}
}

// averaged judges the average of the bi-criteria algorithm over workloads and numbers of jobs.
func averaged(id, claim string, c criterion, value, tolerance float64, allowed string) entry {
	return entry{
		ID: id, Where: "section 4.2", Text: claim, Tolerance: allowed,
		Rule: "mean over the workloads and the numbers of jobs of the ratio of sums",
		Judge: func(d Data) statement.Finding {
			if d.measured == nil {
				return aroundPrinted(d, id, value, tolerance)
			}
			e := d.average(Models(), algorithm.BiCriteria, nil, c)
			return statement.Found(e.About(value, tolerance), e.Text(2, ""))
		},
	}
}

func belowTwo(d Data) statement.Finding {
	good, all := 0, 0
	for _, model := range Models() {
		for _, n := range d.sizes() {
			for _, r := range d.of(model, algorithm.BiCriteria, n) {
				if all++; byMakespan.value(r) < mostMakespan*byMakespan.bound(r) {
					good++
				}
			}
		}
	}
	e := statement.Share(good, all).Scaled(100)
	return statement.Found(e.AtLeast(100*almostAlways), e.Text(1, "%"))
}

func notFarFromBest(d Data) statement.Finding {
	var verdicts []statement.Verdict
	var all []statement.Estimate
	for _, model := range Models() {
		own, best := d.mean(model, algorithm.BiCriteria, byMakespan), statement.Estimate{}
		for _, a := range others(algorithm.BiCriteria) {
			if e := d.mean(model, a, byMakespan); !best.Known() || e.Value < best.Value {
				best = e
			}
		}
		q := quotient(own, best)
		verdicts, all = append(verdicts, q.AtMost(notFar)), append(all, q)
	}
	return statement.Found(statement.All(verdicts...), written(all))
}

func simpleAndComplex(d Data) statement.Finding {
	var leads []statement.Estimate
	for _, model := range []string{"mixed", "cirne"} {
		leads = append(leads, d.average([]string{model}, algorithm.ListSAF, &algorithm.BiCriteria, byMinsum))
	}
	return statement.Found(statement.All(leads[0].Below(0), leads[1].Above(0)), "SAF less it: "+written(leads))
}

// quick judges the time of the algorithm with the most jobs of the paper.
func quick(d Data) statement.Finding {
	slowest, runs := 0.0, 0
	for _, model := range Models() {
		for _, r := range d.of(model, algorithm.BiCriteria, 400) {
			slowest, runs = max(slowest, r.SolveSeconds), runs+1
		}
	}
	if runs == 0 {
		return statement.Missing("no instances of 400 jobs")
	}
	return statement.Foundf(statement.If(slowest < mostSeconds), "%s ms at most", format.Decimal(1000*slowest, 0))
}
