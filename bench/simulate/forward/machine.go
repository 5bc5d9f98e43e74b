package forward

import (
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

// machine is the machine of a step as a replay sees it.
type machine struct {
	processors int64
	running    []taken // from second 0 on
	reserved   []taken // later
}

// taken is a number of processors that no waiting job can have in the seconds [start, end).
type taken struct{ start, end, width int64 }

// machineOf returns the machine that has the history of the step. A rise ends what the last falls
// before it have taken, and then running jobs. What a fall has taken for good is reserved until
// all jobs can have ended.
func machineOf(step *optgap.Step) machine {
	m := machine{processors: step.History[0].Free}
	var open []taken // by falls, the last one last
	for i, c := range step.History[1:] {
		rise := c.Free - step.History[i].Free
		if rise < 0 {
			open = append(open, taken{start: c.Time, width: -rise})
			continue
		}
		for rise > 0 && len(open) > 0 {
			last := &open[len(open)-1]
			width := min(rise, last.width)
			m.reserved = append(m.reserved, taken{last.start, c.Time, width})
			rise, last.width = rise-width, last.width-width
			if last.width == 0 {
				open = open[:len(open)-1]
			}
		}
		if rise > 0 {
			m.running = append(m.running, taken{0, c.Time, rise})
			m.processors += rise
		}
	}
	for _, t := range open {
		t.end = step.SafeEnd()
		m.reserved = append(m.reserved, t)
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
		blocker.Block(t.start, t.end, t.width)
		waking.ends = append(waking.ends, t.end)
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
