package exact

// corners are the starts at which a job of some duration starts or ends at the border
// of a bucket. Between two of them its priced cost is linear.
type corners struct {
	list []corner // in order of time
	next []int32  // by 2^shift seconds: the first corner not before them; nil: searches go through the list
}

// corner is a start, the bucket in which the job starts and the bucket after which it
// ends.
type corner struct {
	at       int64
	from, to int32
}

// cornerWork is what cornersOf and a few passes over the corners take for each bucket,
// in the work of a watch.
const cornerWork = 50

// cornersOf returns the corners of a duration.
func (g *timeline) cornersOf(duration int64) *corners {
	if c := g.corners[duration]; c != nil {
		return c
	}
	c := &corners{list: make([]corner, 0, 2*(g.n+1))}
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
	c.next = g.firsts(len(c.list), len(g.bucketAt)+1, func(i int) int64 { return c.list[i].at })
	g.corners[duration] = c
	return c
}

// firsts returns, for each of so many times 2^shift seconds, the first of n seconds
// that is not before it. The n seconds are in order.
func (g *timeline) firsts(n, cells int, at func(i int) int64) []int32 {
	first := make([]int32, cells)
	i := 0
	for cell := range first {
		for i < n && at(i) < int64(cell)<<g.shift {
			i++
		}
		first[cell] = int32(i)
	}
	return first
}

// among returns those of some starts that are the first or the last between two
// corners.
func (g *timeline) among(c *corners, starts []int64, duration int64) *corners {
	some := &corners{list: make([]corner, 0, min(len(starts), 2*len(c.list)+2))}
	next, piece := 0, -1 // the first corner after a start, and that of the start before
	for i, s := range starts {
		for next < len(c.list) && c.list[next].at <= s {
			next++
		}
		last := i+1 == len(starts) || next < len(c.list) && c.list[next].at <= starts[i+1]
		if next != piece || last {
			some.list = append(some.list, corner{s, int32(g.bucket(s)), int32(g.bucket(s + duration))})
		}
		piece = next
	}
	return some
}

// after returns the index of the first corner after second t >= 0.
func (g *timeline) after(c *corners, t int64) int {
	i := 0
	if c.next != nil {
		i = int(c.next[min(t>>g.shift, int64(len(g.bucketAt)))])
	}
	for i < len(c.list) && c.list[i].at <= t {
		i++
	}
	return i
}
