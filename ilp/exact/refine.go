package exact

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap/ilp/internal/engine"
)

// refine gives a part a timeline with borders where its prices may change most. These are
// the changes of the history, and the starts and ends of jobs at the first, the last and
// the likely starts of their windows.
func (t *worker) refine(v *part) {
	if v.dual.Starts == nil {
		return // no price step has found a start yet
	}
	var events []int64
	for _, seg := range t.free {
		events = append(events, seg.Time)
	}
	for _, k := range v.kinds {
		events = append(events, k.Earliest, k.Earliest+k.Duration)
	}
	events = append(events, v.likely()...)
	for _, k := range v.kinds {
		if k.Latest < v.dual.Timeline.End() {
			events = append(events, k.Latest, k.Latest+k.Duration)
		}
	}
	if to, ok := v.dual.On(engine.NewTimeline(v.dual.Timeline.End()-1, t.bucketCount, events), v.kinds, t.watch); ok {
		v.dual = to
	}
}

// likely returns the likely starts of the part, and the ends of jobs with these starts.
// Starts of large weight times share come first.
func (v *part) likely() (events []int64) {
	type likely struct {
		start, end int64
		weight     float64
	}
	var all []likely
	for i, k := range v.kinds {
		for _, s := range v.dual.Starts[i] {
			if s.Share >= leastLikely {
				all = append(
					all,
					likely{s.At, s.At + k.Duration, s.Share * float64(k.Weight*k.Count)},
				)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b likely) int { return cmp.Compare(b.weight, a.weight) })
	for _, l := range all {
		events = append(events, l.start, l.end)
	}
	return events
}

// leastLikely is the least share of a likely start.
const leastLikely = 0.05
