package dutot2004

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/moldable/instances"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/heuristics/moldable"
)

// The rules of single statements.

// onlineWithin judges the replays of jobs that come over time.
func onlineWithin(d Data) statement.Finding {
	if d.tried == nil || len(d.tried.Points) == 0 {
		return statement.Missing("")
	}
	largest := slices.Max(frame.Each(d.tried.Points, func(p TriedPoint) float64 { return p.Online[0] }))
	return statement.Foundf(statement.If(largest <= 3), "%s at most in %s",
		format.Decimal(largest, 2), format.Count(int64(len(d.tried.Points)), "replay"))
}

// stagesImprove judges the steps from batches to a list.
func stagesImprove(d Data) statement.Finding {
	forward, list := d.tried.saved(stageForward, stageBatches), d.tried.saved(stageList, stageForward)
	v := statement.Above(0).All(append(forward[:], list[:]...))
	percent := func(e [2]statement.Estimate) string {
		return format.Decimals([]float64{100 * e[0].Value, 100 * e[1].Value}, 1) + " %"
	}
	return statement.Foundf(v, "saves %s, then %s", percent(forward), percent(list))
}

func shufflesHelp(d Data) statement.Finding {
	neighbours, random := d.tried.saved(stageNeighbours, stageList)[0], d.tried.saved(stageRandom, stageList)[0]
	small := func(e statement.Estimate) statement.Verdict { return statement.All(e.Above(0), e.AtMost(0.05)) }
	return statement.Foundf(statement.All(small(neighbours), small(random)),
		"random %s %%, neighbours %s %%", format.Decimal(100*random.Value, 2), format.Decimal(100*neighbours.Value, 2))
}

// lowerBound judges the relaxed program by the counterexample and by the schedules of the run.
func lowerBound(d Data) statement.Finding {
	x := d.example
	text := fmt.Sprintf("%s for an optimum of %d", format.Decimal(x.Printed, 0), x.Optimum)
	if len(d.Models) > 0 {
		text += fmt.Sprintf("; %d of %s above a schedule", d.Above, format.Integer(int64(d.Instances)))
	}
	return statement.Found(statement.If(x.Printed <= float64(x.Optimum) && d.Above == 0), text)
}

// speedup returns the speed-up on 200 processors by the formula of section 4.1.
func speedup(x float64) float64 {
	speedup := 1.0
	for j := 2.0; j <= float64(Paper().Machine); j++ {
		speedup *= (1 + j) / (x + j)
	}
	return speedup
}

// speedsUp compares the speed-ups of jobs with the mean X: 0.1 for weakly and 0.9 for highly parallel jobs as printed.
func speedsUp(d Data) statement.Finding {
	weak, high := speedup(0.1), speedup(0.9)
	if d.reading == instances.ByFormula {
		weak, high = high, weak
	}
	return statement.Foundf(statement.If(high > weak), "high %s, weak %s", format.Decimal(high, 1),
		format.Decimal(weak, 1))
}

// monotone judges generated vectors.
func monotone(d Data) statement.Finding {
	if len(d.Models) == 0 {
		return statement.Missing("")
	}
	n, all := 0, 0
	for _, name := range Models() {
		const jobs = 100
		in, err := workload{name, d.reading}.model().Generate(jobs, Paper().Machine, 1)
		if err != nil {
			return statement.Missing(err.Error())
		}
		all += len(in.Jobs)
		n += statement.Number(in.Jobs, func(j moldable.Job) bool {
			one := moldable.Instance{Machine: in.Machine, Tick: in.Tick, Jobs: []moldable.Job{j}}
			return one.Monotone() == nil
		})
	}
	return statement.Foundf(statement.If(n == all), "%d of %d", n, all)
}

// gangIsBig compares Gang's makespan on weakly parallel jobs with those of all others.
func gangIsBig(d Data) statement.Finding {
	var times []statement.Estimate
	gangs := d.each(byMakespan, "weak", gang, "")
	for _, a := range others(gang) {
		for i, other := range d.each(byMakespan, "weak", a, "") {
			times = append(times, quotient(gangs[i], other))
		}
	}
	return statement.Found(statement.AtLeast(2).All(times), statement.Values(gangs, 2))
}

// opposite compares Gang and Sequential with few and with many jobs.
func opposite(d Data, few, many int) statement.Finding {
	var first, last []statement.Estimate
	for _, c := range []criterion{byMinsum, byMakespan} {
		lead := d.leads(c, "high", gang, sequential)
		first, last = append(first, lead[few]), append(last, lead[many])
	}
	return statement.Foundf(statement.All(statement.Below(0).All(first), statement.Above(0).All(last)),
		"difference %s with %d, %s with %d", statement.Values(first, 2), d.Jobs[few], statement.Values(last, 2), d.Jobs[many])
}

// aroundTwo judges both ratios on mixed jobs.
func aroundTwo(d Data) statement.Finding {
	var means, spreads []statement.Estimate
	for _, c := range []criterion{byMinsum, byMakespan} {
		means = append(means, d.mean(c, "mixed", ours))
		spreads = append(spreads, spread(d.each(c, "mixed", ours, "")))
	}
	v := statement.All(statement.About(2, around).All(means), statement.AtMost(stable).All(spreads))
	return statement.Foundf(v, "minsum %s, by %s; makespan %s, by %s",
		format.Decimal(means[0].Value, 2), format.Decimal(spreads[0].Value, 2),
		format.Decimal(means[1].Value, 2), format.Decimal(spreads[1].Value, 2))
}

// notFarFromBest compares the makespan with the least of the other algorithms.
func notFarFromBest(d Data) statement.Finding {
	all := frame.Each(Models(), func(model string) statement.Estimate {
		best := slices.MinFunc(d.means(byMakespan, model, others(ours)...), func(a, b statement.Estimate) int {
			return cmp.Compare(a.Value, b.Value)
		})
		return quotient(d.mean(byMakespan, model, ours), best)
	})
	return statement.Found(statement.AtMost(1.5).All(all), statement.Values(all, 2))
}

// quick judges the time of the algorithm with the most jobs of the paper.
func quick(d Data) statement.Finding {
	times, _ := ratio(d.all(Models(), []int{400}, ours), inSeconds)
	if times == nil {
		return statement.Missing("no instances of 400 jobs")
	}
	return statement.Foundf(statement.If(times.Most < 2), "%s ms at most", format.Decimal(1000*times.Most, 0))
}
