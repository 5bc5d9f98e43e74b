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

// plan places the jobs of a step in the given order, each as early as possible. starts are in the order of the step.
func plan(s *optgap.Step, order []int) (starts []int64) {
	free := capacity(slices.Clone(s.History))
	starts = make([]int64, len(s.Jobs))
	for _, i := range order {
		j := s.Jobs[i]
		starts[i] = free.earliest(j.Width, j.Estimate)
		free = free.reserve(starts[i], j.Estimate, j.Width)
	}
	return starts
}

// alone returns the objective if each job had the machine for itself, each at its earliest start. No schedule has less.
func alone(s *optgap.Step) int64 {
	starts := make([]int64, len(s.Jobs))
	for i, j := range s.Jobs {
		starts[i] = capacity(s.History).earliest(j.Width, j.Estimate)
	}
	return value(s, starts).Int64()
}

// slotted returns a step whose schedules are those of a step in slots of scale seconds. A job lasts for all slots that
// it touches, and a slot has the fewest processors that are free in any of its seconds.
func slotted(s *optgap.Step, scale int64) *optgap.Step {
	grid := *s
	grid.History, grid.Jobs = nil, slices.Clone(s.Jobs)
	for i, j := range s.Jobs {
		grid.Jobs[i].Estimate = ((j.Estimate-1)/scale + 1) * scale
	}
	end := int64(0) // of the slots so far
	for _, c := range s.History {
		first := c.Time / scale * scale
		for t := max(first, end); t <= first+scale; t += scale { // the slot of the change, and the one after it
			grid.History = append(grid.History, optgap.Change{Time: t, Free: fewest(s.History, t, t+scale)})
			end = t + scale
		}
	}
	return &grid
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
