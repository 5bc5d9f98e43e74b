package streit2002

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/heuristics/dynp"
)

// run is a replay of a figure.
type run = *sweep.Run

// find returns the run of a name at a factor; nil: it is missing.
func find(runs []sweep.Run, name string, factor float64) run {
	for i := range runs {
		if r := &runs[i]; r.Name == name && r.ShrinkingFactor() == factor {
			return r
		}
	}
	return nil
}

// factors returns the factors of the figures, the largest first.
func (n *Numbers) factors() []float64 {
	var all []float64
	for _, r := range n.Runs {
		if r.Name == fcfs {
			all = append(all, r.ShrinkingFactor())
		}
	}
	slices.Sort(all)
	slices.Reverse(all)
	return all
}

// Names of runs in the figures.
const fcfs, sjf, ljf, basic = "FCFS", "SJF", "LJF", "basic dynP"

// best is the name of the advanced decider with ARTwW, as of Figure 4 on.
var best = dynPName(advanced, dynp.ARTwW)

// compared returns the names of the schedulers of Figures 4, 5, 7 and 8.
func compared() []string { return []string{best, fcfs, sjf, ljf, basic} }

// known returns the names in Figure 6.
func known() []string { return []string{best + perfect, fcfs + perfect, sjf + perfect, ljf + perfect} }

// Performance metrics of a run.
func artww(r run) float64       { return r.ARTwW }
func utilization(r run) float64 { return r.Util }
func slowdown60(r run) float64  { return valueOf(r, "sldww_60") }
func slowdown300(r run) float64 { return valueOf(r, "sldww_300") }

func valueOf(r run, key string) float64 {
	if v, ok := r.Value(key); ok {
		return v.Number
	}
	return math.NaN()
}

// metricOf is a metric of the run of a name at one factor.
type metricOf func(name string) float64

// metric returns a metric of the runs at a factor; it is NaN where a run is missing.
func (n *Numbers) metric(metric func(run) float64, factor float64) metricOf {
	return func(name string) float64 {
		if r := find(n.Runs, name, factor); r != nil {
			return metric(r)
		}
		return math.NaN()
	}
}

// onAverage returns the mean of a number over the factors; NaN: a run is missing. of computes the
// number at one factor.
func onAverage(metric func(run) float64, of func(metricOf) float64) number {
	return averageAt(metric, of, func(factors []float64) []float64 { return factors })
}

// averageAt is the mean over some of the factors; NaN: there are none.
func averageAt(metric func(run) float64, of func(metricOf) float64, some func(factors []float64) []float64) number {
	return func(n *Numbers) float64 {
		return stat.Mean(frame.Each(some(n.factors()), func(f float64) float64 { return of(n.metric(metric, f)) }), nil)
	}
}

// atEnds returns a number at the largest and at the smallest factor, where the load is highest; NaN: there are
// not two factors.
func atEnds(metric func(run) float64, of func(metricOf) float64) (large, small number) {
	end := func(place func(factors int) int) number {
		return averageAt(metric, of, func(f []float64) []float64 {
			if len(f) < 2 {
				return nil
			}
			return f[place(len(f)):][:1]
		})
	}
	return end(func(int) int { return 0 }), end(func(n int) int { return n - 1 })
}

// atSmallest returns a number at the smallest factor.
func atSmallest(metric func(run) float64, of func(metricOf) float64) number {
	_, small := atEnds(metric, of)
	return small
}

// growth returns a check that a number is larger at the smallest factor.
func growth(name string, metric func(run) float64, of func(metricOf) float64) check {
	large, small := atEnds(metric, of)
	return ratio(name, 1, most, per(small, large))
}

// its is the value of the run of a name.
func its(name string) func(metricOf) float64 { return func(v metricOf) float64 { return v(name) } }

// over returns the value of one run over that of another.
func over(a, b string) func(metricOf) float64 {
	return func(v metricOf) float64 { return v(a) / v(b) }
}

// leastOf tells whether a run has the least value of all: 1, else 0.
func leastOf(name string, names []string) func(metricOf) float64 {
	return func(v metricOf) float64 {
		for _, other := range names {
			if x := v(other); x < v(name) {
				return 0
			} else if math.IsNaN(x) {
				return x
			}
		}
		return 1
	}
}

// rankedAlike returns the share of the factors at which two metrics rank the schedulers alike.
func rankedAlike(a, b func(run) float64) number {
	return func(n *Numbers) float64 {
		alike, factors := 0, n.factors()
		for _, f := range factors {
			first, second := frame.Each(compared(), n.metric(a, f)), frame.Each(compared(), n.metric(b, f))
			if slices.ContainsFunc(first, math.IsNaN) {
				return math.NaN()
			}
			if slices.Equal(ranks(first), ranks(second)) {
				alike++
			}
		}
		return float64(alike) / float64(len(factors))
	}
}

// ranks returns the number of smaller values of each value.
func ranks(values []float64) []int {
	places := make([]int, len(values))
	for i, v := range values {
		for _, w := range values {
			if w < v {
				places[i]++
			}
		}
	}
	return places
}
