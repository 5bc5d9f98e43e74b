// Package confidence takes averages, and says how exact they are:
//
//	values -> Values -> means; Sample, Tenths, Quantile -> the Interval of one
//	differences of pairs -> SignedRank -> whether a change may be chance
//
// Results, metrics, reports and papers call it. It knows nothing of jobs.
//
// The package may change at any time.
package confidence

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
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

// Seconds returns the shifted geometric mean of times in seconds, see [SecondsShift].
func (v Values) Seconds() float64 { return v.Geometric(SecondsShift) }

// SecondsSample is [Sample] of that mean. All times are above -SecondsShift.
func (v Values) SecondsSample(all int) *Interval {
	logs := make(Values, len(v))
	for k, value := range v {
		logs[k] = math.Log1p(value / SecondsShift)
	}
	i := Sample(logs, all)
	if i == nil {
		return nil
	}
	return &Interval{
		Low:  SecondsShift * math.Expm1(i.Low),
		High: SecondsShift * math.Expm1(i.High),
	}
}

// Existing returns a pointer to an average, or nil if it is NaN.
func Existing(average float64) *float64 {
	if math.IsNaN(average) {
		return nil
	}
	return &average
}
