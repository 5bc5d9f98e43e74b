package verify

import (
	"math"
	"slices"
	"sort"

	"github.com/optgap/optgap"
)

// capacity is a step function of the free processors. It has an entry for each time at
// which their number may change. The last entry holds forever.
type capacity []optgap.Change

// at returns the index of the entry that holds at a second.
func (c capacity) at(second int64) int {
	return sort.Search(len(c), func(i int) bool { return c[i].Time > second }) - 1
}

// earliest returns the first second, none before from, from which on width processors are free for
// duration. The last entry has at least width processors.
func (c capacity) earliest(from, width, duration int64) int64 {
	const never = math.MaxInt64
	since := from // when there were enough for the last time
	for i := c.at(from); ; i++ {
		switch {
		case c[i].Free < width:
			since = never
		case since == never:
			since = c[i].Time
		}
		if since < never && (i+1 == len(c) || c[i+1].Time >= since+duration) {
			return since
		}
	}
}

// reserve returns what is left where width processors are taken from start on for duration.
func (c capacity) reserve(start, duration, width int64) capacity {
	left := make(capacity, 0, len(c)+2)
	add := func(time, free int64) { left = append(left, optgap.Change{Time: time, Free: free}) }
	to := start + duration
	for i, now := range c {
		end := int64(math.MaxInt64)
		if i+1 < len(c) {
			end = c[i+1].Time
		}
		if now.Time < min(start, end) {
			add(now.Time, now.Free)
		}
		if max(now.Time, start) < min(end, to) {
			add(max(now.Time, start), now.Free-width)
		}
		if max(now.Time, to) < end {
			add(max(now.Time, to), now.Free)
		}
	}
	return left
}

// paper names the policies of the paper. The first of equally good ones is the best.
var paper = []string{"FCFS", "SJF", "LJF"}

// plan places the jobs of a step in the given order, each as early as possible. starts are in the
// order of the step.
func plan(s *optgap.Step, order []int) (starts []int64) {
	free := capacity(s.History)
	starts = make([]int64, len(s.Jobs))
	for _, i := range order {
		j := s.Jobs[i]
		starts[i] = free.earliest(0, j.Width, j.Estimate)
		free = free.reserve(starts[i], j.Estimate, j.Width)
	}
	return starts
}

// alone returns the objective if each job had the machine for itself, each at its earliest start.
// No schedule has less.
func alone(s *optgap.Step) int64 {
	starts := make([]int64, len(s.Jobs))
	for i, j := range s.Jobs {
		starts[i] = capacity(s.History).earliest(0, j.Width, j.Estimate)
	}
	return value(s, starts).Int64()
}

// slotted returns a step whose schedules are those of a step in slots of scale seconds. A job lasts
// for all slots that it touches, and a slot has the fewest processors that are free in any of its
// seconds.
func slotted(s *optgap.Step, scale int64) *optgap.Step {
	grid := *s
	grid.History = nil
	grid.Jobs = slices.Clone(s.Jobs)
	for i, j := range s.Jobs {
		grid.Jobs[i].Estimate = ((j.Estimate-1)/scale + 1) * scale
	}
	end := int64(0) // of the slots so far
	for _, c := range s.History {
		first := c.Time / scale * scale
		for t := max(first, end); t <= first+scale; t += scale { // the slot of the change, and the one after it
			grid.History = append(
				grid.History,
				optgap.Change{Time: t, Free: fewest(s.History, t, t+scale)},
			)
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
