package dutot2004

import (
	"fmt"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/moldable/algorithm"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/heuristics/moldable"
)

// The rules of single statements.

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
	v := statement.Above(0).All(append(forward[:], list[:]...))
	percent := func(e [2]statement.Estimate) string {
		return format.Decimals([]float64{100 * e[0].Value, 100 * e[1].Value}, 1) + " %"
	}
	return statement.Foundf(v, "saves %s, then %s", percent(forward), percent(list))
}

func shufflesHelp(d Data) statement.Finding {
	neighbours, random := d.tried.saved(stageNeighbours, stageList)[0], d.tried.saved(stageRandom, stageList)[0]
	small := statement.Both(statement.Above(0), statement.AtMost(slight))
	return statement.Foundf(statement.All(small(neighbours), small(random)),
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

// printedSpeedups returns the speed-ups on 200 processors by the formula of section 4.1, with the printed
// means of X: 0.1 for weakly and 0.9 for highly parallel jobs.
func printedSpeedups() map[string]float64 {
	of := func(x float64) float64 {
		speedup := 1.0
		for j := 2.0; j <= float64(Paper().Machine); j++ {
			speedup *= (1 + j) / (x + j)
		}
		return speedup
	}
	return map[string]float64{"weak": of(0.1), "high": of(0.9)}
}

// speedsUp compares the speed-ups of jobs with the mean X.
func speedsUp(d Data) statement.Finding {
	weak, high := d.speedups["weak"], d.speedups["high"]
	return statement.Foundf(statement.If(high > weak), "high %s, weak %s", format.Decimal(high, 1),
		format.Decimal(weak, 1))
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

// gangIsBig compares Gang's makespan on weakly parallel jobs with those of all others.
func gangIsBig(d Data) statement.Finding {
	var times, gangs []statement.Estimate
	for _, n := range d.sizes() {
		gang := d.ratio("weak", algorithm.Gang, byMakespan, n)
		gangs = append(gangs, gang)
		for _, a := range others(algorithm.Gang) {
			times = append(times, quotient(gang, d.ratio("weak", a, byMakespan, n)))
		}
	}
	return statement.Found(statement.AtLeast(veryBig).All(times), statement.Values(gangs, 2))
}

// opposite compares Gang and Sequential with few and with many jobs.
func opposite(d Data) statement.Finding {
	few, many, ok := d.ends()
	if !ok {
		return statement.Missing("a single number of jobs")
	}
	var first, last []statement.Estimate
	for _, c := range []criterion{byMinsum, byMakespan} {
		first = append(first, d.lead("high", algorithm.Gang, algorithm.Sequential, c, few))
		last = append(last, d.lead("high", algorithm.Gang, algorithm.Sequential, c, many))
	}
	return statement.Foundf(statement.All(statement.Below(0).All(first), statement.Above(0).All(last)),
		"difference %s with %d, %s with %d", statement.Values(first, 2), few, statement.Values(last, 2), many)
}

// aroundTwo judges both ratios on mixed jobs.
func aroundTwo(d Data) statement.Finding {
	var means, spreads []statement.Estimate
	for _, c := range []criterion{byMinsum, byMakespan} {
		means = append(means, d.mean("mixed", algorithm.BiCriteria, c))
		spreads = append(spreads, spread(d.ratios("mixed", algorithm.BiCriteria, c)))
	}
	v := statement.All(statement.About(2, around).All(means), statement.AtMost(stable).All(spreads))
	return statement.Foundf(v, "minsum %s, by %s; makespan %s, by %s",
		format.Decimal(means[0].Value, 2), format.Decimal(spreads[0].Value, 2),
		format.Decimal(means[1].Value, 2), format.Decimal(spreads[1].Value, 2))
}

// increase compares the ratios of two lists with many jobs and with few.
func increase(d Data) statement.Finding {
	few, many, ok := d.ends()
	if !ok {
		return statement.Missing("a single number of jobs")
	}
	var all []statement.Estimate
	for _, a := range []algorithm.Algorithm{algorithm.ListShelf, algorithm.ListLPTF} {
		all = append(all, quotient(d.ratio("mixed", a, byMinsum, many), d.ratio("mixed", a, byMinsum, few)))
	}
	return statement.Found(statement.AtLeast(greatly).All(all), "factors "+statement.Values(all, 2))
}

// notFarFromBest compares the makespan with the least of the other algorithms.
func notFarFromBest(d Data) statement.Finding {
	var all []statement.Estimate
	for _, model := range Models() {
		best := statement.Estimate{}
		for _, e := range d.means(model, byMakespan, others(algorithm.BiCriteria)...) {
			if !best.Known() || e.Value < best.Value {
				best = e
			}
		}
		all = append(all, quotient(d.mean(model, algorithm.BiCriteria, byMakespan), best))
	}
	return statement.Found(statement.AtMost(notFar).All(all), statement.Values(all, 2))
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
