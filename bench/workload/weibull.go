package workload

import (
	"fmt"
	"math"

	"github.com/optgap/optgap"
)

// FitWeibull returns the shape and scale of the Weibull distribution that has the
// largest likelihood for the values, and the logarithm of that likelihood. The shape
// k is where
//
//	sum x^k ln x / sum x^k - 1/k = mean of ln x
//
// and the scale is (mean of x^k)^(1/k). The left side rises with k, so that there is one
// such shape if not all values are equal. Values that are not above 0, fewer than
// two values, and values that are all equal are a *optgap.FieldError: a Weibull
// distribution has no value at 0, so the caller decides what zeros are.
func FitWeibull(x []float64) (shape, scale, logLikelihood float64, err error) {
	largest, smallest := 0.0, math.Inf(1)
	for _, v := range x {
		if !(v > 0) || math.IsInf(v, 1) {
			return 0, 0, 0, &optgap.FieldError{Field: "values of the Weibull fit", Found: fmt.Sprint(v), Expected: "numbers above 0"}
		}
		largest, smallest = max(largest, v), min(smallest, v)
	}
	if len(x) < 2 || largest == smallest {
		return 0, 0, 0, &optgap.FieldError{Field: "values of the Weibull fit", Found: fmt.Sprintf("%d, all equal", len(x)), Expected: "at least two different values"}
	}
	n := float64(len(x))
	logs := make([]float64, len(x)) // of x over the largest value, so that no power overflows
	meanLog := 0.0
	for i, v := range x {
		logs[i] = math.Log(v / largest)
		meanLog += logs[i] / n
	}
	powers := func(k float64) (sum, weighted float64) { // of y^k and of y^k ln y
		for _, l := range logs {
			p := math.Exp(k * l)
			sum += p
			weighted += p * l
		}
		return sum, weighted
	}
	tooFlat := func(k float64) bool {
		sum, weighted := powers(k)
		return weighted/sum-1/k < meanLog
	}
	const steepest = 1 << 40
	high := 1.0
	for high < steepest && tooFlat(high) {
		high *= 2
	}
	shape = bisect(0, high, tooFlat)
	sum, _ := powers(shape)
	logScale := math.Log(sum/n) / shape // of y
	scale = largest * math.Exp(logScale)
	// The density is k/c (x/c)^(k-1) exp(-(x/c)^k), and the powers (x/c)^k add up to n.
	logLikelihood = n * (math.Log(shape/scale) + (shape-1)*(meanLog-logScale) - 1)
	return shape, scale, logLikelihood, nil
}
