package moldable

import (
	"container/heap"

	"github.com/optgap/optgap"
)

// graham starts the jobs by the list algorithm of Garey and Graham (1975): at 0 and at
// each end, it goes through the list and starts every job that fits. order holds each
// index once. O(n^2) at worst.
func graham(machine int64, allotment []Allotment, order []int, s Schedule) {
	// next links the jobs that have not started. Behind order[k-1] stands
	// order[next[k]-1]. next[0] leads to the first job.
	next := make([]int, len(order)+1)
	for k := range next {
		next[k] = k + 1
	}
	last := len(order) + 1
	var running ends
	free := machine
	now := int64(0)
	for next[0] != last {
		for before := 0; next[before] != last && free > 0; {
			link := next[before]
			i := order[link-1]
			if a := allotment[i]; a.Width <= free {
				s[i] = Placement{now, a.Width}
				free -= a.Width
				heap.Push(&running, Allotment{a.Width, now + a.Time})
				next[before] = next[link]
				continue
			}
			before = link
		}
		if next[0] == last {
			return
		}
		now = running[0].Time
		for len(running) > 0 && running[0].Time == now {
			free += heap.Pop(&running).(Allotment).Width
		}
	}
}

// ends is a heap of running jobs, the first to end at the top. Time is the end of a job.
type ends []Allotment

func (e ends) Len() int           { return len(e) }
func (e ends) Less(i, j int) bool { return e[i].Time < e[j].Time }
func (e ends) Swap(i, j int)      { e[i], e[j] = e[j], e[i] }
func (e *ends) Push(x any)        { *e = append(*e, x.(Allotment)) }
func (e *ends) Pop() any {
	old := *e
	last := old[len(old)-1]
	*e = old[:len(old)-1]
	return last
}

// insert starts the jobs by insertion: one after the other in the order, each as early
// as those before it allow. If the order is that of the starts of a feasible schedule with
// these allotments, no job starts later than in that schedule.
func insert(
	free *optgap.Profile,
	machine int64,
	allotment []Allotment,
	order []int,
	s Schedule,
) {
	free.Reset(optgap.History{{Time: 0, Free: machine}})
	for _, i := range order {
		a := allotment[i]
		s[i] = Placement{free.Place(0, a.Width, a.Time), a.Width}
	}
}
