package engine

import "slices"

// Order narrows the windows of jobs that cannot run together: where one of two such jobs cannot come
// first, the other does. It returns false where a job has no start left. Where time is up, some
// windows stay as they are.
func (p *Problem) Order() bool {
	for narrowed := true; narrowed; {
		narrowed = false
		for i := range p.Kinds {
			if p.Watch.Spend(i) {
				return true
			}
			for k := range i {
				narrower, possible := orderTwo(&p.Kinds[i], &p.Kinds[k], p.Free)
				if !possible {
					return false
				}
				narrowed = narrowed || narrower
			}
		}
	}
	return true
}

// orderTwo narrows the windows of two kinds where their jobs cannot run together on what is free, and only
// one may come first.
func orderTwo(a, b *Kind, free []Segment) (narrower, possible bool) {
	aFirst, bFirst := a.Earliest+a.Duration <= b.Latest, b.Earliest+b.Duration <= a.Latest
	if aFirst && bFirst || together(a, b, free) {
		return false, true
	}
	if !aFirst && !bFirst {
		return false, false
	}
	if bFirst {
		a, b = b, a
	}
	after, before := max(b.Earliest, a.Earliest+a.Duration), min(a.Latest, b.Latest-a.Duration)
	if after == b.Earliest && before == a.Latest {
		return false, true
	}
	return true, a.within(a.Earliest, before) && b.within(after, b.Latest)
}

// together tells that jobs of two kinds may run in the same second.
func together(a, b *Kind, free []Segment) bool {
	from, to := max(a.Earliest, b.Earliest), min(a.Latest+a.Duration, b.Latest+b.Duration)
	for i := Index(free, from); i < len(free) && free[i].Time < to; i++ {
		if free[i].Free >= a.Width+b.Width {
			return true
		}
	}
	return false
}

// within leaves the starts from one second to another. It returns false where there is none.
func (k *Kind) within(from, to int64) bool {
	k.Earliest, k.Latest = from, to
	if k.Starts != nil && from <= to {
		first, _ := slices.BinarySearch(k.Starts, from)
		end, _ := slices.BinarySearch(k.Starts, to+1)
		if first == end {
			return false
		}
		k.Starts = k.Starts[first:end]
		k.Earliest, k.Latest = k.Starts[0], k.Starts[end-first-1]
	}
	return k.Earliest <= k.Latest
}
