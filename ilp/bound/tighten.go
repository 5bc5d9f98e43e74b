package bound

import (
	"math/bits"

	"github.com/optgap/optgap"
)

// maxTightenWork bounds the words that tighten shifts, to some milliseconds.
const maxTightenWork = 10_000_000

// tighten returns the history with every level lowered to the largest sum of
// widths of waiting jobs that fits into it: no schedule can use more.
func tighten(step *optgap.Step) optgap.History {
	words := step.Machine/64 + 1
	if words > maxTightenWork/int64(len(step.Jobs)+1) {
		return step.History
	}
	sums := make([]uint64, words) // bit s: some jobs have a total width of s
	sums[0] = 1
	for _, j := range step.Jobs {
		shift, rest := j.Width/64, j.Width%64
		for i := words - 1; i >= shift; i-- {
			w := sums[i-shift] << rest
			if i > shift {
				w |= sums[i-shift-1] >> (64 - rest) // 0 for rest 0
			}
			sums[i] |= w
		}
	}
	h := make(optgap.History, len(step.History))
	for i, c := range step.History {
		w := c.Free / 64
		word := sums[w] << (63 - c.Free%64) >> (63 - c.Free%64)
		for word == 0 {
			w--
			word = sums[w]
		}
		h[i] = optgap.Change{Time: c.Time, Free: w*64 + 63 - int64(bits.LeadingZeros64(word))}
	}
	return h
}
