package engine

import (
	"cmp"
	"math"
	"slices"

	"github.com/optgap/optgap"
)

// Segment is a time in which the number of free processors is constant. It lasts until the
// next segment of a list begins, and the last one lasts forever. The free processors of a
// node are a list of segments in order of time. Nodes have few segments and are copied
// often, so a slice is quicker than an optgap.Profile.
type Segment = optgap.Change

// Arena keeps copies of lists of segments, many in one allocation.
type Arena []Segment

// Keep returns a copy of a list of segments.
func (p *Arena) Keep(free []Segment) []Segment {
	const most = 1 << 12
	if len(*p)+len(free) > cap(*p) {
		*p = make(Arena, 0, max(most, len(free)))
	}
	first := len(*p)
	*p = append(*p, free...)
	return (*p)[first:len(*p):len(*p)]
}

// Reserve appends to dst the segments, less so many processors from start to end. The
// segments begin at start or before.
func Reserve(dst, free []Segment, start, end, width int64) []Segment {
	i := Index(free, start)
	dst = append(dst, free[:i]...)
	add := func(t, v int64) {
		if n := len(dst); n == 0 || dst[n-1].Free != v {
			dst = append(dst, Segment{Time: t, Free: v})
		}
	}
	if free[i].Time < start {
		dst = append(dst, free[i])
	}
	for ; i < len(free) && free[i].Time < end; i++ {
		add(max(free[i].Time, start), free[i].Free-width)
	}
	if i == len(free) || free[i].Time > end {
		add(end, free[i-1].Free)
	}
	if i < len(free) {
		add(free[i].Time, free[i].Free)
		dst = append(dst, free[i+1:]...)
	}
	return dst
}

// Earliest returns the first second, not before from, at which a job fits.
func Earliest(free []Segment, from, width, duration int64) (start int64) {
	i := Index(free, from)
	for {
		for free[i].Free < width {
			i++
		}
		start = max(from, free[i].Time)
		k := i + 1
		for k < len(free) && free[k].Time-start < duration && free[k].Free >= width {
			k++
		}
		if k == len(free) || free[k].Time-start >= duration {
			return start
		}
		i = k
	}
}

// CutBefore returns the segments from second t on. It changes the segment that holds t.
func CutBefore(free []Segment, t int64) []Segment {
	i := Index(free, t)
	free[i].Time = max(free[i].Time, t)
	return free[i:]
}

// Most appends to dst the greater of a and b in each second, from where the first of
// them begins. Before its beginning, a or b counts as 0.
func Most(dst, a, b []Segment) []Segment {
	t := min(a[0].Time, b[0].Time)
	for i, k := -1, -1; t < math.MaxInt64; {
		next := int64(math.MaxInt64)
		v := int64(0)
		if i+1 < len(a) && a[i+1].Time <= t {
			i++
		}
		if k+1 < len(b) && b[k+1].Time <= t {
			k++
		}
		if i >= 0 {
			v = a[i].Free
		}
		if k >= 0 {
			v = max(v, b[k].Free)
		}
		if i+1 < len(a) {
			next = a[i+1].Time
		}
		if k+1 < len(b) {
			next = min(next, b[k+1].Time)
		}
		if n := len(dst); n == 0 || dst[n-1].Free != v {
			dst = append(dst, Segment{Time: t, Free: v})
		}
		t = next
	}
	return dst
}

// Index returns the index of the segment that holds second t; 0 where t is before all.
func Index(free []Segment, t int64) int {
	i := 0
	if len(free) > manySegments {
		k, found := slices.BinarySearchFunc(
			free,
			t,
			func(s Segment, t int64) int { return cmp.Compare(s.Time, t) },
		)
		if found || k == 0 {
			return k
		}
		return k - 1
	}
	for i+1 < len(free) && free[i+1].Time <= t {
		i++
	}
	return i
}

// manySegments is the number of segments above which a binary search is quicker. Nodes
// mostly have fewer segments, and look for seconds near the first one.
const manySegments = 256

// Steady returns the first second, not before from, from which on the free processors
// are constant.
func Steady(free []Segment, from int64) int64 { return max(from, free[len(free)-1].Time) }

// Covers tells that in every second t, not before from, a has at least as many free
// processors in second t+delta as b has in second t.
func Covers(a, b []Segment, from, delta int64) bool {
	i := Index(a, from+delta)
	k := Index(b, from)
	for a[i].Free >= b[k].Free {
		nextA := int64(math.MaxInt64)
		nextB := int64(math.MaxInt64)
		if i+1 < len(a) {
			nextA = a[i+1].Time - delta
		}
		if k+1 < len(b) {
			nextB = b[k+1].Time
		}
		if nextA == math.MaxInt64 && nextB == math.MaxInt64 {
			return true
		}
		if nextA <= nextB {
			i++
		}
		if nextB <= nextA {
			k++
		}
	}
	return false
}
