package exact

import (
	"cmp"
	"math"
	"slices"
)

// segment is a time in which the number of free processors is constant. It lasts until the
// next segment of a list begins, and the last one lasts forever. The free processors of a
// node are a list of segments in order of time. Nodes have few segments and are copied
// often, so a slice is quicker than an optgap.Profile.
type segment struct {
	time, free int64 // first second, and number of free processors
}

// arena keeps copies of lists of segments, many in one allocation.
type arena []segment

// keep returns a copy of a list of segments.
func (p *arena) keep(free []segment) []segment {
	const most = 1 << 12
	if len(*p)+len(free) > cap(*p) {
		*p = make(arena, 0, max(most, len(free)))
	}
	first := len(*p)
	*p = append(*p, free...)
	return (*p)[first:len(*p):len(*p)]
}

// reserve appends to dst the segments, less so many processors from start to end. The
// segments begin at start or before.
func reserve(dst, free []segment, start, end, width int64) []segment {
	i := index(free, start)
	dst = append(dst, free[:i]...)
	add := func(t, v int64) {
		if n := len(dst); n == 0 || dst[n-1].free != v {
			dst = append(dst, segment{t, v})
		}
	}
	if free[i].time < start {
		dst = append(dst, free[i])
	}
	for ; i < len(free) && free[i].time < end; i++ {
		add(max(free[i].time, start), free[i].free-width)
	}
	if i == len(free) || free[i].time > end {
		add(end, free[i-1].free)
	}
	if i < len(free) {
		add(free[i].time, free[i].free)
		dst = append(dst, free[i+1:]...)
	}
	return dst
}

// earliest returns the first second, not before from, at which a job fits.
func earliest(free []segment, from, width, duration int64) int64 {
	i := index(free, from)
	for {
		for free[i].free < width {
			i++
		}
		start := max(from, free[i].time)
		k := i + 1
		for k < len(free) && free[k].time < start+duration && free[k].free >= width {
			k++
		}
		if k == len(free) || free[k].time >= start+duration {
			return start
		}
		i = k
	}
}

// cutBefore returns the segments from second t on. It changes the segment that holds t.
func cutBefore(free []segment, t int64) []segment {
	i := index(free, t)
	free[i].time = max(free[i].time, t)
	return free[i:]
}

// most appends to dst the greater of a and b in each second, from where the first of
// them begins. Before its beginning, a or b counts as 0.
func most(dst, a, b []segment) []segment {
	t := min(a[0].time, b[0].time)
	for i, k := -1, -1; t < math.MaxInt64; {
		next, v := int64(math.MaxInt64), int64(0)
		if i+1 < len(a) && a[i+1].time <= t {
			i++
		}
		if k+1 < len(b) && b[k+1].time <= t {
			k++
		}
		if i >= 0 {
			v = a[i].free
		}
		if k >= 0 {
			v = max(v, b[k].free)
		}
		if i+1 < len(a) {
			next = a[i+1].time
		}
		if k+1 < len(b) {
			next = min(next, b[k+1].time)
		}
		if n := len(dst); n == 0 || dst[n-1].free != v {
			dst = append(dst, segment{t, v})
		}
		t = next
	}
	return dst
}

// index returns the index of the segment that holds second t; 0 where t is before all.
func index(free []segment, t int64) int {
	i := 0
	if len(free) > manySegments {
		k, found := slices.BinarySearchFunc(free, t, func(s segment, t int64) int { return cmp.Compare(s.time, t) })
		if found || k == 0 {
			return k
		}
		return k - 1
	}
	for i+1 < len(free) && free[i+1].time <= t {
		i++
	}
	return i
}

// manySegments is the number of segments above which a binary search is quicker. Nodes
// mostly have fewer segments, and look for seconds near the first one.
const manySegments = 256

// steady returns the first second, not before from, from which on the free processors
// are constant.
func steady(free []segment, from int64) int64 { return max(from, free[len(free)-1].time) }

// covers tells that in every second t, not before from, a has at least as many free
// processors in second t+delta as b has in second t.
func covers(a, b []segment, from, delta int64) bool {
	i, k := index(a, from+delta), index(b, from)
	for a[i].free >= b[k].free {
		nextA, nextB := int64(math.MaxInt64), int64(math.MaxInt64)
		if i+1 < len(a) {
			nextA = a[i+1].time - delta
		}
		if k+1 < len(b) {
			nextB = b[k+1].time
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
