package exact

import "slices"

// grid divides the seconds from 0 to its end into n buckets. Their borders are
// multiples of 2^shift seconds.
type grid struct {
	shift   uint
	n       int
	borders []int64            // where each bucket begins, and the last one ends
	buckets []int32            // to which each 2^shift seconds belong
	corners map[int64]*corners // by duration, as they are asked for
}

// cells is the number of places where a border can be, for each bucket.
const cells = 16

// newGrid returns a grid of about so many buckets that reaches end: with borders at
// the events, but for those next to another, and between these as evenly as it goes.
func newGrid(end int64, buckets int, events []int64) *grid {
	g := &grid{corners: map[int64]*corners{}}
	for end>>g.shift >= int64(buckets)*cells {
		g.shift++
	}
	last := end>>g.shift + 1
	at := []int64{0, last}
	for _, e := range events {
		if e = (e + 1<<g.shift>>1) >> g.shift; 0 < e && e < last {
			at = append(at, e)
		}
	}
	slices.Sort(at)
	at = slices.Compact(at)
	widest := leastWidest(at, buckets)
	for i := range at[1:] {
		for n, k := pieces(at[i], at[i+1], widest), int64(0); k < n; k++ {
			g.borders = append(g.borders, (at[i]+k*(at[i+1]-at[i])/n)<<g.shift)
		}
	}
	g.n = len(g.borders)
	g.borders = append(g.borders, last<<g.shift)
	g.buckets = make([]int32, last)
	for b := range g.n {
		for c := g.start(b) >> g.shift; c < g.start(b+1)>>g.shift; c++ {
			g.buckets[c] = int32(b)
		}
	}
	return g
}

// pieces is the number of those from a to b where none is wider than that.
func pieces(a, b, widest int64) int64 { return (b - a + widest - 1) / widest }

// leastWidest returns the least width with which the pieces between borders are at
// most so many, or, where there are more borders, no more than these.
func leastWidest(at []int64, n int) int64 {
	low, high := int64(0), at[len(at)-1]
	for high-low > 1 {
		middle, made := low+(high-low)/2, int64(0)
		for i := range at[1:] {
			made += pieces(at[i], at[i+1], middle)
		}
		if made <= int64(n) {
			high = middle
		} else {
			low = middle
		}
	}
	return high
}

// start returns the first second of a bucket.
func (g *grid) start(bucket int) int64 { return g.borders[bucket] }

// length returns the seconds of a bucket.
func (g *grid) length(bucket int) int64 { return g.borders[bucket+1] - g.borders[bucket] }

// end returns the first second after the last bucket.
func (g *grid) end() int64 { return g.borders[g.n] }

// bucket returns that of second t >= 0, n after the last.
func (g *grid) bucket(t int64) int {
	if c := t >> g.shift; c < int64(len(g.buckets)) {
		return int(g.buckets[c])
	}
	return g.n
}

// spread adds amount for each second from a to b to the buckets of area.
func spread[T int64 | float64](g *grid, area []T, a, b int64, amount T) {
	b = min(b, g.end())
	for k := g.bucket(a); a < b; k++ {
		stop := min(b, g.start(k+1))
		area[k] += amount * T(stop-a)
		a = stop
	}
}

// corners are the starts at which a job of some duration starts or ends with a
// bucket. Between them its priced cost is linear.
type corners struct {
	list []corner // in order of time
	next []int32  // the first not before each 2^shift seconds
}

// corner is a start, and the buckets in which the job starts and after which it ends.
type corner struct {
	at       int64
	from, to int32
}

// cornersOf returns those of a duration.
func (g *grid) cornersOf(duration int64) *corners {
	if c := g.corners[duration]; c != nil {
		return c
	}
	c := &corners{list: make([]corner, 0, 2*(g.n+1)), next: make([]int32, len(g.buckets)+1)}
	ends := 0 // borders before duration
	for ends <= g.n && g.borders[ends] < duration {
		ends++
	}
	add := func(at int64) {
		c.list = append(c.list, corner{at, int32(g.bucket(at)), int32(g.bucket(at + duration))})
	}
	for _, start := range g.borders {
		for ; ends <= g.n && g.borders[ends]-duration < start; ends++ {
			add(g.borders[ends] - duration)
		}
		if ends <= g.n && g.borders[ends]-duration == start {
			ends++
		}
		add(start)
	}
	i := 0
	for cell := range c.next {
		for i < len(c.list) && c.list[i].at < int64(cell)<<g.shift {
			i++
		}
		c.next[cell] = int32(i)
	}
	g.corners[duration] = c
	return c
}

// after returns the index of the first corner after second t >= 0.
func (g *grid) after(c *corners, t int64) int {
	i := int(c.next[min(t>>g.shift, int64(len(g.buckets)))])
	for i < len(c.list) && c.list[i].at <= t {
		i++
	}
	return i
}
