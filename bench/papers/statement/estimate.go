package statement

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/optgap/optgap/bench/base/format"
)

// Confidence is the level of the intervals by which statements are judged. It is above the 95 % of
// tables, as a ledger has many statements.
const Confidence = 0.99

// An Estimate is a value and the interval that holds the true one. The zero value stands for no
// measurement.
type Estimate struct {
	Value     float64
	Low, High float64 // infinite: there are too few data for an interval
	known     bool
}

// Exact returns a value without uncertainty, such as a printed one.
func Exact(v float64) Estimate { return Between(v, v, v) }

// Between returns a value with its interval, such as the two ends of a loss.
func Between(v, low, high float64) Estimate { return Estimate{v, low, high, true} }

// Mean returns the mean of independent values, such as those of seeds. The interval is that of
// Student's distribution. It is infinite for one value. No values give the zero estimate.
func Mean(values []float64) Estimate {
	ones := make([]float64, len(values))
	for i := range ones {
		ones[i] = 1
	}
	return Ratio(values, ones)
}

// Ratio returns the sum of values over the sum of weights, over independent pairs. Weights are above
// 0. The interval is that of Student's distribution for the residuals, value - ratio * weight (Cochran 1977,
// section 2.11). It is infinite for one pair. No pairs give the zero estimate.
func Ratio(values, weights []float64) Estimate {
	n := float64(len(values))
	if n == 0 {
		return Estimate{}
	}
	mean := stat.Mean(weights, nil)
	ratio := stat.Mean(values, nil) / mean
	if n < 2 {
		return Between(ratio, math.Inf(-1), math.Inf(1))
	}
	squares := 0.0
	for i, v := range values {
		r := v - ratio*weights[i]
		squares += r * r
	}
	const tail = (1 - Confidence) / 2
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile(1 - tail)
	half := t * math.Sqrt(squares/(n-1)/n) / mean
	return Between(ratio, ratio-half, ratio+half)
}

// Known tells whether there is a measurement.
func (e Estimate) Known() bool { return e.known }

// Below judges that the value is below a limit.
func (e Estimate) Below(limit float64) Verdict { return e.judge(e.High < limit, e.Low >= limit) }

// Above judges that the value is above a limit.
func (e Estimate) Above(limit float64) Verdict { return e.judge(e.Low > limit, e.High <= limit) }

// AtMost judges that the value is a limit or less.
func (e Estimate) AtMost(limit float64) Verdict { return Not(e.Above(limit)) }

// AtLeast judges that the value is a limit or more.
func (e Estimate) AtLeast(limit float64) Verdict { return Not(e.Below(limit)) }

// Within judges that the value lies from low to high.
func (e Estimate) Within(low, high float64) Verdict { return All(e.AtLeast(low), e.AtMost(high)) }

// About judges that the value differs from another by at most a tolerance.
func (e Estimate) About(v, tolerance float64) Verdict { return e.Within(v-tolerance, v+tolerance) }

func (e Estimate) judge(surely, never bool) Verdict {
	switch {
	case !e.known:
		return NotJudged
	case surely:
		return Holds
	case never:
		return Differs
	}
	return Undecided
}

// Minus returns the difference of two estimates that are not paired. It is wider than that of paired
// values: pair them, and take [Mean] of the differences, where that can be.
func (e Estimate) Minus(f Estimate) Estimate {
	return Estimate{e.Value - f.Value, e.Low - f.High, e.High - f.Low, e.known && f.known}
}

// Scaled returns the estimate times a factor above 0, such as 100 for percent.
func (e Estimate) Scaled(factor float64) Estimate {
	return Estimate{e.Value * factor, e.Low * factor, e.High * factor, e.known}
}

// Text writes the value with the given number of digits after the point, its unit, and the interval:
// "1.40 % (1.21 to 1.58)". An exact value has no interval, and neither has one of too few data.
func (e Estimate) Text(digits int, unit string) string {
	if !e.known {
		return NotMeasured
	}
	text := format.Decimal(e.Value, digits)
	if unit != "" {
		text += " " + unit
	}
	low, high := format.Decimal(e.Low, digits), format.Decimal(e.High, digits)
	if low == high || math.IsInf(e.Low, 0) || math.IsInf(e.High, 0) {
		return text
	}
	return text + " (" + low + " to " + high + ")"
}
