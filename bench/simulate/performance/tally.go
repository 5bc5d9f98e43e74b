package performance

import (
	"slices"

	"gonum.org/v1/gonum/stat"
)

// mainBound is the bound of SLDwW_60 in seconds (Streit 2002).
const mainBound = 60

// classLimits are the durations that separate the classes.
var classLimits = []int64{5 * 60, 10 * 60, 12 * 3600, 0}

// tally sums up jobs. Sums of integers stay exact up to 2^53.
type tally struct {
	bounds                                                  []int64 // of the slowdowns; the first is mainBound
	jobs                                                    int
	width, area, wait, duration, response, weightedResponse float64
	slowdown, weightedSlowdown                              []float64 // for each of bounds
}

// newTally returns a tally of no jobs.
func newTally(bounds ...int64) *tally {
	bounds = append([]int64{mainBound}, bounds...)
	return &tally{bounds: bounds, slowdown: make([]float64, len(bounds)), weightedSlowdown: make([]float64, len(bounds))}
}

// add adds a job.
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

// setAverages sets the averages over the jobs of a tally with at least one job.
func (m *Metrics) setAverages(t *tally) {
	n := float64(t.jobs)
	m.Jobs, m.ARTwW, m.ART, m.Wait, m.RunTime = t.jobs, t.weightedResponse/t.width, t.response/n, t.wait/n, t.duration/n
	m.SLDwW60 = t.weightedSlowdown[0] / t.width
	for i, b := range t.bounds[1:] {
		m.Slowdowns = append(m.Slowdowns, Slowdown{b, t.slowdown[i+1] / n, t.weightedSlowdown[i+1] / t.width})
	}
	if t.area > 0 {
		m.SLDwA = t.weightedResponse / t.area
	}
}

// class returns the class of a job among classLimits.
func class(duration int64) int {
	for c, limit := range classLimits {
		if duration <= limit {
			return c
		}
	}
	return len(classLimits) - 1
}

// class returns the averages of the tally; all 0: there are no jobs.
func (t *tally) class(upTo int64) Class {
	m := &Metrics{}
	if t.jobs > 0 {
		m.setAverages(t)
	}
	return Class{upTo, m.Jobs, m.ARTwW, m.ART, m.Wait, m.SLDwW60}
}

// distributionOf returns the distribution of values; all 0: there are none. It sorts the values.
func distributionOf(values []float64) Spread {
	if len(values) == 0 {
		return Spread{}
	}
	slices.Sort(values)
	q := func(share float64) float64 { return stat.Quantile(share, stat.Empirical, values, nil) }
	_, deviation := stat.PopMeanStdDev(values, nil)
	return Spread{P50: q(0.5), P90: q(0.9), P95: q(0.95), P99: q(0.99), Max: values[len(values)-1], StdDev: deviation}
}
