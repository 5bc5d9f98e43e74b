package confidence

import (
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

const (
	level = 0.95
	tail  = (1 - level) / 2
)

// An interval needs so many values, so many of which differ from the most common one. Ten losses of
// 0 and five others say too little of how large others can be.
const (
	Least    = 20
	LeastOff = 10
)

// Endless is the number of all values where there are always more, such as random instances.
const Endless = math.MaxInt

// Sample returns the 95 % interval of the mean of all values, of which the given ones are drawn at
// random or evenly spread. It is nil where they say too little (see [Least]), where one is not
// finite, and where they are all.
//
// It is that of Student's t with one more value for each end: the largest for the upper, the
// smallest for the lower one. A sample rarely has the largest of all values, so that Student's own
// interval ends too low. Fay and Feuer (1997) add an event of the largest weight for the same
// reason. The ends come closer as the sample comes close to all (Cochran 1977, section 2.6). They
// stay within the range of the values.
func Sample(values []float64, all int) *Interval {
	n := len(values)
	if n >= all || n < Least || n-mostCommon(values) < LeastOff {
		return nil
	}
	low := floats.Min(values)
	high := floats.Max(values)
	mean := stat.Mean(values, nil)
	t := distuv.StudentsT{Sigma: 1, Nu: float64(n)}.Quantile(1 - tail)
	left := math.Sqrt(1 - float64(n)/float64(all))
	end := func(more, sign float64) float64 {
		m, deviation := stat.MeanStdDev(append(slices.Clone(values), more), nil)
		return mean + left*(m-mean+sign*t*stat.StdErr(deviation, float64(n+1)))
	}
	return &Interval{Low: max(low, end(low, -1)), High: min(high, end(high, 1))}
}

// mostCommon returns how often the most common value occurs. Where a value is not finite, that is
// how many there are.
func mostCommon(values []float64) (times int) {
	const steps = 1 << 40 // values that differ by rounding alone are one
	low := floats.Min(values)
	spread := floats.Max(values) - low
	if math.IsInf(spread, 0) || math.IsNaN(floats.Sum(values)) || spread == 0 {
		return len(values)
	}
	counts := map[int64]int{}
	for _, v := range values {
		place := int64(math.Round((v - low) / spread * steps))
		counts[place]++
		times = max(times, counts[place])
	}
	return times
}

// Tenths returns the least and the largest mean in the tenths of a trace, in whose order the values
// are. Means are sums of values over sums of weights; nil weights are all 1. It is nil of fewer
// than 40 values, and where a tenth has no mean.
//
// Stretches of a trace are too unlike each other for an interval of what another one would have.
// This range shows how unlike they are.
func Tenths(values, weights []float64) *Interval {
	const parts, each = 10, 4
	n := len(values)
	if n < parts*each {
		return nil
	}
	found := Interval{Low: math.Inf(1), High: math.Inf(-1)}
	for k := range parts {
		from := k * n / parts
		to := (k + 1) * n / parts
		weight := float64(to - from)
		if weights != nil {
			weight = floats.Sum(weights[from:to])
		}
		mean := floats.Sum(values[from:to]) / weight
		if math.IsNaN(mean) || math.IsInf(mean, 0) {
			return nil
		}
		found = Interval{Low: min(found.Low, mean), High: max(found.High, mean)}
	}
	return &found
}

// Quantile returns the 95 % interval of the quantile of a share, from 0 to 1, by sorted values that
// are drawn at random. Its ends are the closest two of them below and above which the quantile lies
// with 2.5 % each, by the binomial distribution (Conover 1999, section 3.2). It is nil where no
// value is as far out. A median needs 6 values, a quantile of 90 % 36.
func Quantile(share float64, sorted []float64) *Interval {
	n := len(sorted)
	below := distuv.Binomial{N: float64(n), P: share} // number of values below the quantile
	low := sort.Search(n, func(k int) bool { return below.CDF(float64(k)) > tail }) - 1
	high := sort.Search(n, func(k int) bool { return below.CDF(float64(k)) >= 1-tail })
	if low < 0 || high == n {
		return nil
	}
	return &Interval{Low: sorted[low], High: sorted[high]}
}
