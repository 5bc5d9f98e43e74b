package verify

import (
	"math"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/moldable"
)

// optimum returns the smallest objective of any schedule of the step, or nil if it has no job, or
// more than so many. All objectives fit in int64.
func optimum(s *optgap.Step, most int) *int64 {
	if n := len(s.Jobs); n == 0 || n > most {
		return nil
	}
	tasks := make([]task, len(s.Jobs))
	before := int64(0) // the part of the objective from the submissions on
	for i, j := range s.Jobs {
		tasks[i] = task{weight(j), []moldable.Allotment{{Width: j.Width, Time: j.Estimate}}}
		before += weight(j) * j.Submit
	}
	e := enumeration{minsum: math.MaxInt64}
	e.extend(capacity(s.History), tasks, 0, 0)
	return new(e.minsum - before)
}

// task is a job to be placed in one of its forms.
type task struct {
	weight int64
	forms  []moldable.Allotment
}

// enumeration finds the least sum of weight times end, and the least makespan, of tasks. Both
// begin with the largest number; 0: this one is not looked for.
//
// It places the tasks in every order and in all forms, each as early as possible. That
// finds the optimum: place the tasks of an optimal schedule in the order of their starts.
// If a task could start earlier than it does, past the tasks before it and the history,
// then no later task would be in its way either, as none of them runs in the time that it
// gains. So it may start there: the sum is less, and the makespan no larger.
type enumeration struct {
	minsum, makespan int64
}

// extend tries each of the tasks left as the next. None of them can end before it would as the next
// one.
func (e *enumeration) extend(free capacity, left []task, minsum, makespan int64) {
	least := minsum
	latest := makespan
	for _, t := range left {
		soonest := int64(math.MaxInt64)
		for _, f := range t.forms {
			soonest = min(soonest, free.earliest(0, f.Width, f.Time)+f.Time)
		}
		least += t.weight * soonest
		latest = max(latest, soonest)
	}
	if least >= e.minsum && latest >= e.makespan {
		return
	}
	if len(left) == 0 {
		e.minsum = min(e.minsum, minsum)
		e.makespan = min(e.makespan, makespan)
		return
	}
	for i, t := range left {
		rest := slices.Delete(slices.Clone(left), i, i+1)
		for _, f := range t.forms {
			start := free.earliest(0, f.Width, f.Time)
			end := start + f.Time
			left := free.reserve(start, f.Time, f.Width)
			e.extend(left, rest, minsum+t.weight*end, max(makespan, end))
		}
	}
}
