package performance

import (
	"fmt"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/simulate/replay"
)

// Options choose the part of a replay that [Evaluate] measures. The zero value measures
// the whole replay.
//
// A replay starts with an empty machine. Trimming
// leaves the begin out: only the window of time that WarmUp leaves is measured. The
// makespan stays that of the whole replay. The window has a length of its own.
//
// Averages over jobs (response, wait, slowdown, percentiles, classes) take the jobs
// submitted in the window. Each of these jobs counts up to its end, even if the end lies
// after the window. Averages over time (util, loc, idle, queue) take the part of every job
// that lies in the window. Throughput counts the ends in the window.
type Options struct {
	Bounds []int64 // of the slowdowns, in seconds, at least 1; nil means DefaultBounds
	WarmUp int64   // seconds between the first submission and the begin of the window
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
// without time or without jobs. Evaluate takes O(n log n) time for n jobs, and 160 bytes
// for each job.
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
	r := o.replayed(out, machine)
	if len(r.jobs) == 0 || r.length <= 0 && o.WarmUp > 0 {
		from, to := o.window(out)
		return nil, optgap.BadField(
			"warm-up",
			fmt.Sprintf("no more than second %d to %d of the trace with %s submitted in it",
				from, to, format.Count(len(r.jobs), "job")),
			"a window of time with at least one job",
		)
	}
	m := &Metrics{Numbers: map[string]float64{}, SlowdownBounds: o.Bounds}
	for _, metric := range Table(o.Bounds) {
		if v := metric.of.of(r); format.Finite(v) && (v != 0 || metric.exists != ifPositive) {
			m.Numbers[metric.Key] = v
		}
	}
	m.Tenths = tenths(r.jobs)
	m.Classes = r.classes()
	return m, nil
}

// window returns the first and the last second to measure. Jobs are in order of
// submission.
func (o Options) window(out *replay.Outcome) (from, to int64) {
	return out.Jobs[0].Submit + o.WarmUp, lastEnd(out)
}

// lastEnd returns the second in which the last job ends.
func lastEnd(out *replay.Outcome) int64 {
	last := out.End(0)
	for i := range out.Jobs {
		last = max(last, out.End(i))
	}
	return last
}

// replayed is what is measured of a replay.
type replayed struct {
	jobs []job
	integrals
	makespan, window float64 // seconds; window is 0 where all are measured
	length, capacity float64 // of what is measured: seconds, and processor-seconds
	killed, ended    int     // jobs
	sortedBy         map[string][]float64
}

// replayed returns what is measured of an outcome.
func (o Options) replayed(out *replay.Outcome, machine int64) *replayed {
	from, to := o.window(out)
	length := float64(to - from)
	r := &replayed{
		jobs:      sampleOf(out, from, to),
		integrals: integrate(out, machine, from, to),
		makespan:  float64(lastEnd(out) - out.Jobs[0].Submit),
		length:    length,
		capacity:  float64(machine) * length,
		sortedBy:  map[string][]float64{},
	}
	if o.WarmUp > 0 {
		r.window = length
	}
	for i, j := range out.Jobs {
		if end := out.End(i); from <= end && end <= to {
			r.ended++
		}
		if from <= j.Submit && j.Submit <= to && j.RunTime > j.Estimate {
			r.killed++
		}
	}
	return r
}

// sorted returns the values of a term, sorted. The key names the term.
func (r *replayed) sorted(key string, of term) []float64 {
	if r.sortedBy[key] == nil {
		r.sortedBy[key] = lists.Each(r.jobs, of)
		slices.Sort(r.sortedBy[key])
	}
	return r.sortedBy[key]
}

// classLimits are the durations that separate the classes, in seconds.
var classLimits = []int64{5 * 60, 10 * 60, 12 * 3600, 0}

// classes returns the averages over the jobs of each class.
func (r *replayed) classes() []Class {
	classes := make([]Class, len(classLimits))
	own := make([][]job, len(classLimits))
	for _, j := range r.jobs {
		c := slices.IndexFunc(
			classLimits,
			func(limit int64) bool { return limit == 0 || j.duration <= float64(limit) },
		)
		own[c] = append(own[c], j)
	}
	for c := range classes {
		classes[c] = Class{UpTo: classLimits[c], Jobs: len(own[c])}
		for k, m := range ClassMetrics() {
			if classes[c].Jobs > 0 {
				*classes[c].Averages()[k] = m.of.(average).over(own[c])
			}
		}
	}
	return classes
}
