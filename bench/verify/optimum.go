package verify

import (
	"math"
	"slices"

	"github.com/optgap/optgap"
)

// slotted says in which slots jobs are planned: of so many seconds each, all jobs having
// ended by the slot end; 0: by any.
type slotted struct{ scale, end int64 }

// optimum returns the smallest objective of any schedule of the step whose
// starts are multiples of the scale, where a job occupies all slots that it
// touches and a slot has the processors that are free throughout it. With scale
// 1 that is the one-second problem.
//
// It places the jobs in every order, each as early as possible. That finds the
// optimum: place the jobs of an optimal schedule in the order of their starts;
// if one could start earlier than it does, past jobs and history permitting,
// then no later job would be in its way either, as in the seconds that it
// gains none of those runs, and the schedule would not be optimal. An earlier start
// ends no later.
//
// ok is false where the objectives of such schedules might not fit in int64, or where no
// schedule ends in time.
func optimum(s *optgap.Step, in slotted) (best int64, ok bool) {
	if !worst(s, in.scale).IsInt64() {
		return 0, false
	}
	e := enumeration{in: in, best: math.MaxInt64}
	e.extend(slots(s.History, in.scale), s.Jobs, 0)
	return e.best, e.best < math.MaxInt64
}

type enumeration struct {
	in   slotted
	best int64
}

// extend tries each of the jobs left as the next.
func (e *enumeration) extend(free capacity, left []optgap.Job, cost int64) {
	if cost >= e.best {
		return // the jobs left only add to it
	}
	if len(left) == 0 {
		e.best = cost
		return
	}
	for i, j := range left {
		start, occupied, own := place(free, j, e.in.scale)
		if e.in.end > 0 && start+occupied > e.in.end {
			continue
		}
		e.extend(
			slices.Clone(free).reserve(start, occupied, j.Width),
			slices.Delete(slices.Clone(left), i, i+1),
			cost+own)
	}
}

// place returns the earliest slot at which a job can start, how many slots it
// occupies and its width times its response time.
func place(free capacity, j optgap.Job, scale int64) (start, occupied, cost int64) {
	occupied = (j.Estimate-1)/scale + 1
	start = free.earliest(j.Width, occupied)
	return start, occupied, j.Width * (start*scale - j.Submit + j.Estimate)
}

// planOnGrid returns the objective of the jobs placed in the given order, each at
// its earliest slot, and the slot by which they have ended.
func planOnGrid(s *optgap.Step, order []int, scale int64) (objective, end int64) {
	free := slots(s.History, scale)
	for _, i := range order {
		start, occupied, cost := place(free, s.Jobs[i], scale)
		free = free.reserve(start, occupied, s.Jobs[i].Width)
		objective += cost
		end = max(end, start+occupied)
	}
	return objective, end
}

// policiesOnGrid returns the least objective of the policies' plans on the grid, which
// order jobs by their slots, and the slot by which all of them have ended: the paper's
// horizon.
func policiesOnGrid(s *optgap.Step, scale int64) (least, end int64) {
	rounded := *s
	rounded.Jobs = slices.Clone(s.Jobs)
	for i, j := range rounded.Jobs {
		rounded.Jobs[i].Estimate = (j.Estimate-1)/scale + 1
	}
	least = math.MaxInt64
	for _, p := range policies {
		objective, last := planOnGrid(s, ordered(&rounded, p.compare), scale)
		least, end = min(least, objective), max(end, last)
	}
	return least, end
}

// alone returns the objective of the jobs each at its earliest slot, as if it were
// the only one. No schedule on the grid has less.
func alone(s *optgap.Step, scale int64) (objective int64) {
	free := slots(s.History, scale)
	for _, j := range s.Jobs {
		_, _, cost := place(free, j, scale)
		objective += cost
	}
	return objective
}

// slots returns the free processors by slots: in each the fewest that are free
// in any of its seconds.
func slots(h optgap.History, scale int64) capacity {
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
