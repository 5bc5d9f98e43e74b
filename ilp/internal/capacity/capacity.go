// Package capacity lowers free processors to what sets of jobs can use of them.
package capacity

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/internal/bitset"
)

// Sums returns the total widths of all sets of the jobs, as far as they are at most
// most. O(jobs * most / 64).
func Sums(jobs []optgap.Job, most int64) bitset.Set {
	sums := bitset.New(int(most) + 1)
	sums.Add(0)
	for _, j := range jobs {
		sums.AddShifted(int(j.Width))
	}
	return sums
}

// Usable returns the history of the step with every level lowered to the largest
// total width of waiting jobs that fits into it. No schedule can use more, so
// feasible schedules stay the same. Neighbouring levels may be equal.
func Usable(step *optgap.Step) optgap.History {
	sums := Sums(step.Jobs, step.Machine)
	h := make(optgap.History, len(step.History))
	for i, c := range step.History {
		h[i] = optgap.Change{Time: c.Time, Free: int64(sums.Largest(int(c.Free)))}
	}
	return h
}
