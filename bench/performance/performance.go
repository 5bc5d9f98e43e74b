package performance

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/replay"
)

// Options say what Evaluate measures. The zero value measures the whole
// replay.
//
// A replay starts with an empty machine and ends by emptying it. Trimming leaves
// that out: only the window of time that WarmUp and CutDrain leave is measured.
// Values that are averages over jobs (response, wait, slowdown, percentiles,
// classes) take the jobs submitted in the window, to their ends, wherever these
// lie. Values that are averages over time (util, loc, idle, queue) take all jobs,
// as far as they lie in the window; throughput counts the ends in it.
type Options struct {
	Bounds   []int64 // of the slowdowns, in seconds, at least 1; nil: 60 and 300, as in Streit 2002
	WarmUp   int64   // the window begins so many seconds after the first submission
	CutDrain bool    // the window ends with the last submission instead of the last end
}

// Performance is what a finished replay is worth. With trimming (see
// Options) Makespan is the length of the window.
type Performance struct {
	Metrics
	Slowdowns  []Slowdown
	RunTime    float64 // average duration, seconds
	LOC        float64 // loss of capacity: processors idle while a job waits, over time, of machine times Makespan (Zhang et al. 2000)
	Idle       float64 // processors idle while no job waits, likewise: Util + LOC + Idle + Reserved = 1
	Reserved   float64 // processors held by reservations, likewise; neither used by a job nor idle
	Throughput float64 // jobs ended per hour
	Queue      float64 // waiting jobs, average over time
	MaxQueue   int     // most jobs waiting at once
	Killed     int     // jobs killed at their estimate
	Waits      Spread  // of the wait times, seconds
	Stretches  Spread  // of the slowdowns with the first of the bounds
	Classes    []Class // the jobs by duration: up to 5 min, 10 min, 12 h, and longer
}

// Slowdown is an average slowdown: response time over duration, both raised to
// the bound.
type Slowdown struct {
	Bound    int64   // seconds
	Plain    float64 // average over the jobs
	Weighted float64 // weighted by width: SLDwW_60 in Streit 2002 where Bound is 60
}

// Spread describes a distribution. A percentile is the smallest value that at
// least so many percent of the jobs do not exceed.
type Spread struct{ P50, P90, P95, P99, Max, StdDev float64 }

// Class holds the averages of the jobs with a duration above that of the class
// before and up to its own (Streit 2002, section 5.2).
type Class struct {
	UpTo    int64   `json:"up_to,omitempty"` // seconds; 0: no limit
	Jobs    int     `json:"jobs"`
	ARTwW   float64 `json:"artww"`
	ART     float64 `json:"art"`
	Wait    float64 `json:"wait"`
	SLDwW60 float64 `json:"sldww_60"`
}

// classLimits are the durations that separate the classes.
var classLimits = []int64{5 * 60, 10 * 60, 12 * 3600, 0}

// Validate reports the first option that is out of its range.
func (m Options) Validate() error {
	if m.WarmUp < 0 {
		return &optgap.FieldError{Field: "warm-up", Found: fmt.Sprintf("%d s", m.WarmUp), Expected: "at least 0 s"}
	}
	for _, b := range m.Bounds {
		if b < 1 {
			return &optgap.FieldError{Field: "slowdown bound", Found: fmt.Sprintf("%d s", b), Expected: "at least 1 s"}
		}
	}
	return nil
}

// Evaluate measures an outcome with at least one job. It is an error where
// trimming leaves no time or no job. It takes O(n log n) time for n jobs and 24
// bytes for each.
func Evaluate(o *replay.Outcome, machine int64, m Options) (*Performance, error) {
	if err := m.Validate(); err != nil {
		return nil, err
	}
	if m.Bounds == nil {
		m.Bounds = []int64{60, 300}
	}
	from, to := m.window(o)
	all, classes := newTally(append([]int64{60}, m.Bounds...)), make([]*tally, len(classLimits))
	for c := range classes {
		classes[c] = newTally([]int64{60})
	}
	p := &Performance{}
	waits, stretches := make([]float64, 0, len(o.Jobs)), make([]float64, 0, len(o.Jobs))
	ended := 0
	for i, j := range o.Jobs {
		wait, duration := o.Starts[i]-j.Submit, j.Duration()
		if end := o.End(i); from <= end && end <= to {
			ended++
		}
		if j.Submit < from || j.Submit > to {
			continue
		}
		all.add(j.Width, wait, duration)
		classes[class(duration)].add(j.Width, wait, duration)
		waits = append(waits, float64(wait))
		if len(m.Bounds) > 0 {
			stretches = append(stretches, slowdown(wait, duration, m.Bounds[0]))
		}
		if j.RunTime > j.Estimate {
			p.Killed++
		}
	}
	if all.jobs == 0 || to <= from && (m.WarmUp > 0 || m.CutDrain) {
		return nil, &optgap.FieldError{
			Field: "trimming", Found: fmt.Sprintf("no more than second %d to %d of the trace with %d jobs submitted in it", from, to, all.jobs),
			Expected: "a window of time with at least one job",
		}
	}
	p.averages(all, m.Bounds)
	p.overTime(integrate(o, machine, from, to), machine, from, to, ended)
	p.Waits, p.Stretches = spread(waits), spread(stretches)
	for c, t := range classes {
		p.Classes = append(p.Classes, newClass(classLimits[c], t))
	}
	return p, nil
}

// window returns the seconds to measure. Jobs are in order of submission.
func (m Options) window(o *replay.Outcome) (from, to int64) {
	from = o.Jobs[0].Submit + m.WarmUp
	if m.CutDrain {
		return from, o.Jobs[len(o.Jobs)-1].Submit
	}
	to = o.End(0)
	for i := range o.Jobs {
		to = max(to, o.End(i))
	}
	return from, to
}

func class(duration int64) int {
	for c, limit := range classLimits {
		if duration <= limit {
			return c
		}
	}
	return len(classLimits) - 1
}

func newClass(upTo int64, t *tally) Class {
	c := Class{UpTo: upTo, Jobs: t.jobs}
	if t.jobs > 0 {
		n := float64(t.jobs)
		c.ARTwW, c.ART, c.Wait, c.SLDwW60 = t.weightedResponse/t.width, t.response/n, t.wait/n, t.weightedSlowdown[0]/t.width
	}
	return c
}

// averages sets the averages over jobs. The first bound of the tally is 60, the
// others are those asked for.
func (p *Performance) averages(t *tally, bounds []int64) {
	n := float64(t.jobs)
	p.Jobs, p.ARTwW, p.ART, p.Wait, p.RunTime = t.jobs, t.weightedResponse/t.width, t.response/n, t.wait/n, t.duration/n
	p.SLDwW60 = t.weightedSlowdown[0] / t.width
	for i, b := range bounds {
		p.Slowdowns = append(p.Slowdowns, Slowdown{b, t.slowdown[i+1] / n, t.weightedSlowdown[i+1] / t.width})
	}
	if t.area > 0 {
		p.SLDwA = t.weightedResponse / t.area
	}
}

// overTime sets the averages over time.
func (p *Performance) overTime(in integrals, machine, from, to int64, ended int) {
	p.MaxQueue = in.maxQueue
	if p.Makespan = to - from; p.Makespan == 0 { // every job ends in the second of the first submission
		return
	}
	length := float64(p.Makespan)
	capacity := float64(machine) * length
	p.Util, p.LOC, p.Idle, p.Reserved = in.busy/capacity, in.lost/capacity, in.idle/capacity, in.reserved/capacity
	p.Queue = in.waiting / length
	p.Throughput = float64(ended) / length * 3600
}

// spread sorts the values.
func spread(values []float64) Spread {
	if len(values) == 0 {
		return Spread{}
	}
	slices.Sort(values)
	q := func(share float64) float64 { return stat.Quantile(share, stat.Empirical, values, nil) }
	_, deviation := stat.PopMeanStdDev(values, nil)
	return Spread{P50: q(0.5), P90: q(0.9), P95: q(0.95), P99: q(0.99), Max: values[len(values)-1], StdDev: deviation}
}
