package statement

import (
	"cmp"
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
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
	note      string // behind it in texts
	reason    string // why it is not known, or why its interval has no end
}

// Exact returns a value without uncertainty, such as a printed one.
func Exact(v float64) Estimate { return Between(v, v, v) }

// Between returns a value with its interval, such as the two ends of a loss.
func Between(v, low, high float64) Estimate {
	return Estimate{Value: v, Low: low, High: high, known: true}
}

// Mean returns the mean of independent values, such as those of seeds. The interval is that of
// Student's distribution. It is infinite for one value. No values give the zero estimate.
func Mean(values []float64) Estimate {
	mean, half := Interval(values, Confidence)
	switch {
	case len(values) == 0:
		return Estimate{}
	case math.IsNaN(half):
		return Between(mean, math.Inf(-1), math.Inf(1))
	}
	return Between(mean, mean-half, mean+half)
}

// Interval returns a mean and half the width of its interval, NaN of fewer than two values:
// t s/sqrt(n), with t the quantile of Student's distribution with n-1 degrees of freedom.
func Interval(values []float64, confidence float64) (mean, half float64) {
	mean, deviation := stat.MeanStdDev(values, nil)
	n := float64(len(values))
	if n < 2 {
		return mean, math.NaN()
	}
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile((1 + confidence) / 2)
	return mean, t * deviation / math.Sqrt(n)
}

// Share returns a share of independent trials, from 0 to 1, with the interval of Clopper and
// Pearson (1934). No trials give the zero estimate.
func Share(part, whole int) Estimate {
	if whole == 0 {
		return Estimate{}
	}
	const tail = (1 - Confidence) / 2
	low := 0.0
	high := 1.0
	if part > 0 {
		low = distuv.Beta{Alpha: float64(part), Beta: float64(whole - part + 1)}.Quantile(tail)
	}
	if part < whole {
		high = distuv.Beta{
			Alpha: float64(part + 1),
			Beta:  float64(whole - part),
		}.Quantile(1 - tail)
	}
	return Between(float64(part)/float64(whole), low, high)
}

// Known reports whether there is a measurement.
func (e Estimate) Known() bool { return e.known }

// Within judges that the value is within a limit.
func (e Estimate) Within(l Limit) Verdict {
	switch {
	case !e.known:
		return NotJudged
	case e.High < l.low || e.Low > l.high:
		return Differs
	case e.Low >= l.low && e.High <= l.high:
		return Holds
	}
	return Undecided
}

// with returns an estimate that rests on two.
func (e Estimate) with(f Estimate, value, low, high float64) Estimate {
	return Estimate{
		Value: value, Low: low, High: high,
		known: e.known && f.known, reason: cmp.Or(e.reason, f.reason),
	}
}

// Minus returns the difference of two estimates that are not paired. It is wider than that of
// paired values: pair them, and take [Mean] of the differences, where that can be.
func (e Estimate) Minus(f Estimate) Estimate {
	return e.with(f, e.Value-f.Value, e.Low-f.High, e.High-f.Low)
}

// Over returns the quotient of two estimates above 0 that are not paired. It has no upper end where
// the interval of the second one reaches down to 0.
func (e Estimate) Over(f Estimate) Estimate {
	q := e.with(f, e.Value/f.Value, max(e.Low, 0)/f.High, e.High/f.Low)
	if f.Low <= 0 {
		q.High = math.Inf(1)
	}
	return q
}

// Extreme returns the largest of estimates by [slices.Max], with the largest of each end: one that
// is not largest may still be so in truth. By other functions it is the least, or their mean. It is
// not known where one of them is not, or there are none.
func Extreme(all []Estimate, of func([]float64) float64) (e Estimate) {
	for i, one := range all {
		if i == 0 {
			e = one
		}
		e.known = e.known && one.known
		e.reason = cmp.Or(e.reason, one.reason)
	}
	if e.known {
		e.Value = of(lists.Each(all, func(one Estimate) float64 { return one.Value }))
		e.Low = of(lists.Each(all, func(one Estimate) float64 { return one.Low }))
		e.High = of(lists.Each(all, func(one Estimate) float64 { return one.High }))
	}
	return e
}

// Scaled returns the estimate times a factor above 0, such as 100 for percent.
func (e Estimate) Scaled(factor float64) Estimate {
	return Estimate{
		Value: e.Value * factor,
		Low:   e.Low * factor,
		High:  e.High * factor,
		known: e.known,
	}
}

// Text writes the value with the given number of digits after the point, its unit, and the
// interval: "1.40 % (1.21 to 1.58)". An exact value has no interval, and neither has one of too few
// data.
func (e Estimate) Text(digits int, unit string) string {
	if !e.known {
		return NotMeasured
	}
	text := format.Decimal(e.Value, digits)
	if unit != "" {
		text += " " + unit
	}
	low := format.Decimal(e.Low, digits)
	high := format.Decimal(e.High, digits)
	if low == high || math.IsInf(e.Low, 0) || math.IsInf(e.High, 0) {
		return text + e.note
	}
	return text + " (" + low + " to " + high + ")" + e.note
}

// Unknown returns the estimate of something that was not measured, and why.
func Unknown(reason string) Estimate { return Estimate{reason: reason} }

// Doubted returns the estimate without an interval for a reason; "": there is none, and the
// interval stays.
func (e Estimate) Doubted(reason string) Estimate {
	if reason != "" {
		e.Low = math.Inf(-1)
		e.High = math.Inf(1)
		e.reason = reason
	}
	return e
}
