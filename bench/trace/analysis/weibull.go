package analysis

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/optgap/optgap/bench/trace/workload"
)

// fit sets the Weibull distributions.
func (a *Interarrival) fit() {
	above := a.Distribution.above(0)
	if shape, scale, likelihood, err := workload.FitWeibullWeighted(above.Values, above.Counts); err == nil {
		a.WeibullShape, a.WeibullScale, a.LogLikelihood = &shape, &scale, &likelihood
	}
	if shape, scale, ok := momentsWeibull(a.Mean, a.SD); ok {
		likelihood := above.LogLikelihood(shape, scale)
		a.MomentsShape, a.MomentsScale, a.MomentsLogLikelihood = &shape, &scale, &likelihood
	}
}

// LogLikelihood returns the log-likelihood of a Weibull distribution for the values above 0:
// the sum of the logarithms of its density. It is 0 without such values.
func (d Distribution) LogLikelihood(shape, scale float64) float64 {
	w := distuv.Weibull{K: shape, Lambda: scale}
	sum, above := 0.0, d.above(0)
	for i, v := range above.Values {
		sum += above.Counts[i] * w.LogProb(v)
	}
	return sum
}

// momentsWeibull returns the Weibull distribution with a mean and a standard deviation. The
// square of the ratio of both is Gamma(1+2/k) / Gamma(1+1/k)^2 - 1. It falls as the shape k
// rises. ok is false unless both are above 0 and the shape is within 0.05 to 100.
func momentsWeibull(mean, sd float64) (shape, scale float64, ok bool) {
	const least, most = 0.05, 100
	target := 2 * math.Log(sd/mean)
	variation := func(k float64) float64 { // logarithm of the squared ratio
		two, _ := math.Lgamma(1 + 2/k)
		one, _ := math.Lgamma(1 + 1/k)
		return two - 2*one + math.Log(-math.Expm1(2*one-two))
	}
	if !(mean > 0 && sd > 0 && variation(most) <= target && target <= variation(least)) {
		return 0, 0, false
	}
	low, high := least, float64(most)
	for range 100 { // halving leaves nothing of the interval
		if middle := (low + high) / 2; variation(middle) > target {
			low = middle
		} else {
			high = middle
		}
	}
	return low, mean / math.Gamma(1+1/low), true
}
