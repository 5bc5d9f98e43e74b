package paired

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
)

const (
	// Confidence is the confidence level of all intervals.
	Confidence = 0.95
	resamples  = 1000
)

// An Interval encloses a value: it is a confidence interval, or has the ends between which a value is known to lie.
type Interval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Bootstrap returns the percentile interval of a statistic of n pairs (Efron and Tibshirani
// 1993, section 13.3). The statistic is computed from 1000 samples of n pairs, drawn with
// replacement. The interval holds the middle 95 % of the values. statistic gets the places
// of the drawn pairs and must not keep the slice.
//
// ok is false for fewer than two pairs, which say nothing of how much pairs differ. The
// pairs are taken to be independent. It takes O(1000 n) time.
func Bootstrap(n int, seed uint64, statistic func(places []int32) float64) (i Interval, ok bool) {
	if n < 2 {
		return i, false
	}
	places := make([]int32, n)
	return Resample(seed, func(random *rand.Rand) float64 {
		for k := range places {
			places[k] = random.Int32N(int32(n))
		}
		return statistic(places)
	}), true
}

// Resample returns the percentile interval of a statistic whose samples are drawn in another
// way, such as blocks of a series. draw draws a sample and returns its value.
func Resample(seed uint64, draw func(*rand.Rand) float64) Interval {
	return ResampleAt(Confidence, seed, draw)
}

// ResampleAt is Resample for another level of confidence, below 1. As many samples as with Resample lie outside the
// interval, so that its ends are as exact.
func ResampleAt(level float64, seed uint64, draw func(*rand.Rand) float64) Interval {
	random := rand.New(rand.NewPCG(seed, 0))
	values := make([]float64, int(math.Round(resamples*(1-Confidence)/(1-level))))
	for r := range values {
		values[r] = draw(random)
	}
	slices.Sort(values)
	tail := (1 - level) / 2
	return Interval{stat.Quantile(tail, stat.Empirical, values, nil), stat.Quantile(1-tail, stat.Empirical, values, nil)}
}
