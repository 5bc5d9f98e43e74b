package replay

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

// Block is a rectangle of a Gantt chart: the processors [Low, High) during the
// seconds [Start, End), relative to the step's moment.
type Block struct {
	Start, End int64
	Low, High  int64
}

// Layout gives jobs and the history their processors. No two of its blocks overlap.
type Layout struct {
	Jobs    [][]Block // Jobs[i] are the blocks of Step.Jobs[i]; their heights add up to its width
	History []Block   // processors that are not free
}

// PlaceStep gives every job of a schedule processors of its own, from its start to its
// end. A job gets the lowest block that is free. Where no block is wide enough,
// the job gets pieces of as few free runs as possible. Of jobs that start
// together the longest is lowest.
//
// Processors that are not free lie at the top of the machine. Where fewer processors are free than
// before, the history takes the highest that are free at that second. Where more are free, the
// history gives back what it took last (see [optgap.History.Taken]). So a history that only rises
// is a staircase that shrinks towards the top. Processors that are not free after the last change
// last up to the second until, or up to the makespan if that is later.
//
// The error is that of [optgap.Schedule.Check]: a feasible schedule always has an
// assignment. The cost is O((n + changes) * free runs), for a machine of any size.
func PlaceStep(step *optgap.Step, s optgap.Schedule, until int64) (Layout, error) {
	if err := s.Check(step); err != nil {
		return Layout{}, err
	}
	l := Layout{Jobs: make([][]Block, len(s))}
	taken := step.History.Taken(step.Machine, max(until, s.Makespan(step)))
	holdings := make([]holding, 0, len(s)+len(taken))
	for i, j := range step.Jobs {
		holdings = append(holdings, holding{
			id: j.ID, start: s[i], end: s[i] + j.Estimate, width: j.Width, blocks: &l.Jobs[i],
		})
	}
	for _, t := range taken {
		holdings = append(
			holdings,
			holding{start: t.Start, end: t.End, width: t.Width, top: true, blocks: &l.History},
		)
	}
	if err := assignHoldings(holdings, []site{newSite(0, step.Machine)}, longestFirst); err != nil {
		return Layout{}, err
	}
	slices.SortFunc(l.History, func(x, y Block) int {
		return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(x.Low, y.Low))
	})
	return l, nil
}

// longestFirst orders holdings that start together: the longest first, of equal ones the widest.
func longestFirst(a, b *holding) int {
	return cmp.Or(cmp.Compare(b.end, a.end), cmp.Compare(b.width, a.width))
}

// AppendRanges appends runs of processors as Batsim writes them, such as "0-3 7".
func AppendRanges(text []byte, runs ...heuristics.Range) []byte {
	for k, r := range runs {
		if k > 0 {
			text = append(text, ' ')
		}
		text = strconv.AppendInt(text, r.Low, 10)
		if r.Size() > 1 {
			text = strconv.AppendInt(append(text, '-'), r.High-1, 10)
		}
	}
	return text
}

// RangeSet is a set of processors: disjoint runs in increasing order that do not
// touch. Its operations cost O(runs), for a machine of any size.
type RangeSet []heuristics.Range

// Add puts the processors of r into the set. None of them is in the set.
func (rs *RangeSet) Add(r heuristics.Range) {
	i, _ := slices.BinarySearchFunc(
		*rs,
		r.Low,
		func(a heuristics.Range, low int64) int { return cmp.Compare(a.Low, low) },
	)
	from := i
	to := i
	if i > 0 && (*rs)[i-1].High == r.Low {
		r.Low = (*rs)[i-1].Low
		from--
	}
	if i < len(*rs) && (*rs)[i].Low == r.High {
		r.High = (*rs)[i].High
		to++
	}
	*rs = slices.Replace(*rs, from, to, r)
}

// Take takes the processors of r out of the set; false: not all of them are in it.
func (rs *RangeSet) Take(r heuristics.Range) bool {
	i := slices.IndexFunc(*rs, func(a heuristics.Range) bool { return a.High >= r.High })
	if i < 0 || (*rs)[i].Low > r.Low {
		return false
	}
	from := (*rs)[i]
	rest := make(RangeSet, 0, 2) // below r, and above
	for _, part := range [2]heuristics.Range{{Low: from.Low, High: r.Low}, {Low: r.High, High: from.High}} {
		if part.Size() > 0 {
			rest = append(rest, part)
		}
	}
	*rs = slices.Replace(*rs, i, i+1, rest...)
	return true
}

// TakeLow removes width processors and returns them. They are the lowest block that is wide
// enough, or else pieces of as few runs as possible. The set has at least width processors.
func (rs *RangeSet) TakeLow(width int64) []heuristics.Range {
	var taken []heuristics.Range
	for width > 0 {
		i := slices.IndexFunc(*rs, func(r heuristics.Range) bool { return r.Size() >= width })
		if i < 0 { // the largest run goes whole; the lowest of equals
			i = 0
			for k, r := range *rs {
				if r.Size() > (*rs)[i].Size() {
					i = k
				}
			}
		}
		r := (*rs)[i]
		r.High = min(r.High, r.Low+width)
		rs.Take(r)
		taken = append(taken, r)
		width -= r.Size()
	}
	return taken
}

// TakeHigh removes the width highest processors and returns them. The set has
// at least that many.
func (rs *RangeSet) TakeHigh(width int64) []heuristics.Range {
	var taken []heuristics.Range
	for width > 0 {
		r := (*rs)[len(*rs)-1]
		r.Low = max(r.Low, r.High-width)
		rs.Take(r)
		taken = append(taken, r)
		width -= r.Size()
	}
	return taken
}
