package paired

import (
	"math"
	"math/rand/v2"
	"slices"
)

const (
	// Confidence is the confidence level of all intervals.
	Confidence = 0.95
	outside    = 25 // samples on either side of an interval
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

// ResampleAt is Resample for another level of confidence, below 1. The higher it is, the more samples are drawn, so
// that the ends are as exact.
func ResampleAt(level float64, seed uint64, draw func(*rand.Rand) float64) Interval {
	random := rand.New(rand.NewPCG(seed, 0))
	values := make([]float64, int(math.Round(2*outside/(1-level))))
	for r := range values {
		values[r] = draw(random)
	}
	slices.Sort(values)
	return Interval{values[outside-1], values[len(values)-outside-1]}
}
