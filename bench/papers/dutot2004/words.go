package dutot2004

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/moldable/experiment"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/heuristics/moldable"
)

// words are the measures of the ledger. CRITERION is minsum or makespan: its ratio to the bound of the paper's figures.
// MODEL is a workload, or all for each of them. With OTHER it is what ALGORITHM is above the other one, paired by the
// instances.
var words = statement.Words[Data]{
	// of CRITERION MODEL ALGORITHM [OTHER]: the mean over the numbers of jobs
	"mean": {Digits: 2, Of: Data.mean},
	// of CRITERION MODEL: the least mean of the other algorithms
	"best": {Digits: 2, Of: func(d Data, w []string) statement.Estimate {
		means := table.Each(others(ours), func(a string) statement.Estimate { return d.mean([]string{w[0], w[1], a}) })
		return slices.MinFunc(means, func(a, b statement.Estimate) int { return cmp.Compare(a.Value, b.Value) })
	}},
	// of CRITERION MODEL ALGORITHM: the largest ratio of a run
	"most": {Digits: 2, Unit: "at most", Of: Data.most},
	// of CRITERION MODEL ALGORITHM OTHER: the largest difference of all numbers of jobs, and that with the fewest jobs and
	// with the most; the least quotient
	"lead": {Digits: 2, Of: func(d Data, w []string) statement.Estimate {
		return statement.Extreme(d.each(w), math.Max)
	}},
	"first": {Digits: 2, Of: func(d Data, w []string) statement.Estimate { return d.ends(w)[0] }},
	"last":  {Digits: 2, Of: func(d Data, w []string) statement.Estimate { return d.ends(w)[1] }},
	"times": {Digits: 2, Of: func(d Data, w []string) statement.Estimate {
		all, others := d.each(w[:3]), d.each([]string{w[0], w[1], w[3]})
		for i, other := range others {
			all[i] = all[i].Over(other)
		}
		return statement.Extreme(all, math.Min)
	}},
	// of CRITERION MODEL ALGORITHM: the ratio with the most jobs over that with the fewest; the largest over the least of
	// all numbers of jobs, and without MODEL of the means of the workloads
	"growth": {Digits: 2, Of: func(d Data, w []string) statement.Estimate { return d.ends(w)[1].Over(d.ends(w)[0]) }},
	"spread": {Digits: 2, Of: func(d Data, w []string) statement.Estimate { return spread(d.each(w)) }},
	"across": {Digits: 2, Of: func(d Data, w []string) statement.Estimate {
		return spread(table.Each(Models(), func(m string) statement.Estimate { return d.mean([]string{w[0], m, w[1]}) }))
	}},
	// shares of the runs of the bi-criteria algorithm: with both ratios at most 2.5, and with a makespan below 2
	"good": {Digits: 1, Unit: "%", Of: func(d Data, _ []string) statement.Estimate {
		return d.share(func(r run) bool { return r.ratio(byMinsum) <= 2.5 && r.ratio(byMakespan) <= 2.5 })
	}},
	"short": {Digits: 1, Unit: "%", Of: func(d Data, _ []string) statement.Estimate {
		return d.share(func(r run) bool { return r.ratio(byMakespan) < 2 })
	}},
	// of N: the longest time of the bi-criteria algorithm with N jobs
	"time": {Unit: "ms at most", Of: func(d Data, w []string) statement.Estimate {
		n, _ := strconv.Atoi(w[0])
		times, _ := ratio(d.all(Models(), []int{n}, ours), inSeconds)
		if times == nil {
			return statement.Unknown("no instances of " + w[0] + " jobs")
		}
		return statement.Exact(1000 * times.Most)
	}},
	// of CRITERION FORM OTHER: what a form of the algorithm saves of another one
	"saved": {Digits: 2, Unit: "%", Of: func(d Data, w []string) statement.Estimate {
		return saved(d.tried, w[0], w[1], w[2])
	}},
	// jobs that come over time: the largest makespan over its bound
	"online": {Digits: 2, Unit: "at most", Of: func(d Data, _ []string) statement.Estimate {
		if len(d.tried) == 0 {
			return statement.Estimate{}
		}
		most := slices.Max(table.Each(d.tried, func(p TriedPoint) float64 { return p.Online }))
		return statement.Exact(most).Noted(" in " + format.Count(int64(len(d.tried)), "replay"))
	}},
	// the value of the relaxed program for the counterexample, and its optimum; the instances where it is above a schedule
	"relaxed": {Of: func(d Data, _ []string) statement.Estimate { return statement.Exact(d.example.Printed) }},
	"optimum": {Of: func(d Data, _ []string) statement.Estimate {
		return statement.Exact(float64(d.example.Optimum))
	}},
	"above": {Of: func(d Data, _ []string) statement.Estimate { return statement.Exact(float64(d.Above)) }},
	// of X in the paper's words, and by the formula: the speed-up on its processors
	"speedup": {Digits: 1, Of: func(d Data, w []string) statement.Estimate {
		x, _ := strconv.ParseFloat(w[0], 64)
		if len(d.Models) > 0 { // measured: by the formula
			x = 1 - x
		}
		return statement.Exact(speedup(x))
	}},
	// the share of 100 jobs of each workload whose times are monotone
	"monotone": {Unit: "%", Of: func(d Data, _ []string) statement.Estimate { return d.monotone() }},
}

// criteriaOf are the criteria of the paper's figures by their names.
var criteriaOf = map[string]criterion{"minsum": byMinsum, "makespan": byMakespan}

// modelsOf returns the workload of a name, or all of them.
func modelsOf(name string) []string {
	if name == "all" {
		return Models()
	}
	return []string{name}
}

// over returns the average for some numbers of jobs by the words CRITERION MODEL ALGORITHM [OTHER].
func (d Data) over(jobs []int, w []string) statement.Estimate {
	return d.average(criteriaOf[w[0]], modelsOf(w[1]), jobs, w[2], strings.Join(w[3:], ""))
}

// mean returns that over all numbers of jobs, each that of each number of jobs, and ends that of the fewest and of the
// most. A single number of jobs has no ends.
func (d Data) mean(w []string) statement.Estimate { return d.over(d.Jobs, w) }

func (d Data) each(w []string) []statement.Estimate {
	return table.Each(d.Jobs, func(n int) statement.Estimate { return d.over([]int{n}, w) })
}

func (d Data) ends(w []string) [2]statement.Estimate {
	if len(d.Jobs) < 2 {
		return [2]statement.Estimate{}
	}
	all := d.each(w)
	return [2]statement.Estimate{all[0], all[len(all)-1]}
}

// most returns the largest ratio of a run. It may be larger where there are fewer runs than the paper's.
func (d Data) most(w []string) statement.Estimate {
	largest, runs := ratio(d.all(modelsOf(w[1]), d.Jobs, w[2]), criteriaOf[w[0]])
	if largest == nil {
		return statement.Estimate{}
	}
	e := statement.Exact(largest.Most).Needing(Paper().Runs, runs/len(d.Jobs), "run")
	e.Low = e.Value
	return e
}

// share returns the share of the runs of the bi-criteria algorithm that have a property, in percent.
func (d Data) share(has func(run) bool) statement.Estimate {
	all := d.all(Models(), d.Jobs, ours)
	return statement.Share(statement.Number(all, has), len(all)).Scaled(100)
}

// speedup returns the speed-up on the paper's processors by the formula of section 4.1.
func speedup(x float64) float64 {
	speedup := 1.0
	for j := 2.0; j <= float64(Paper().Machine); j++ {
		speedup *= (1 + j) / (x + j)
	}
	return speedup
}

// monotone returns the share of the generated jobs that are, in percent.
func (d Data) monotone() statement.Estimate {
	const jobs = 100
	if len(d.Models) == 0 {
		return statement.Estimate{}
	}
	n, all := 0, 0
	for _, name := range Models() {
		in, err := Point{name, experiment.ByFormula, jobs, Paper().Machine, 1}.Instance()
		if err != nil {
			return statement.Unknown(err.Error())
		}
		all += len(in.Jobs)
		n += statement.Number(in.Jobs, func(j moldable.Job) bool {
			one := moldable.Instance{Machine: in.Machine, Tick: in.Tick, Jobs: []moldable.Job{j}}
			return one.Monotone() == nil
		})
	}
	return statement.Exact(100 * float64(n) / float64(all))
}
