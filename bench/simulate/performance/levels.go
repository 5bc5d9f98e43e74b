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
// Levels takes O(n log n) time for n jobs, and 72 bytes for each job.
func Levels(o *replay.Outcome) iter.Seq[Level] { return levels(o, nil) }

// levels yields Levels, and one for every second in which a reservation begins or ends.
func levels(o *replay.Outcome, reserved []reservation.Decision) iter.Seq[Level] {
	return func(yield func(Level) bool) {
		events := make([]event, 0, 3*len(o.Jobs))
		for i, j := range o.Jobs {
			events = append(
				events,
				event{j.Submit, j.Width, submitted},
				event{o.Starts[i], j.Width, started},
				event{o.End(i), j.Width, ended},
			)
		}
		for _, d := range reserved {
			for _, p := range d.Parts() {
				events = append(
					events,
					event{d.Start, p.Width, held},
					event{d.End(), -p.Width, held},
				)
			}
		}
		slices.SortFunc(events, func(a, b event) int { return cmp.Compare(a.time, b.time) })
		var l Level
		for i, e := range events {
			l.Time = e.time
			switch e.kind {
			case submitted:
				l.Waiting++
			case started:
				l.Waiting--
				l.Running++
				l.Busy += e.width
			case ended:
				l.Running--
				l.Busy -= e.width
			case held:
				l.held += e.width
			}
			if last := i+1 == len(events) || events[i+1].time > e.time; last && !yield(l) {
				return
			}
		}
	}
}

// event is what happens to a job, or a change of the processors that reservations hold.
type event struct {
	time, width int64
	kind        kind
}

type kind int

const (
	submitted kind = iota
	started
	ended
	held
)

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
