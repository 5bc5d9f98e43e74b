package performance

import "github.com/optgap/optgap/bench/replay"

// Metrics are the main performance metrics of a finished replay (Streit 2002,
// section 5.1). Response and slowdown use the actual duration.
type Metrics struct {
	Jobs     int     `json:"jobs"`
	ARTwW    float64 `json:"artww"`    // average response time weighted by width, seconds
	ART      float64 `json:"art"`      // average response time, seconds
	Wait     float64 `json:"wait"`     // average wait time, seconds
	SLDwA    float64 `json:"sldwa"`    // average slowdown weighted by area: sum of width times response over total area
	SLDwW60  float64 `json:"sldww_60"` // average slowdown weighted by width, run and response time at least 60 s
	Util     float64 `json:"util"`     // used area over machine times the time from first submission to last end
	Makespan int64   `json:"makespan"` // seconds from first submission to last end
}

// Measure returns the main metrics of an outcome with at least one job.
// [Evaluate] measures more.
func Measure(o *replay.Outcome, machine int64) Metrics {
	t := newTally([]int64{60})
	first, last := o.Jobs[0].Submit, o.End(0)
	for i, j := range o.Jobs {
		t.add(j.Width, o.Starts[i]-j.Submit, j.Duration())
		last = max(last, o.End(i))
	}
	m := Metrics{
		Jobs: t.jobs, ARTwW: t.weightedResponse / t.width, ART: t.response / float64(t.jobs), Wait: t.wait / float64(t.jobs),
		SLDwW60: t.weightedSlowdown[0] / t.width, Makespan: last - first,
	}
	if t.area > 0 {
		m.SLDwA = t.weightedResponse / t.area
		m.Util = t.area / (float64(machine) * float64(m.Makespan))
	}
	return m
}

// tally sums up jobs. Sums of integers stay exact up to 2^53.
type tally struct {
	bounds                                                  []int64
	jobs                                                    int
	width, area, wait, duration, response, weightedResponse float64
	slowdown, weightedSlowdown                              []float64 // for each of bounds
}

func newTally(bounds []int64) *tally {
	return &tally{bounds: bounds, slowdown: make([]float64, len(bounds)), weightedSlowdown: make([]float64, len(bounds))}
}

func (t *tally) add(width, wait, duration int64) {
	w, response := float64(width), float64(wait+duration)
	t.jobs++
	t.width += w
	t.area += w * float64(duration)
	t.wait += float64(wait)
	t.duration += float64(duration)
	t.response += response
	t.weightedResponse += w * response
	for i, b := range t.bounds {
		s := slowdown(wait, duration, b)
		t.slowdown[i] += s
		t.weightedSlowdown[i] += w * s
	}
}

// slowdown returns response time over duration, both raised to the bound, which
// is at least 1.
func slowdown(wait, duration, bound int64) float64 {
	return float64(max(wait+duration, bound)) / float64(max(duration, bound))
}
