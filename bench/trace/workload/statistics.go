package workload

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap/bench/base/field"
)

// Statistics describes the workload of one machine. Times are in seconds. The package
// documentation lists published and assumed fields.
type Statistics struct {
	Name    string // lower case
	Machine int64  // processors

	// The interarrival times have a Weibull distribution of shape Alpha and this mean, cut at the
	// maximum. Beta is its scale as printed.
	Alpha, Beta      float64
	MeanInterarrival float64 `yaml:"mean-interarrival"`
	MaxInterarrival  float64 `yaml:"max-interarrival"`

	MeanWidth float64 `yaml:"mean-width"`
	MaxWidth  int64   `yaml:"max-width"`
	Serial    float64 // share of jobs with one processor, assumed

	MeanEstimate float64 `yaml:"mean-estimate"`
	MaxEstimate  int64   `yaml:"max-estimate"`
	Common       []int64 // the estimates of CommonShare of the jobs, all equally frequent
	CommonShare  float64 `yaml:"common-share"`

	MeanRunTime  float64 `yaml:"mean-run-time"`
	MaxRunTime   int64   `yaml:"max-run-time"`
	PastEstimate float64 `yaml:"past-estimate"` // share of jobs that run past their estimate
	Overrun      float64 // largest run time over estimate of such a job, assumed
	Spread       float64 // parameter sum of the beta distribution of run time over estimate, assumed; below 2: U-shaped

	Correlation float64 // of width and estimate in the copula, assumed
}

// Published returns the numbers of Streit (2002), Table 2, in its order, and the assumed fields.
func Published() []Statistics { return slices.Clone(models().Published) }

// FitWeibull returns the shape and the scale of the Weibull distribution that has the
// largest likelihood for the values, and the logarithm of that likelihood. The shape is the
// k with
//
//	sum x^k ln x / sum x^k - 1/k = mean of ln x
//
// and the scale is (mean of x^k)^(1/k). The left side rises with k, so that there is one
// such shape if not all values are equal.
//
// Values that are not above 0 are a *optgap.FieldError: a Weibull distribution has no value
// at 0, and the caller decides about zeros. So are fewer than two values, and values that
// are all equal. Values count as often as their weights say, which are above 0; nil means once.
func FitWeibull(x, weights []float64) (shape, scale, logLikelihood float64, err error) {
	weight := func(i int) float64 {
		if weights == nil {
			return 1
		}
		return weights[i]
	}
	largest := 0.0
	smallest := math.Inf(1)
	for _, v := range x {
		if !(v > 0) || math.IsInf(v, 1) {
			return 0, 0, 0, invalid("weibull", v, "numbers above 0")
		}
		largest = max(largest, v)
		smallest = min(smallest, v)
	}
	if len(x) < 2 || largest == smallest {
		return 0, 0, 0, invalid(
			"weibull",
			fmt.Sprintf("%d, all equal", len(x)),
			"at least two different values",
		)
	}
	n := 0.0
	for i := range x {
		n += weight(i)
	}
	// Logarithms of x over the largest value, so that no power overflows.
	logs := make([]float64, len(x))
	meanLog := 0.0
	for i, v := range x {
		logs[i] = math.Log(v / largest)
		meanLog += weight(i) * logs[i] / n
	}
	// score returns the function whose root is the shape, and its derivative.
	score := func(k float64) (value, slope, sum float64) {
		weighted := 0.0
		squared := 0.0
		for i, l := range logs {
			p := weight(i) * math.Exp(k*l)
			sum += p
			weighted += p * l
			squared += p * l * l
		}
		mean := weighted / sum
		return mean - 1/k - meanLog, squared/sum - mean*mean + 1/(k*k), sum
	}
	shape, sum := risingRoot(score)
	logScale := math.Log(sum/n) / shape // logarithm of the scale of y
	scale = largest * math.Exp(logScale)
	// The density is k/c (x/c)^(k-1) exp(-(x/c)^k). The powers (x/c)^k add up to n.
	logLikelihood = n * (math.Log(shape/scale) + (shape-1)*(meanLog-logScale) - 1)
	return shape, scale, logLikelihood, nil
}

// risingRoot returns the root of a rising function of a number above 0, and the third result
// of the function there. It takes steps of Newton, and halves or doubles where a step leaves
// the range of the root.
func risingRoot(f func(float64) (value, slope, other float64)) (root, other float64) {
	const precision = 1e-14 // relative
	low := 0.0
	high := math.Inf(1)
	root = 1
	for range 2000 { // halving takes far fewer
		value, slope, at := f(root)
		other = at
		switch {
		case value == 0:
			return root, other
		case value < 0:
			low = root
		default:
			high = root
		}
		next := root - value/slope
		switch {
		case next > low && next < high:
		case math.IsInf(high, 1):
			next = 2 * root
		default:
			next = low + (high-low)/2
		}
		if math.Abs(next-root) <= precision*root {
			break
		}
		root = next
	}
	return root, other
}

// WeibullFit is the text that asks for the most likely Weibull distribution.
const WeibullFit = "fit"

// ParseWeibull reads the shape and the scale (seconds) of interarrival times, such as "0.35,200".
// Both are 0 for WeibullFit.
func ParseWeibull(text string) (shape, scale float64, err error) {
	const expected = "two numbers above 0, such as 0.35,200, or " + WeibullFit
	bad := func(found, expected string) error {
		return invalid("weibull", found, expected)
	}
	if text == WeibullFit {
		return 0, 0, nil
	}
	var values []float64
	for part := range strings.SplitSeq(text, ",") {
		v, err := field.ParseDecimal(strings.TrimSpace(part))
		if err != nil {
			return 0, 0, bad(strconv.Quote(part), expected)
		}
		if slices.Contains(values, v) {
			return 0, 0, bad(strconv.Quote(part)+" twice", "each value once")
		}
		values = append(values, v)
	}
	if len(values) != 2 || !(values[0] > 0) || !(values[1] > 0) {
		return 0, 0, bad(strconv.Quote(text), expected)
	}
	return values[0], values[1], nil
}
