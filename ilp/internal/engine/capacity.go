package engine

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap"
)

// mostWords is the number of words up to which Usable shifts sums. A check of the bounds that rest
// on them shifts as many.
const mostWords = 50_000_000

// Usable returns the history of the step with every level lowered to the largest
// total width of waiting jobs that fits into it. No schedule can use more, so
// feasible schedules stay the same. Neighbouring levels may be equal.
//
// stop is called before each job, with the words of bits that the job shifts; it may
// be nil. Usable returns the step's own history where stop returns true, or where the
// machine is too large for sums.
func Usable(step *optgap.Step, stop func(words int) bool) optgap.History {
	if step.Machine/64 > mostWords/int64(len(step.Jobs)+1) {
		return step.History
	}
	sums := NewBitset(int(step.Machine) + 1)
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

// Span is a time, from From to before To, in which any of some jobs of one width can run.
type Span struct {
	From, To    int64
	Width, Jobs int64
}

// Lower returns the history, cut where a span begins or ends, with every level lowered to the
// largest total width of jobs that can run then and fit into it. Where the sums of widths would
// shift more words of bits than work, levels are lowered to the total width of all jobs that can
// run.
func Lower(h optgap.History, spans []Span, work int64) optgap.History {
	type turn struct {
		time int64
		span int
	}
	var turns []turn
	var times []int64
	for i, s := range spans {
		turns = append(turns, turn{s.From, i}, turn{s.To, i})
		times = append(times, s.From, s.To)
	}
	most := int64(0)
	for _, c := range h {
		times = append(times, c.Time)
		most = max(most, c.Free)
	}
	slices.SortFunc(turns, func(a, b turn) int { return cmp.Compare(a.time, b.time) })
	slices.Sort(times)
	var lowered optgap.History
	var sums Bitset // of the open spans, nil if still to be computed
	open := make([]bool, len(spans))
	at := 0
	total := int64(0)
	for _, t := range slices.Compact(times) {
		for at+1 < len(h) && h[at+1].Time <= t {
			at++
		}
		for ; len(turns) > 0 && turns[0].time == t; turns = turns[1:] {
			s := turns[0].span
			open[s] = !open[s]
			if open[s] {
				total += spans[s].Width * spans[s].Jobs
			} else {
				total -= spans[s].Width * spans[s].Jobs
			}
			sums = nil
		}
		free := min(h[at].Free, total)
		if free < total && sums == nil && work > 0 {
			sums = NewBitset(int(most) + 1)
			sums.Add(0)
			for i, s := range spans {
				if open[i] {
					work -= s.Jobs * int64(len(sums))
					sums.AddMultiples(int(s.Width), int(s.Jobs))
				}
			}
		}
		if free < total && sums != nil {
			free = int64(sums.Largest(int(free)))
		}
		lowered = append(lowered, optgap.Change{Time: t, Free: free})
	}
	return lowered
}
