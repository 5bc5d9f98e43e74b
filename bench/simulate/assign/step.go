package assign

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap"
)

// Block is a rectangle of a Gantt chart: the processors [Low, High) during the
// seconds [Start, End), relative to the step's moment.
type Block struct {
	Start, End int64
	Low, High  int64
}

// Layout gives jobs and the history their processors. No two of its blocks overlap.
type Layout struct {
	Jobs    [][]Block // Jobs[i] are the blocks of Step.Jobs[i]; their heights add up to its width
	History []Block   // processors that are not free
}

// Step gives every job of a schedule processors of its own, from its start to its
// end. A job gets the lowest block that is free. Where no block is wide enough,
// the job gets pieces of as few free runs as possible. Of jobs that start
// together the longest is lowest.
//
// Processors that are not free lie at the top of the machine. Where fewer processors are
// free than before, the history takes the highest that are free at that second. Where more
// are free, the history gives back its lowest. So a history that only rises is a staircase
// that shrinks towards the top. Processors that are not free after the last change last up
// to the second until, or up to the makespan if that is later.
//
// The error is that of [optgap.Schedule.Check]: a feasible schedule always has an
// assignment. The cost is O((n + changes) * free runs), for a machine of any size.
func Step(step *optgap.Step, s optgap.Schedule, until int64) (Layout, error) {
	if err := s.Check(step); err != nil {
		return Layout{}, err
	}
	a := assigner{
		step:   step,
		starts: s,
		free:   runs{{0, step.Machine}},
		layout: Layout{Jobs: make([][]Block, len(s))},
	}
	for _, e := range a.events() {
		a.apply(e)
	}
	a.giveBack(a.taken(), max(until, s.Makespan(step)))
	slices.SortFunc(a.layout.History, func(x, y Block) int {
		return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(x.Low, y.Low))
	})
	return a.layout, nil
}

// assigner sweeps over the events of a schedule in order of time.
type assigner struct {
	step    *optgap.Step
	starts  optgap.Schedule
	free    runs
	history []Block // of the history now, in increasing order; End is open
	layout  Layout
}

// eventKind is a kind of events of a sweep.
type eventKind int

// Of events at one second, those that free processors come first. The history takes the top
// before jobs look for a place.
const (
	jobEnds eventKind = iota
	historyChanges
	jobStarts
)

// event is the start or the end of a job, or a change of the history.
type event struct {
	time  int64
	kind  eventKind
	index int // of the job or the change
}

// events returns all events of the step and its schedule, in order.
func (a *assigner) events() []event {
	var events []event
	for i, j := range a.step.Jobs {
		events = append(events, event{a.starts[i], jobStarts, i}, event{a.starts[i] + j.Estimate, jobEnds, i})
	}
	for i, c := range a.step.History {
		events = append(events, event{c.Time, historyChanges, i})
	}
	slices.SortFunc(events, func(x, y event) int {
		order := cmp.Or(cmp.Compare(x.time, y.time), cmp.Compare(x.kind, y.kind))
		if order == 0 && x.kind == jobStarts {
			p, q := a.step.Jobs[x.index], a.step.Jobs[y.index]
			order = cmp.Or(cmp.Compare(q.Estimate, p.Estimate), cmp.Compare(q.Width, p.Width))
		}
		return cmp.Or(order, cmp.Compare(x.index, y.index))
	})
	return events
}

// apply makes the change of an event.
func (a *assigner) apply(e event) {
	switch e.kind {
	case jobEnds:
		for _, b := range a.layout.Jobs[e.index] {
			a.free.add(run{b.Low, b.High})
		}
	case historyChanges:
		busy := a.step.Machine - a.step.History[e.index].Free
		if held := a.taken(); busy > held {
			a.take(busy-held, e.time)
		} else {
			a.giveBack(held-busy, e.time)
		}
	case jobStarts:
		j := a.step.Jobs[e.index]
		for _, r := range a.free.takeLow(j.Width) {
			a.layout.Jobs[e.index] = append(a.layout.Jobs[e.index], Block{e.time, e.time + j.Estimate, r.lo, r.hi})
		}
	}
}

// taken returns how many processors the history holds.
func (a *assigner) taken() int64 {
	sum := int64(0)
	for _, b := range a.history {
		sum += b.High - b.Low
	}
	return sum
}

// take gives the history the width highest free processors.
func (a *assigner) take(width, now int64) {
	for _, r := range a.free.takeHigh(width) {
		a.history = append(a.history, Block{Start: now, Low: r.lo, High: r.hi})
	}
	slices.SortFunc(a.history, func(x, y Block) int { return cmp.Compare(x.Low, y.Low) })
}

// giveBack frees the width lowest processors of the history.
func (a *assigner) giveBack(width, now int64) {
	for width > 0 {
		b := &a.history[0]
		part := *b
		part.End, part.High = now, min(b.High, b.Low+width)
		width -= part.High - part.Low
		a.free.add(run{part.Low, part.High})
		if part.End > part.Start {
			a.layout.History = append(a.layout.History, part)
		}
		if b.Low = part.High; b.Low == b.High {
			a.history = a.history[1:]
		}
	}
}
