package moldable

import (
	"container/heap"

	"github.com/optgap/optgap"
)

// graham starts the jobs by the list algorithm of Garey and Graham (1975): at 0 and at
// each end, it goes through the list and starts every job that fits. order holds each
// index once. O(n^2) at worst.
func graham(machine int64, allotment []Allotment, order []int, s Schedule) {
	next := make([]int, len(order)+1) // of the list: after the job at place k-1 comes that at next[k]-1
	for k := range next {
		next[k] = k + 1
	}
	last := len(order) + 1
	var running ends
	free, now := machine, int64(0)
	for next[0] != last {
		for before := 0; next[before] != last && free > 0; {
			place := next[before]
			i := order[place-1]
			if a := allotment[i]; a.Width <= free {
				s[i] = Placement{now, a.Width}
				free -= a.Width
				heap.Push(&running, Allotment{a.Width, now + a.Time})
				next[before] = next[place]
				continue
			}
			before = place
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

// ends is a heap of running jobs: their widths, and in place of times their ends.
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
// as those before it allow. In the order of the starts of a feasible schedule with these
// allotments, no job starts later than in that schedule.
func insert(free *optgap.Profile, machine int64, allotment []Allotment, order []int, s Schedule) {
	free.Reset(optgap.History{{Time: 0, Free: machine}})
	for _, i := range order {
		a := allotment[i]
		s[i] = Placement{free.Place(0, a.Width, a.Time), a.Width}
	}
}
