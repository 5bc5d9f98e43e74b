package performance

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"github.com/optgap/optgap/bench/simulate/replay"
)

// Level is the state of the machine and of the queue from a second to the next level.
type Level struct {
	Time    int64 // second of the trace
	Busy    int64 // processors in use
	Running int   // jobs
	Waiting int   // submitted jobs that have not started
	Demand  int64 // sum of the waiting jobs' widths
}

// Levels yields the levels of an outcome in order of time. There is one for every second in
// which a job is submitted, starts or ends. In the last level no job runs and none waits.
// All events of a second count as one change: a job that starts in the second of its
// submission never waits.
//
// Levels takes O(n log n) time for n jobs, and 32 bytes for each job.
func Levels(o *replay.Outcome) iter.Seq[Level] {
	return func(yield func(Level) bool) {
		starts := inOrder(o, func(i int) int64 { return o.Starts[i] })
		ends := inOrder(o, o.End)
		var l Level
		for s, b, e := 0, 0, 0; e < len(ends); {
			now := ends[e].time
			if b < len(starts) {
				now = min(now, starts[b].time)
			}
			if s < len(o.Jobs) {
				now = min(now, o.Jobs[s].Submit)
			}
			l.Time = now
			for ; s < len(o.Jobs) && o.Jobs[s].Submit == now; s++ {
				l.Waiting++
				l.Demand += o.Jobs[s].Width
			}
			for ; b < len(starts) && starts[b].time == now; b++ {
				l.Waiting--
				l.Demand -= starts[b].width
				l.Running++
				l.Busy += starts[b].width
			}
			for ; e < len(ends) && ends[e].time == now; e++ {
				l.Running--
				l.Busy -= ends[e].width
			}
			if !yield(l) {
				return
			}
		}
	}
}

// event is the start or the end of a job.
type event struct{ time, width int64 }

// inOrder returns an event of each job, in order of time. time returns the second of the
// event of a job.
func inOrder(o *replay.Outcome, time func(i int) int64) []event {
	events := make([]event, len(o.Jobs))
	for i, j := range o.Jobs {
		events[i] = event{time(i), j.Width}
	}
	slices.SortFunc(events, func(a, b event) int { return cmp.Compare(a.time, b.time) })
	return events
}

// integrals are times and areas of the seconds [from, to).
type integrals struct {
	busy     float64 // processor-seconds in use
	reserved float64 // processor-seconds held by reservations
	lost     float64 // processor-seconds idle while a job waits
	idle     float64 // processor-seconds idle while none waits
	waiting  float64 // job-seconds in the queue
	maxQueue int
}

// integrate sums up the levels within [from, to).
func integrate(o *replay.Outcome, machine, from, to int64) integrals {
	var in integrals
	held := newHeld(o)
	previous := Level{Time: math.MinInt64}
	add := func(l Level, until int64) {
		length := float64(min(until, to) - max(l.Time, from))
		if length <= 0 {
			return
		}
		in.busy += length * float64(l.Busy)
		in.waiting += length * float64(l.Waiting)
		in.maxQueue = max(in.maxQueue, l.Waiting)
		reserved := float64(held.area(max(l.Time, from), min(until, to)))
		in.reserved += reserved
		// A replay of a log may use more than the machine has, see Overfull.
		if free := length*float64(max(machine-l.Busy, 0)) - reserved; l.Waiting > 0 {
			in.lost += free
		} else {
			in.idle += free
		}
	}
	for l := range Levels(o) {
		if previous.Time != math.MinInt64 {
			add(previous, l.Time)
		}
		if previous = l; l.Time >= to {
			return in
		}
	}
	add(previous, to)
	return in
}
