package engine

import (
	"cmp"
	"slices"
)

// mostRounds is the largest number of times that Order looks at all jobs. Windows that shrink by a
// short job each time would take many.
const mostRounds = 10

// Order narrows the windows of jobs that cannot run together: where one of two such jobs cannot
// come first, the other does. A job that follows several wide jobs, of which no two run together,
// starts when all of them may have ended; likewise backwards (edge finding, Carlier and Pinson
// 1989). Order returns false where a job has no start left. Where time is up, or after mostRounds,
// some windows stay as they are.
func (p *Problem) Order() bool {
	wide := p.wide()
	for round, narrowed := 0, true; narrowed && round < mostRounds; round++ {
		narrowed = false
		for i := range p.Kinds {
			if p.Watch.Spend(len(p.Kinds)) {
				return true
			}
			a := &p.Kinds[i]
			for k := range i {
				narrower, possible := orderTwo(a, &p.Kinds[k], p.Free)
				if !possible {
					return false
				}
				narrowed = narrowed || narrower
			}
			from := p.behind(a, wide)
			to := p.ahead(a, wide)
			if from > a.Earliest || to < a.Latest {
				narrowed = true
				if !a.within(max(from, a.Earliest), min(to, a.Latest)) {
					return false
				}
			}
		}
	}
	return true
}

// wide returns the kinds of more than half of the most processors ever free.
func (p *Problem) wide() (wide []*Kind) {
	most := p.Most()
	for i := range p.Kinds {
		if k := &p.Kinds[i]; 2*k.Width > most {
			wide = append(wide, k)
		}
	}
	return wide
}

// behind returns the first second after all wide jobs that a job of kind k has to follow.
func (p *Problem) behind(k *Kind, wide []*Kind) (end int64) {
	slices.SortFunc(wide, func(a, b *Kind) int { return cmp.Compare(a.Earliest, b.Earliest) })
	for _, a := range wide {
		if a != k && k.Earliest+k.Duration > a.Latest && !together(a, k, p.Free) {
			end = max(end, a.Earliest) + a.Count*a.Duration
		}
	}
	return end
}

// ahead returns the last start of a job of kind k from which it ends before all wide jobs that have
// to follow it.
func (p *Problem) ahead(k *Kind, wide []*Kind) (start int64) {
	end := func(a *Kind) int64 { return a.Latest + a.Duration }
	slices.SortFunc(wide, func(a, b *Kind) int { return cmp.Compare(end(b), end(a)) })
	begin := Never
	for _, a := range wide {
		if a != k && a.Earliest+a.Duration > k.Latest && !together(a, k, p.Free) {
			begin = min(begin, end(a)) - a.Count*a.Duration
		}
	}
	return begin - k.Duration
}

// orderTwo narrows the windows of two kinds where their jobs cannot run together on what is free,
// and only one may come first.
func orderTwo(a, b *Kind, free []Segment) (narrower, possible bool) {
	aFirst := a.Earliest+a.Duration <= b.Latest
	bFirst := b.Earliest+b.Duration <= a.Latest
	if aFirst && bFirst || together(a, b, free) {
		return false, true
	}
	if !aFirst && !bFirst {
		return false, false
	}
	if bFirst {
		a, b = b, a
	}
	after := max(b.Earliest, a.Earliest+a.Duration)
	before := min(a.Latest, b.Latest-a.Duration)
	if after == b.Earliest && before == a.Latest {
		return false, true
	}
	return true, a.within(a.Earliest, before) && b.within(after, b.Latest)
}

// together tells that jobs of two kinds may run in the same second.
func together(a, b *Kind, free []Segment) bool {
	from := max(a.Earliest, b.Earliest)
	to := min(a.Latest+a.Duration, b.Latest+b.Duration)
	for i := Index(free, from); i < len(free) && free[i].Time < to; i++ {
		if free[i].Free >= a.Width+b.Width {
			return true
		}
	}
	return false
}

// within leaves the starts from one second to another. It returns false where there is none.
func (k *Kind) within(from, to int64) bool {
	k.Earliest = from
	k.Latest = to
	if k.Starts != nil && from <= to {
		first, _ := slices.BinarySearch(k.Starts, from)
		end, _ := slices.BinarySearch(k.Starts, to+1)
		if first == end {
			return false
		}
		k.Starts = k.Starts[first:end]
		k.Earliest = k.Starts[0]
		k.Latest = k.Starts[end-first-1]
	}
	return k.Earliest <= k.Latest
}
