// Package capacity lowers numbers of free processors to those that sets of jobs can use.
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

// mostWords is the number of words up to which Usable shifts sums. A check of the bounds that rest on
// them shifts as many.
const mostWords = 50_000_000

// Usable returns the history of the step with every level lowered to the largest
// total width of waiting jobs that fits into it. No schedule can use more, so
// feasible schedules stay the same. Neighbouring levels may be equal.
//
// stop is called before each job, with the words of bits that the job shifts; nil: no
// calls. Usable returns the step's own history where stop returns true, or where the
// machine is too large for sums.
func Usable(step *optgap.Step, stop func(words int) bool) optgap.History {
	if step.Machine/64 > mostWords/int64(len(step.Jobs)+1) {
		return step.History
	}
	sums := bitset.New(int(step.Machine) + 1)
	sums.Add(0)
	for _, j := range step.Jobs {
		if stop != nil && stop(len(sums)) {
			return step.History
		}
		sums.AddShifted(int(j.Width))
	}
	h := make(optgap.History, len(step.History))
	for i, c := range step.History {
		h[i] = optgap.Change{Time: c.Time, Free: int64(sums.Largest(int(c.Free)))}
	}
	return h
}
