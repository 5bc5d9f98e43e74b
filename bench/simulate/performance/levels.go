package performance

import (
	"cmp"
	"iter"
	"slices"

	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/heuristics/reservation"
)

// Level is the state of the machine and of the queue from a second to the next level.
type Level struct {
	Time    int64 // second of the trace
	Busy    int64 // processors in use
	Running int   // jobs
	Waiting int   // submitted jobs that have not started
	held    int64 // processors that reservations hold
}

// Levels yields the levels of an outcome in order of time. There is one for every second in
// which a job is submitted, starts or ends. In the last level no job runs and none waits.
// All events of a second count as one change: a job that starts in the second of its
// submission never waits.
//
// Levels takes O(n log n) time for n jobs, and 120 bytes for each job.
func Levels(o *replay.Outcome) iter.Seq[Level] { return levels(o, nil) }

// levels yields Levels, and one for every second in which a reservation begins or ends.
func levels(o *replay.Outcome, reserved []reservation.Decision) iter.Seq[Level] {
	return func(yield func(Level) bool) {
		changes := make([]Level, 0, 3*len(o.Jobs))
		for i, j := range o.Jobs {
			changes = append(
				changes,
				Level{Time: j.Submit, Waiting: 1},
				Level{Time: o.Starts[i], Waiting: -1, Running: 1, Busy: j.Width},
				Level{Time: o.End(i), Running: -1, Busy: -j.Width},
			)
		}
		for _, d := range reserved {
			for _, p := range d.Parts() {
				changes = append(
					changes,
					Level{Time: d.Start, held: p.Width},
					Level{Time: d.End(), held: -p.Width},
				)
			}
		}
		slices.SortFunc(changes, func(a, b Level) int { return cmp.Compare(a.Time, b.Time) })
		var l Level
		for i, c := range changes {
			l.Time = c.Time
			l.Busy += c.Busy
			l.Running += c.Running
			l.Waiting += c.Waiting
			l.held += c.held
			if last := i+1 == len(changes) || changes[i+1].Time > c.Time; last && !yield(l) {
				return
			}
		}
	}
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
func integrate(o *replay.Outcome, machine, from, to int64) (in integrals) {
	l := Level{Time: from}
	add := func(until int64) {
		length := float64(min(until, to) - max(l.Time, from))
		if length <= 0 {
			return
		}
		in.busy += length * float64(l.Busy)
		in.waiting += length * float64(l.Waiting)
		in.maxQueue = max(in.maxQueue, l.Waiting)
		in.reserved += length * float64(l.held)
		// A replay of a log may use more than the machine has, see Overfull.
		if free := length * float64(max(machine-l.Busy, 0)-l.held); l.Waiting > 0 {
			in.lost += free
		} else {
			in.idle += free
		}
	}
	for next := range levels(o, o.Reservations) {
		add(next.Time)
		l = next
	}
	add(to)
	return in
}

// Overfull says when a replay uses more processors than the machine has. Only a replay of what a
// log says can do so. The zero value stands for never.
type Overfull struct {
	Moments int   `json:"moments"` // stretches of time in which the machine is overfull
	Seconds int64 `json:"seconds"` // length of all of them
	Busiest int64 `json:"busiest"` // processors in use, at most; 0: the machine is never overfull
}

// OverfullOf returns when an outcome uses more processors than the machine has. It takes
// O(n log n) time for n jobs.
func OverfullOf(o *replay.Outcome, machine int64) Overfull {
	var found Overfull
	var previous Level
	for l := range Levels(o) {
		if previous.Busy > machine {
			found.Seconds += l.Time - previous.Time
			found.Busiest = max(found.Busiest, previous.Busy)
		}
		if l.Busy > machine && previous.Busy <= machine {
			found.Moments++
		}
		previous = l
	}
	return found
}
