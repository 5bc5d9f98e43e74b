package allocation

import (
	"cmp"
	"slices"
	"strconv"
)

// Run stands for the processors [Low, High).
type Run struct{ Low, High int64 }

// size returns the number of processors.
func (r Run) size() int64 { return r.High - r.Low }

// Append appends runs of processors as Batsim writes them, such as "0-3 7".
func Append(text []byte, runs ...Run) []byte {
	for k, r := range runs {
		if k > 0 {
			text = append(text, ' ')
		}
		text = strconv.AppendInt(text, r.Low, 10)
		if r.size() > 1 {
			text = strconv.AppendInt(append(text, '-'), r.High-1, 10)
		}
	}
	return text
}

// Set is a set of processors: disjoint runs in increasing order that do not
// touch. Its operations cost O(runs), for a machine of any size.
type Set []Run

// Add puts the processors of r into the set. None of them is in the set.
func (rs *Set) Add(r Run) {
	i, _ := slices.BinarySearchFunc(*rs, r.Low, func(a Run, low int64) int { return cmp.Compare(a.Low, low) })
	from, to := i, i
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
func (rs *Set) Take(r Run) bool {
	i := slices.IndexFunc(*rs, func(a Run) bool { return a.High >= r.High })
	if i < 0 || (*rs)[i].Low > r.Low {
		return false
	}
	old := (*rs)[i]
	var rest []Run
	if old.Low < r.Low {
		rest = append(rest, Run{old.Low, r.Low})
	}
	if r.High < old.High {
		rest = append(rest, Run{r.High, old.High})
	}
	*rs = slices.Replace(*rs, i, i+1, rest...)
	return true
}

// TakeLow removes width processors and returns them. They are the lowest block that is wide
// enough, or else pieces of as few runs as possible. The set has at least width processors.
func (rs *Set) TakeLow(width int64) []Run {
	var taken []Run
	for width > 0 {
		i := slices.IndexFunc(*rs, func(r Run) bool { return r.size() >= width })
		if i < 0 { // the largest run goes whole; the lowest of equals
			i = 0
			for k, r := range *rs {
				if r.size() > (*rs)[i].size() {
					i = k
				}
			}
		}
		r := (*rs)[i]
		r.High = min(r.High, r.Low+width)
		rs.Take(r)
		taken = append(taken, r)
		width -= r.size()
	}
	return taken
}

// TakeHigh removes the width highest processors and returns them. The set has
// at least that many.
func (rs *Set) TakeHigh(width int64) []Run {
	var taken []Run
	for width > 0 {
		r := (*rs)[len(*rs)-1]
		r.Low = max(r.Low, r.High-width)
		rs.Take(r)
		taken = append(taken, r)
		width -= r.size()
	}
	return taken
}
