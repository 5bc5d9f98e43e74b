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
	sums := sumsOf(step.Jobs, words)
	h := make(optgap.History, len(step.History))
	for i, c := range step.History {
		h[i] = optgap.Change{Time: c.Time, Free: sums.largest(c.Free)}
	}
	return h
}

// sums is a set of numbers of processors: bit s says that some jobs have a total
// width of s.
type sums []uint64

func sumsOf(jobs []optgap.Job, words int64) sums {
	set := make(sums, words)
	set[0] = 1
	for _, j := range jobs {
		shift, rest := j.Width/64, j.Width%64
		for i := words - 1; i >= shift; i-- {
			w := set[i-shift] << rest
			if i > shift {
				w |= set[i-shift-1] >> (64 - rest) // 0 for rest 0
			}
			set[i] |= w
		}
	}
	return set
}

// largest returns the largest element that is at most limit.
func (s sums) largest(limit int64) int64 {
	w := limit / 64
	word := s[w] << (63 - limit%64) >> (63 - limit%64)
	for word == 0 {
		w--
		word = s[w]
	}
	return w*64 + 63 - int64(bits.LeadingZeros64(word))
}
