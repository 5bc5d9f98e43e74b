package performance

import (
	"fmt"
	"maps"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/simulate/replay"
)

// Options choose the part of a replay that [Evaluate] measures. The zero value measures
// the whole replay.
//
// A replay starts with an empty machine, and the machine empties at the end. Trimming
// leaves both out: only the window of time that WarmUp and CutDrain leave is measured. The
// makespan stays that of the whole replay. The window has a length of its own.
//
// Averages over jobs (response, wait, slowdown, percentiles, classes) take the jobs
// submitted in the window. Each of these jobs counts up to its end, even if the end lies
// after the window. Averages over time (util, loc, idle, queue) take the part of every job
// that lies in the window. Throughput counts the ends in the window.
type Options struct {
	Bounds   []int64 // of the slowdowns, in seconds, at least 1; nil means DefaultBounds
	WarmUp   int64   // seconds between the first submission and the begin of the window
	CutDrain bool    // the window ends with the last submission instead of the last end
	// Confidence asks for 95 % intervals of the averages over jobs, see package confidence.
	// Intervals need at least confidence.Least jobs, and 16 bytes for each job.
	Confidence bool
}

// DefaultBounds returns the bounds of the slowdowns in Streit (2002), in seconds.
func DefaultBounds() []int64 { return []int64{60, 300} }

// Validate reports the first option that is out of its range.
func (o Options) Validate() error {
	if o.WarmUp < 0 {
		return optgap.BadField("warm-up", fmt.Sprintf("%d s", o.WarmUp), "at least 0 s")
	}
	for _, b := range o.Bounds {
		if b < 1 {
			return optgap.BadField("slowdown-bounds", fmt.Sprintf("%d s", b), "at least 1 s")
		}
	}
	return nil
}

// Evaluate measures an outcome. An outcome without jobs is an error, and so is a window
// without time or without jobs. Evaluate takes O(n log n) time for n jobs, and 88 bytes for
// each job.
func Evaluate(out *replay.Outcome, machine int64, o Options) (*Metrics, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if len(out.Jobs) == 0 {
		return nil, optgap.BadField("jobs", "0", "at least 1")
	}
	if o.Bounds == nil {
		o.Bounds = DefaultBounds()
	}
	from, to := o.window(out)
	m := &Metrics{SlowdownBounds: o.Bounds}
	jobs := m.measureJobs(out, from, to)
	if o.Confidence {
		m.Confidence = intervals(out, from, to)
	}
	if jobs == 0 || to <= from && o.trims() {
		return nil, optgap.BadField(
			"warm-up and cut-drain", fmt.Sprintf("no more than second %d to %d of the trace with %s submitted in it",
				from, to, format.Count(int64(jobs), "job")),
			"a window of time with at least one job",
		)
	}
	m.Numbers["makespan"] = float64(lastEnd(out) - out.Jobs[0].Submit)
	if o.trims() {
		m.Numbers["window"] = float64(to - from)
	}
	m.measureTime(out, machine, from, to)
	return m, nil
}

// trims reports whether the window may be shorter than the replay.
func (o Options) trims() bool { return o.WarmUp > 0 || o.CutDrain }

// window returns the first and the last second to measure. Jobs are in order of
// submission.
func (o Options) window(out *replay.Outcome) (from, to int64) {
	from = out.Jobs[0].Submit + o.WarmUp
	if o.CutDrain {
		return from, out.Jobs[len(out.Jobs)-1].Submit
	}
	return from, lastEnd(out)
}

// lastEnd returns the second in which the last job ends.
func lastEnd(out *replay.Outcome) int64 {
	last := out.End(0)
	for i := range out.Jobs {
		last = max(last, out.End(i))
	}
	return last
}

// measureJobs sets the metrics of the jobs submitted in [from, to], and returns their number. Without such jobs it
// sets nothing.
func (m *Metrics) measureJobs(out *replay.Outcome, from, to int64) (jobs int) {
	all, classes := newTally(m.SlowdownBounds...), make([]*tally, len(classLimits))
	for c := range classes {
		classes[c] = newTally()
	}
	killed := 0
	waits, stretches := make([]float64, 0, len(out.Jobs)), make([]float64, 0, len(out.Jobs))
	for i, j := range out.Jobs {
		if j.Submit < from || j.Submit > to {
			continue
		}
		wait, duration := out.Starts[i]-j.Submit, j.Duration()
		all.add(j.Width, wait, duration)
		classes[class(duration)].add(j.Width, wait, duration)
		waits = append(waits, float64(wait))
		if len(m.SlowdownBounds) > 0 {
			stretches = append(stretches, slowdown(wait, duration, m.SlowdownBounds[0]))
		}
		if j.RunTime > j.Estimate {
			killed++
		}
	}
	if all.jobs == 0 {
		return 0
	}
	m.Numbers = all.averages()
	m.Numbers["killed"] = float64(killed)
	m.distribute("wait", waits)
	if len(m.SlowdownBounds) > 0 {
		m.distribute(fmt.Sprint(plainPrefix, m.SlowdownBounds[0]), stretches)
	}
	for c, t := range classes {
		m.Classes = append(m.Classes, t.class(classLimits[c]))
	}
	return all.jobs
}

// distribute sets the statistics of values, which it sorts. prefix begins their keys.
func (m *Metrics) distribute(prefix string, values []float64) {
	slices.Sort(values)
	for _, s := range statistics {
		m.Numbers[prefix+"_"+s.key] = s.of(values)
	}
}

// measureTime sets the averages over the seconds [from, to).
func (m *Metrics) measureTime(out *replay.Outcome, machine, from, to int64) {
	in := integrate(out, machine, from, to)
	m.Numbers["queue_max"] = float64(in.maxQueue)
	if to == from { // every job ends in the second of the first submission
		return
	}
	length := float64(to - from)
	capacity := float64(machine) * length
	ended := 0
	for i := range out.Jobs {
		if end := out.End(i); from <= end && end <= to {
			ended++
		}
	}
	maps.Copy(m.Numbers, map[string]float64{
		"util": in.busy / capacity, "loc": in.lost / capacity, "idle": in.idle / capacity, "queue": in.waiting / length,
		"throughput": float64(ended) / length * 3600,
	})
	if in.reserved > 0 {
		m.Numbers["reserved"] = in.reserved / capacity
	}
}

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

// averages returns the averages over the jobs of a tally with at least one job, by key.
func (t *tally) averages() map[string]float64 {
	n := float64(t.jobs)
	all := map[string]float64{
		"jobs": n, "artww": t.weightedResponse / t.width, "art": t.response / n, "wait": t.wait / n,
		"run_time": t.duration / n, "sldww_60": t.weightedSlowdown[0] / t.width,
	}
	for i, b := range t.bounds[1:] {
		all[fmt.Sprint(plainPrefix, b)] = t.slowdown[i+1] / n
		all[fmt.Sprint(weightedPrefix, b)] = t.weightedSlowdown[i+1] / t.width
	}
	if t.area > 0 {
		all["sldwa"] = t.weightedResponse / t.area
	}
	return all
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
	if t.jobs == 0 {
		return Class{UpTo: upTo}
	}
	v := t.averages()
	return Class{upTo, t.jobs, v["artww"], v["art"], v["wait"], v["sldww_60"]}
}
