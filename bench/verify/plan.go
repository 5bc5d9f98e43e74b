package verify

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap"
)

// capacity is the free processors as a step function, one entry for each time
// at which they may change; the last holds forever.
type capacity []optgap.Change

// earliest returns the first time at which width processors are free for
// duration on end. The processors free in the end suffice. Only the entries are
// candidates: a job that fits at some time, but not one earlier, starts where
// something ends or the machine gets more free.
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

// cut makes t, which is not before the first entry, the time of an entry, and
// returns its index.
func (c capacity) cut(t int64) (capacity, int) {
	k, found := slices.BinarySearchFunc(c, t, func(e optgap.Change, t int64) int { return cmp.Compare(e.Time, t) })
	if found {
		return c, k
	}
	return slices.Insert(c, k, optgap.Change{Time: t, Free: c[k-1].Free}), k
}

// policies are the orders that can be re-planned, in the order that decides
// between equal objectives.
var policies = []struct {
	name    string
	compare func(a, b optgap.Job) int
}{
	{"FCFS", bySubmit},
	{"SJF", func(a, b optgap.Job) int {
		return cmp.Or(cmp.Compare(a.Estimate, b.Estimate), bySubmit(a, b))
	}},
	{"LJF", func(a, b optgap.Job) int {
		return cmp.Or(cmp.Compare(b.Estimate, a.Estimate), bySubmit(a, b))
	}},
}

func bySubmit(a, b optgap.Job) int {
	return cmp.Or(cmp.Compare(a.Submit, b.Submit), cmp.Compare(a.ID, b.ID))
}

// ordered returns the positions of the step's jobs in an order.
func ordered(s *optgap.Step, compare func(a, b optgap.Job) int) []int {
	order := make([]int, len(s.Jobs))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return compare(s.Jobs[a], s.Jobs[b]) })
	return order
}

// plan places the jobs of a step in the given order, each as early as possible,
// and returns the start of each in the order of the step.
func plan(s *optgap.Step, compare func(a, b optgap.Job) int) []int64 {
	free := capacity(slices.Clone(s.History))
	starts := make([]int64, len(s.Jobs))
	for _, i := range ordered(s, compare) {
		j := s.Jobs[i]
		starts[i] = free.earliest(j.Width, j.Estimate)
		free = free.reserve(starts[i], j.Estimate, j.Width)
	}
	return starts
}
