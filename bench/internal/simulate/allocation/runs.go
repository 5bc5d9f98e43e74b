package allocation

import (
	"cmp"
	"slices"
)

// run stands for the processors [lo, hi).
type run struct{ lo, hi int64 }

// size returns the number of processors.
func (r run) size() int64 { return r.hi - r.lo }

// runs is a set of processors: disjoint runs in increasing order that do not
// touch. Its operations cost O(runs), for a machine of any size.
type runs []run

// add puts the processors of r into the set. None of them is in the set.
func (rs *runs) add(r run) {
	i, _ := slices.BinarySearchFunc(*rs, r.lo, func(a run, lo int64) int { return cmp.Compare(a.lo, lo) })
	from, to := i, i
	if i > 0 && (*rs)[i-1].hi == r.lo {
		r.lo = (*rs)[i-1].lo
		from--
	}
	if i < len(*rs) && (*rs)[i].lo == r.hi {
		r.hi = (*rs)[i].hi
		to++
	}
	*rs = slices.Replace(*rs, from, to, r)
}

// remove takes the processors of r out of the set. They lie in one run of the set.
func (rs *runs) remove(r run) {
	i := slices.IndexFunc(*rs, func(a run) bool { return a.hi >= r.hi })
	old := (*rs)[i]
	var rest []run
	if old.lo < r.lo {
		rest = append(rest, run{old.lo, r.lo})
	}
	if r.hi < old.hi {
		rest = append(rest, run{r.hi, old.hi})
	}
	*rs = slices.Replace(*rs, i, i+1, rest...)
}

// takeLow removes width processors and returns them. They are the lowest block that is wide
// enough, or else pieces of as few runs as possible. The set has at least width processors.
func (rs *runs) takeLow(width int64) []run {
	var taken []run
	for width > 0 {
		i := slices.IndexFunc(*rs, func(r run) bool { return r.size() >= width })
		if i < 0 { // the largest run goes whole; the lowest of equals
			i = 0
			for k, r := range *rs {
				if r.size() > (*rs)[i].size() {
					i = k
				}
			}
		}
		r := (*rs)[i]
		r.hi = min(r.hi, r.lo+width)
		rs.remove(r)
		taken = append(taken, r)
		width -= r.size()
	}
	return taken
}

// takeHigh removes the width highest processors and returns them. The set has
// at least that many.
func (rs *runs) takeHigh(width int64) []run {
	var taken []run
	for width > 0 {
		r := (*rs)[len(*rs)-1]
		r.lo = max(r.lo, r.hi-width)
		rs.remove(r)
		taken = append(taken, r)
		width -= r.size()
	}
	return taken
}
