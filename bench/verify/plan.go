package verify

import (
	"cmp"
	"math"
	"slices"

	"github.com/optgap/optgap"
)

// capacity is a step function of the free processors. It has an entry for each time at
// which their number may change. The last entry holds forever.
type capacity []optgap.Change

// earliest returns the first time from which on width processors are free for duration.
// The last entry has at least width processors. Only the times of entries are candidates:
// a job that fits at some time, but not one earlier, starts where processors become free.
func (c capacity) earliest(width, duration int64) int64 {
	for i := 0; ; {
		k := i
		for k < len(c) && c[k].Time < c[i].Time+duration && c[k].Free >= width {
			k++
		}
		if k == len(c) || c[k].Time >= c[i].Time+duration {
			return c[i].Time
		}
		i = k + 1 // every candidate up to there runs into the same entry
	}
}

// reserve takes width processors from start on for duration.
func (c capacity) reserve(start, duration, width int64) capacity {
	c, first := c.cut(start)
	c, end := c.cut(start + duration)
	for i := first; i < end; i++ {
		c[i].Free -= width
	}
	return c
}

func byTime(e optgap.Change, t int64) int { return cmp.Compare(e.Time, t) }

// cut returns a capacity with an entry at time t, and the index of the entry. t is not
// before the first entry.
func (c capacity) cut(t int64) (capacity, int) {
	k, found := slices.BinarySearchFunc(c, t, byTime)
	if found {
		return c, k
	}
	return slices.Insert(c, k, optgap.Change{Time: t, Free: c[k-1].Free}), k
}

// paper names the policies of the paper. The first of equally good ones is the best.
var paper = []string{"FCFS", "SJF", "LJF"}

// ordered returns the positions of the step's jobs in an order.
func ordered(s *optgap.Step, compare func(a, b optgap.Job) int) []int {
	order := make([]int, len(s.Jobs))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return compare(s.Jobs[a], s.Jobs[b]) })
	return order
}

// planned is the objective of a plan, and the slot by which all jobs have ended.
type planned struct{ objective, makespan int64 }

// plan places the jobs of a step in the given order, each at its earliest slot of scale
// seconds. starts are slots too, in the order of the step.
func plan(s *optgap.Step, order []int, scale int64) (starts []int64, worth planned) {
	free := slots(s.History, scale)
	starts = make([]int64, len(s.Jobs))
	for _, i := range order {
		start, occupied, cost := place(free, s.Jobs[i], scale)
		free = free.reserve(start, occupied, s.Jobs[i].Width)
		starts[i] = start
		worth.objective += cost
		worth.makespan = max(worth.makespan, start+occupied)
	}
	return starts, worth
}

// place returns the earliest slot at which a job can start, the number of slots that it
// occupies, and its weight times its response time in seconds.
func place(free capacity, j optgap.Job, scale int64) (start, occupied, cost int64) {
	occupied = touched(j.Estimate, scale)
	start = free.earliest(j.Width, occupied)
	return start, occupied, weight(j) * (start*scale - j.Submit + j.Estimate)
}

// touched returns the number of slots of scale seconds that a job touches which starts
// with a slot.
func touched(estimate, scale int64) int64 { return (estimate-1)/scale + 1 }

// policiesOnGrid returns the least objective of the plans of the paper's policies on the grid, and the
// slot by which all jobs of these plans have ended: the paper's horizon. The policies
// order the jobs by their numbers of slots.
func policiesOnGrid(s *optgap.Step, scale int64) planned {
	rounded := *s
	rounded.Jobs = slices.Clone(s.Jobs)
	for i, j := range rounded.Jobs {
		rounded.Jobs[i].Estimate = touched(j.Estimate, scale)
	}
	all := planned{objective: math.MaxInt64}
	// FCFS, SJF and LJF order jobs by the estimate with this sign, then by submission and id.
	for _, sign := range []int64{0, 1, -1} {
		_, worth := plan(s, ordered(&rounded, func(a, b optgap.Job) int {
			return cmp.Or(cmp.Compare(sign*a.Estimate, sign*b.Estimate), cmp.Compare(a.Submit, b.Submit),
				cmp.Compare(a.ID, b.ID))
		}), scale)
		all.objective = min(all.objective, worth.objective)
		all.makespan = max(all.makespan, worth.makespan)
	}
	return all
}

// alone returns the objective if each job had the machine for itself, each at its
// earliest slot. No schedule on the grid has less.
func alone(s *optgap.Step, scale int64) (objective int64) {
	free := slots(s.History, scale)
	for _, j := range s.Jobs {
		_, _, cost := place(free, j, scale)
		objective += cost
	}
	return objective
}

// slots returns the free processors by slots of scale seconds. A slot has the fewest
// that are free in any of its seconds.
func slots(h optgap.History, scale int64) capacity {
	if scale == 1 {
		return capacity(slices.Clone(h))
	}
	var c capacity
	for _, change := range h {
		first := change.Time / scale
		for k := first; k <= first+1; k++ { // the slot of the change, and the one after it
			if len(c) == 0 || c[len(c)-1].Time < k {
				c = append(c, optgap.Change{Time: k, Free: fewest(h, k*scale, (k+1)*scale)})
			}
		}
	}
	return c
}

// fewest returns the fewest processors free in the seconds [from, to).
func fewest(h optgap.History, from, to int64) int64 {
	free := int64(math.MaxInt64)
	for i, c := range h {
		goesOn := i+1 == len(h) || h[i+1].Time > from
		if c.Time < to && goesOn {
			free = min(free, c.Free)
		}
	}
	return free
}
