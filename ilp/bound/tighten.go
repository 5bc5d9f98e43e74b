package bound

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/internal/bitset"
)

// maxTightenWork bounds the words that tighten shifts, to some milliseconds.
const maxTightenWork = 10_000_000

// tighten returns the history with every level lowered to the largest sum of
// widths of waiting jobs that fits into it: no schedule can use more.
func tighten(step *optgap.Step) optgap.History {
	if step.Machine/64+1 > maxTightenWork/int64(len(step.Jobs)+1) {
		return step.History
	}
	sums := sumsOf(step.Jobs, step.Machine)
	h := make(optgap.History, len(step.History))
	for i, c := range step.History {
		h[i] = optgap.Change{Time: c.Time, Free: int64(sums.Largest(int(c.Free)))}
	}
	return h
}

// sumsOf returns the total widths of all sets of the jobs, up to most.
func sumsOf(jobs []optgap.Job, most int64) bitset.Set {
	sums := bitset.New(int(most) + 1)
	sums.Add(0)
	for _, j := range jobs {
		sums.AddShifted(int(j.Width))
	}
	return sums
}
