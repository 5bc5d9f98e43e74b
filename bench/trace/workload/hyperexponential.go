package workload

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// A hyperExponential is a mixture of three exponential distributions, the stages, with a
// largest value.
type hyperExponential struct {
	share  [3]float64 // of each stage, 1 in total
	mean   [3]float64 // of each stage, in seconds
	most   float64    // +Inf: no largest value
	redraw bool       // true: a value above most is drawn again, with its stage; false: it becomes most
}

// mostRedraws is about how often a value may have to be drawn on average until it is no larger than
// the largest one.
const mostRedraws = 1000

// draw returns a value. A value is drawn again at most about mostRedraws times on average, see
// stages.
func (h hyperExponential) draw(r *rand.Rand) float64 {
	for {
		stage := 0
		u := r.Float64()
		for ; stage < 2 && u >= h.share[stage]; stage++ {
			u -= h.share[stage]
		}
		x := h.mean[stage] * r.ExpFloat64()
		switch {
		case x <= h.most:
			return x
		case !h.redraw:
			return h.most
		}
	}
}

// wholeMean returns the mean without the largest value: the sum of share*mean.
func (h hyperExponential) wholeMean() (sum float64) {
	for i, m := range h.mean {
		sum += h.share[i] * m
	}
	return sum
}

// actualMean returns the mean of drawn values. With E = exp(-most/mean), the share of a
// stage above the largest value, it is
//
//	cut:    sum of share * mean * (1 - E)
//	redraw: sum of share * (mean - (most+mean) * E) over sum of share * (1 - E)
func (h hyperExponential) actualMean() float64 {
	if math.IsInf(h.most, 1) {
		return h.wholeMean()
	}
	sum := 0.0
	kept := 0.0
	for i, m := range h.mean {
		above := math.Exp(-h.most / m)
		if h.redraw {
			sum += h.share[i] * (m - (h.most+m)*above)
			kept += h.share[i] * (1 - above)
		} else {
			sum += h.share[i] * m * (1 - above)
		}
	}
	if h.redraw {
		return sum / kept
	}
	return sum
}

// stages returns the run times by the values of their parameters.
func (s settings) stages() (hyperExponential, error) {
	v := s.values
	h := hyperExponential{
		mean: [3]float64{v["mean1"], v["mean2"], v["mean3"]},
		most: v["max"], redraw: s.is("redraw"),
	}
	if h.most == 0 {
		h.most = math.Inf(1)
	}
	if h.redraw && h.most < slices.Max(h.mean[:])/mostRedraws {
		return h, invalid(
			"max",
			h.most,
			fmt.Sprintf("at least the largest mean over %d, with redraw=1", mostRedraws),
		)
	}
	var err error
	h.share, err = shares("share", v["share1"], v["share2"])
	return h, err
}

// shares returns three shares, of which the first two are given. name is the name of the
// parameters without their number.
func shares(name string, first, second float64) ([3]float64, error) {
	if first+second > 1 {
		return [3]float64{}, invalid(name+"1 and "+name+"2", formatted(first, second),
			"two shares that add up to at most 1")
	}
	return [3]float64{first, second, 1 - first - second}, nil
}

// meanFor returns the mean run time for the load.
func (s settings) meanFor(h hyperExponential) float64 {
	if s.is("uncut_load") {
		return h.wholeMean()
	}
	return h.actualMean()
}
