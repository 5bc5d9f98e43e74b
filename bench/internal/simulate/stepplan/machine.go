package stepplan

import (
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

// machine is the machine of a step as a replay sees it. Running and reserved processors are those that no
// waiting job can have.
type machine struct {
	processors int64
	running    []optgap.Taken // from second 0 on
	reserved   []optgap.Taken // later
}

// machineOf returns the machine that has the history of the step. What the history takes for good from
// second 0 on is no part of it. What a fall takes for good is reserved until all jobs can have ended.
func machineOf(step *optgap.Step) machine {
	m, end := machine{processors: step.Machine}, step.SafeEnd()
	for _, t := range step.History.Taken(step.Machine, end) {
		switch {
		case t.Start > 0:
			m.reserved = append(m.reserved, t)
		case t.End < end:
			m.running = append(m.running, t)
		default:
			m.processors -= t.Width
		}
	}
	return m
}

// reserve returns the scheduler with the reserved processors, or a *LeftOut where it cannot respect
// them.
func (m machine) reserve(s heuristics.Scheduler) (heuristics.Scheduler, error) {
	if len(m.reserved) == 0 {
		return s, nil
	}
	blocker, ok := s.(interface{ Block(start, end, width int64) })
	if !ok {
		return nil, &LeftOut{"it knows no reservations, and the history of the step dips"}
	}
	waking := waking{Scheduler: s}
	for _, t := range m.reserved {
		blocker.Block(t.Start, t.End, t.Width)
		waking.ends = append(waking.ends, t.End)
	}
	slices.Sort(waking.ends)
	return waking, nil
}

// waking is a scheduler that may start jobs at the ends of reservations too.
type waking struct {
	heuristics.Scheduler
	ends []int64 // in order
}

// NextEvent returns the next end of a reservation after now.
func (w waking) NextEvent(now int64) (second int64, ok bool) {
	i, _ := slices.BinarySearch(w.ends, now+1)
	if i == len(w.ends) {
		return 0, false
	}
	return w.ends[i], true
}
