package moldable

import (
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

// graham starts the jobs by the list algorithm of Garey and Graham (1975): at 0 and at
// each end, it goes through the list and starts every job that fits. order holds each
// index once. O(n^2) at worst.
func graham(machine int64, allotment []Allotment, order []int) Schedule {
	s := make(Schedule, len(order))
	waiting := slices.Clone(order)
	var running heuristics.Running
	free := machine
	now := int64(0)
	for {
		for k := 0; k < len(waiting) && free > 0; {
			i := waiting[k]
			a := allotment[i]
			if a.Width > free {
				k++
				continue
			}
			s[i] = Placement{now, a.Width}
			free -= a.Width
			running.Add(heuristics.RunningJob{End: now + a.Time, Width: a.Width, Job: int32(i)})
			waiting = slices.Delete(waiting, k, k+1)
		}
		if len(waiting) == 0 {
			return s
		}
		now = running[0].End
		for len(running) > 0 && running[0].End == now {
			free += running[0].Width
			running = running[1:]
		}
	}
}

// insert starts the jobs by insertion: one after the other in the order, each as early
// as those before it allow. If the order is that of the starts of a feasible schedule with
// these allotments, no job starts later than in that schedule.
func insert(machine int64, allotment []Allotment, order []int) Schedule {
	s := make(Schedule, len(order))
	var free optgap.Profile
	free.Reset(optgap.History{{Time: 0, Free: machine}})
	for _, i := range order {
		a := allotment[i]
		s[i] = Placement{free.Place(0, a.Width, a.Time), a.Width}
	}
	return s
}
