// Package confidence takes averages of a series, and tells how exact they are:
//
//	consecutive observations -> Values -> Mean, Geometric; Interval, GeometricInterval, of 95 %
//
// Consecutive steps of a replay are alike, and so are consecutive jobs: a long queue lasts for
// hours. An interval that takes them to be independent is too narrow. Here whole blocks of
// consecutive observations are drawn (the circular block bootstrap of Politis and Romano 1992).
// The dependence within a block is kept. The length of the blocks follows from the
// autocorrelation of the series (Politis and White 2004, as corrected by Patton, Politis and
// White 2009). For independent observations the length is 1.
//
// The values may be skewed, as losses are: most are 0, few are large. A short series then rarely has one of the large
// values, and the percentiles of its resampled averages end too low. So what is resampled is the average's distance
// from that of the series, in standard errors of the sample itself (the studentised bootstrap, or bootstrap-t, of
// Efron 1981; Davison and Hinkley 1997, section 5.2.1; for blocks Davison and Hall 1993). A sample without spread has
// no standard error, so its distance is infinite.
//
// An interval is about the average of other stretches of the same workload. It says nothing of
// other machines and workloads. The series is taken to be stationary.
//
// The package may change at any time.
package confidence

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/optgap/optgap/bench/base/paired"
)

// SecondsShift is the shift of all geometric means of times in seconds. Most steps take far
// less than the 10 s that benchmarks of solvers use.
const SecondsShift = 1

// Values are consecutive observations. Missing ones are left out. An average of none is NaN.
type Values []float64

// Add appends a value unless it is 0, which stands for not measured.
func (v *Values) Add(value float64) {
	if value != 0 {
		*v = append(*v, value)
	}
}

// Sum returns the sum of the values, taken in their order.
func (v Values) Sum() (sum float64) {
	for _, value := range v {
		sum += value
	}
	return sum
}

// Mean returns the arithmetic mean.
func (v Values) Mean() float64 { return v.Sum() / float64(len(v)) }

// Largest returns the largest value.
func (v Values) Largest() float64 {
	if len(v) == 0 {
		return math.NaN()
	}
	return floats.Max(v)
}

// Geometric returns the shifted geometric mean,
//
//	(product over i of (v_i + shift)) ^ (1/n) - shift.
//
// Solver benchmarks use it for solve times (Achterberg 2007, appendix A.3). The shift keeps
// very small values from ruling the mean. The computation by logarithms does not overflow.
// The mean is NaN where a value is not above -shift.
func (v Values) Geometric(shift float64) float64 {
	shifted := make([]float64, len(v))
	for i, value := range v {
		if value+shift <= 0 {
			return math.NaN()
		}
		shifted[i] = value + shift
	}
	return stat.GeometricMean(shifted, nil) - shift
}

// Interval returns the 95 % interval of the mean. It is nil where the values say too little of how much they vary: if
// there are fewer than [Least], all are equal, or an end is not finite. Where all values are on one side of 0, the
// interval ends there. It takes O(n) time for n values, and at most O(10^6) for the bootstrap.
func (v Values) Interval() *paired.Interval { return Ratio(v, v.ones()) }

// IntervalWithin is [Values.Interval] at a level of confidence, below 1, of values that lie from low to high: the
// interval is cut there. It takes 1/(1-level) times as long.
func (v Values) IntervalWithin(low, high, level float64) *paired.Interval {
	i := ratioAt(level, v, v.ones())
	if i == nil {
		return nil
	}
	return &paired.Interval{Low: max(low, i.Low), High: min(high, i.High)}
}

// ones returns a weight of 1 for each value.
func (v Values) ones() []float64 {
	return slices.Repeat([]float64{1}, len(v))
}

// GeometricInterval returns the 95 % interval of the shifted geometric mean, nil as [Values.Interval] is. All values
// are above -shift.
func (v Values) GeometricInterval(shift float64) *paired.Interval {
	logs := make(Values, len(v))
	for k, value := range v {
		logs[k] = math.Log1p(value / shift)
	}
	i := logs.Interval()
	if i == nil {
		return nil
	}
	return &paired.Interval{Low: shift * math.Expm1(i.Low), High: shift * math.Expm1(i.High)}
}

// Existing returns a pointer to an average, or nil if it is NaN.
func Existing(average float64) *float64 {
	if math.IsNaN(average) {
		return nil
	}
	return &average
}

const (
	// Least is the number of observations that an interval needs.
	Least = 5
	// most is the largest number of observations that are drawn. A longer series is summed up
	// in so many batches of consecutive observations. That bounds the time. Blocks can then
	// have any length above that of a batch.
	most = 1000
	seed = 1
)

// Ratio returns the 95 % interval of the sum of the values over the sum of the weights. A
// weighted average is such a ratio: its values are the observations times their weights.
// Both slices have the same length, and no weight is below 0. It is nil as [Values.Interval] is, and where all weights
// are 0.
func Ratio(values, weights []float64) *paired.Interval {
	i := ratioAt(paired.Confidence, values, weights)
	if i == nil || math.IsInf(i.Low, 0) || math.IsInf(i.High, 0) {
		return nil
	}
	if floats.Min(values) >= 0 {
		i.Low = max(0, i.Low)
	}
	if floats.Max(values) <= 0 {
		i.High = min(0, i.High)
	}
	return i
}

// ratioAt is Ratio at another level of confidence, whose ends may be infinite and are not cut.
func ratioAt(level float64, values, weights []float64) *paired.Interval {
	if len(values) < Least {
		return nil
	}
	values, weights = batches(values), batches(weights)
	n := len(values)
	sums, totals := runningSums(values), runningSums(weights)
	if totals[n] <= 0 {
		return nil
	}
	ratio := sums[n] / totals[n]
	residuals := make([]float64, n) // the ratio varies as their mean does
	for k := range residuals {
		residuals[k] = values[k] - ratio*weights[k]
	}
	const rounding = 1e-12 // relative, of sums
	if floats.Norm(residuals, math.Inf(1)) <= rounding*floats.Norm(values, math.Inf(1)) {
		return nil
	}
	length := blockLength(residuals)
	blocks := make([]block, n) // by their first observation
	squares := 0.0
	for from := range blocks {
		blocks[from] = block{between(sums, from, from+length), between(totals, from, from+length)}
		squares += blocks[from].squared(ratio)
	}
	drawn := make([]block, n/length)
	distance := paired.ResampleAt(level, seed, func(random *rand.Rand) float64 {
		var all block
		for k := range drawn {
			drawn[k] = blocks[random.IntN(n)]
			all.value, all.weight = all.value+drawn[k].value, all.weight+drawn[k].weight
		}
		own := all.value / all.weight
		if !(all.weight > 0) || math.Abs(own-ratio) <= rounding*math.Abs(ratio) {
			return 0
		}
		squares := 0.0
		for _, b := range drawn {
			squares += b.squared(own)
		}
		return all.weight * (own - ratio) / math.Sqrt(squares)
	})
	// Each observation is in as many blocks as a block has observations.
	standard := math.Sqrt(squares/float64(length)) / totals[n]
	return &paired.Interval{Low: ratio - distance.High*standard, High: ratio - distance.Low*standard}
}

// A block is the sums of consecutive values and of their weights.
type block struct{ value, weight float64 }

// squared returns the square of what the block adds to a sum of residuals of the ratio.
func (b block) squared(ratio float64) float64 {
	residual := b.value - ratio*b.weight
	return residual * residual
}

// batches returns the series, or the sums of its batches where it is longer than most. All
// batches have the same length but for the last, which may be shorter.
func batches(series []float64) []float64 {
	length := (len(series) + most - 1) / most
	if length <= 1 {
		return series
	}
	var sums []float64
	for batch := range slices.Chunk(series, length) {
		sums = append(sums, Values(batch).Sum())
	}
	return sums
}

// runningSums returns the sums of the first 0, 1, ... n values.
func runningSums(values []float64) []float64 {
	sums := make([]float64, len(values)+1)
	for k, v := range values {
		sums[k+1] = sums[k] + v
	}
	return sums
}

// between returns the sum of the values from (included) to (excluded). The first value
// follows the last one.
func between(sums []float64, from, to int) float64 {
	n := len(sums) - 1
	if to <= n {
		return sums[to] - sums[from]
	}
	return sums[n] - sums[from] + sums[to-n]
}

// blockLength returns the length of the blocks by section 3 of Politis and White (2004),
// with the constant 4/3 of 2009. The names of variables are those of the paper.
func blockLength(series []float64) int {
	n := float64(len(series))
	run := max(5, int(math.Ceil(math.Sqrt(math.Log10(n))))) // K_N
	lags := min(int(math.Ceil(math.Sqrt(n)))+run, len(series)-1)
	R := autocovariances(series, lags)
	if R[0] <= 0 {
		return 1
	}
	significant := 2 * math.Sqrt(math.Log10(n)/n)
	m, last := 0, 0 // the last lag before a run of insignificant ones; the last significant one
	for k := 1; k <= lags && k-last <= run; k++ {
		if math.Abs(R[k])/R[0] >= significant {
			last = k
		}
	}
	m = max(last, 1)
	M := min(2*m, lags)
	g, G := R[0], 0.0
	for k := 1; k <= M; k++ {
		window := min(1, 2*(1-float64(k)/float64(M))) // flat-top
		g += 2 * window * R[k]
		G += 2 * window * float64(k) * R[k]
	}
	D := 4.0 / 3 * g * g
	if D <= 0 || last == 0 {
		return 1
	}
	b := math.Cbrt(2 * G * G / D * n)
	const fewest = 8 // blocks: the spread of fewer says little
	return int(math.Round(max(1, min(b, 3*math.Sqrt(n), n/fewest))))
}

// autocovariances returns the autocovariances of the lags 0 to lags.
func autocovariances(series []float64, lags int) []float64 {
	mean := stat.Mean(series, nil)
	R := make([]float64, lags+1)
	for k := range R {
		for i := range len(series) - k {
			R[k] += (series[i] - mean) * (series[i+k] - mean)
		}
		R[k] /= float64(len(series))
	}
	return R
}
