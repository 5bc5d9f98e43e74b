package analysis

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// fit fits the Weibull distributions of Interarrival.
func (a *Interarrival) fit() {
	above := a.Distribution.above(0)
	if shape, scale, likelihood, err := fitWeibull(above.expand()); err == nil {
		a.WeibullShape, a.WeibullScale, a.LogLikelihood = &shape, &scale, &likelihood
	}
	if shape, scale, ok := momentsWeibull(a.Mean, a.SD); ok {
		likelihood := above.LogLikelihood(shape, scale)
		a.MomentsShape, a.MomentsScale, a.MomentsLogLikelihood = &shape, &scale, &likelihood
	}
}

// LogLikelihood returns that of a Weibull distribution for the values above 0: the sum
// of the logarithms of its density. It is 0 where there are none.
func (d Distribution) LogLikelihood(shape, scale float64) float64 {
	w := distuv.Weibull{K: shape, Lambda: scale}
	sum, above := 0.0, d.above(0)
	for i, v := range above.Values {
		sum += above.Counts[i] * w.LogProb(v)
	}
	return sum
}

// expand returns each value as often as it occurs.
func (d Distribution) expand() []float64 {
	values := make([]float64, 0, int(d.Total()))
	for i, v := range d.Values {
		for range int(d.Counts[i]) {
			values = append(values, v)
		}
	}
	return values
}

// momentsWeibull returns the Weibull distribution of a mean and a standard deviation.
// The square of their ratio, Gamma(1+2/k) / Gamma(1+1/k)^2 - 1, falls as the shape k
// rises. There is none where both are not above 0, or the shape would be outside of
// 0.05 to 100.
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

// fitWeibull stands in for the fit of package workload.
func fitWeibull(x []float64) (shape, scale, likelihood float64, err error) {
	if len(x) == 0 || x[0] == x[len(x)-1] {
		return 0, 0, 0, errNoFit
	}
	mean := 0.0
	for _, v := range x {
		mean += math.Log(v) / float64(len(x))
	}
	slope := func(k float64) float64 {
		var weights, weighted float64
		for _, v := range x {
			w := math.Exp(k * (math.Log(v) - mean))
			weights, weighted = weights+w, weighted+w*(math.Log(v)-mean)
		}
		return weighted/weights - 1/k
	}
	low, high := 0.01, 100.0
	for range 60 {
		if k := (low + high) / 2; slope(k) < 0 {
			low = k
		} else {
			high = k
		}
	}
	power := 0.0
	for _, v := range x {
		power += math.Exp(low*(math.Log(v)-mean)) / float64(len(x))
	}
	scale = math.Pow(power, 1/low) * math.Exp(mean)
	w := distuv.Weibull{K: low, Lambda: scale}
	for _, v := range x {
		likelihood += w.LogProb(v)
	}
	return low, scale, likelihood, nil
}

var errNoFit = errors.New("no fit")
