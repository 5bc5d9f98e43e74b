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

// on returns the processors free at a second.
func (c capacity) on(second int64) int64 { return c[c.at(second)].Free }

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
	left := append(make(capacity, 0, len(c)+2), c...)
	end := start + duration
	for _, t := range [2]int64{start, end} {
		if i := left.at(t); left[i].Time < t {
			left = slices.Insert(left, i+1, optgap.Change{Time: t, Free: left[i].Free})
		}
	}
	for i := left.at(start); left[i].Time < end; i++ {
		left[i].Free -= width
	}
	return left
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
