package dutot2004

import (
	"fmt"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/heuristics/moldable"
)

// method are the statements of sections 1 to 4.1.
func method() []entry {
	return []entry{
		{
			ID: "1-1", Where: "sections 1.3 and 4.1",
			Text:   "guarantees 3/2, 3, 8, 8.53, 12; Gang is optimal for linear speed-ups",
			Reason: "theorems",
		},
		{
			ID: "2-1", Where: "section 2.2", Text: "batches of jobs over time end within twice the off-line guarantee",
			Printed: "3",
			Rule: "no replay by the dual approximation, within 3/2, ends later than 3 times the bound: the larger of " +
				"the off-line bound and every release with the job's least time",
			Judge: onlineWithin,
		},
		{
			ID: "3-1", Where: "sections 2, 3.1 and 4.1, Figures 1 and 2", Text: "criteria, algorithm and workloads",
			Reason: "definitions",
		},
		{
			ID: "3.2-1", Where: "section 3.2", Text: "the knapsack takes O(mn), the algorithm O(mnK)",
			Reason: "a limit",
		},
		{
			ID: "3.2-2", Where: "section 3.2", Text: "pulling forward improves the batches, a list algorithm improves that",
			Rule:  "both criteria fall at each step, as averages over all workloads and numbers of jobs, paired",
			Judge: stagesImprove,
		},
		{
			ID: "3.2-3", Where: "section 3.2", Text: "shuffling the batches leads to small improvements only",
			Rule:      "the average share of the minsum that it saves is above 0 and small, random or by neighbours",
			Tolerance: fmt.Sprintf("small: %g %% or less", 100*slight), Judge: shufflesHelp,
		},
		{
			ID: "3.3-1", Where: "section 3.3", Text: "the relaxed program's value is never above the optimal minsum",
			Rule:  "at most 8 for two jobs of times 3 and 5 on two processors, and at most any schedule's here",
			Fixed: true, Judge: lowerBound,
		},
		{
			ID: "4.1-1", Where: "section 4.1", Text: "X of 0.9 makes jobs highly parallel, nearly linear; X of 0.1 weakly",
			Rule:  "by the formula the speed-up on 200 processors is larger for highly than for weakly parallel jobs",
			Fixed: true,
			Judge: func(d Data) statement.Finding {
				weak, high := d.speedups["weak"], d.speedups["high"]
				return statement.Foundf(statement.If(high > weak), "high %s, weak %s", format.Decimal(high, 1),
					format.Decimal(weak, 1))
			},
		},
		{
			ID: "4.1-2", Where: "section 4.1", Text: "more processors take less time and more work", Fixed: true,
			Rule: "all vectors of 100 jobs of each workload are monotone", Judge: monotone,
		},
	}
}

// onlineWithin judges the replays of jobs that come over time.
func onlineWithin(d Data) statement.Finding {
	if d.tried == nil || len(d.tried.Online) == 0 {
		return statement.Missing("")
	}
	largest := 0.0
	for _, r := range d.tried.Online {
		largest = max(largest, r.Dual)
	}
	return statement.Foundf(statement.If(largest <= 3), "%s at most in %s",
		format.Decimal(largest, 2), format.Count(int64(len(d.tried.Online)), "replay"))
}

// stagesImprove judges the steps from batches to a list.
func stagesImprove(d Data) statement.Finding {
	forward, list := d.tried.saved(stageForward, stageBatches), d.tried.saved(stageList, stageForward)
	var verdicts []statement.Verdict
	for _, e := range append(forward[:], list[:]...) {
		verdicts = append(verdicts, e.Above(0))
	}
	if !forward[0].Known() {
		return statement.Missing("")
	}
	percent := func(e [2]statement.Estimate) string {
		return format.Decimals([]float64{100 * e[0].Value, 100 * e[1].Value}, 1) + " %"
	}
	return statement.Foundf(statement.All(verdicts...), "saves %s, then %s",
		percent(forward), percent(list))
}

func shufflesHelp(d Data) statement.Finding {
	neighbours, random := d.tried.saved(stageNeighbours, stageList)[0], d.tried.saved(stageRandom, stageList)[0]
	if !neighbours.Known() {
		return statement.Missing("")
	}
	return statement.Foundf(statement.All(
		neighbours.Above(0), neighbours.AtMost(slight), random.Above(0), random.AtMost(slight)),
		"random %s %%, neighbours %s %%", format.Decimal(100*random.Value, 2), format.Decimal(100*neighbours.Value, 2))
}

// lowerBound judges the relaxed program by the counterexample and by the schedules of the run.
func lowerBound(d Data) statement.Finding {
	x := d.example
	text := fmt.Sprintf("%s for an optimum of %d", format.Decimal(x.Printed, 0), x.Optimum)
	above := 0
	if m := d.measured; m != nil {
		above = m.Above
		text += fmt.Sprintf("; %d of %s above a schedule", m.Above, format.Integer(int64(m.Instances)))
	}
	return statement.Found(statement.If(x.Printed <= float64(x.Optimum) && above == 0), text)
}

// monotone judges generated vectors.
func monotone(d Data) statement.Finding {
	if d.measured == nil {
		return statement.Missing("")
	}
	n, all := 0, 0
	for _, name := range Models() {
		const jobs = 100
		in, err := set(name, d.reading).Generate(jobs, Paper().Machine, 1)
		if err != nil {
			return statement.Missing(err.Error())
		}
		for _, j := range in.Jobs {
			one := moldable.Instance{Machine: in.Machine, Tick: in.Tick, Jobs: []moldable.Job{j}}
			if one.Monotone() == nil {
				n++
			}
			all++
		}
	}
	return statement.Foundf(statement.If(n == all), "%d of %d", n, all)
}
