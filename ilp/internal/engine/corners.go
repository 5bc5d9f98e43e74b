package engine

// corners holds the starts at which a job of some duration starts or ends at the border
// of a bucket. Between two of them the job's priced cost is linear in the start.
type corners struct {
	list []corner // in order of time
	// next[c] is the index of the first corner not before second c * 2^shift. It is nil
	// for a short list, which is searched from its beginning.
	next []int32
}

// corner is a start of a job.
type corner struct {
	at   int64 // the start, in seconds
	from int32 // bucket of the start
	to   int32 // bucket of the first second after the end
}

// cornerWork is the work of cornersOf and of a few passes over the corners for each
// bucket, as a watch counts work.
const cornerWork = 50

// cornersOf returns the corners of a duration, in seconds.
func (g *Timeline) cornersOf(duration int64) *corners {
	if c := g.Corners[duration]; c != nil {
		return c
	}
	c := &corners{list: make([]corner, 0, 2*(g.N+1))}
	ends := 0 // borders before duration
	for ends <= g.N && g.Borders[ends] < duration {
		ends++
	}
	add := func(at int64) {
		c.list = append(c.list, corner{at, int32(g.bucket(at)), int32(g.bucket(at + duration))})
	}
	for _, start := range g.Borders {
		for ; ends <= g.N && g.Borders[ends]-duration < start; ends++ {
			add(g.Borders[ends] - duration)
		}
		if ends <= g.N && g.Borders[ends]-duration == start {
			ends++
		}
		add(start)
	}
	c.next = g.firsts(len(c.list), len(g.bucketAt)+1, func(i int) int64 { return c.list[i].at })
	g.Corners[duration] = c
	return c
}

// firsts returns, for each cell, the index of the first of n seconds that is not before
// second cell * 2^shift; n where there is none. at returns the n seconds, which are in
// order.
func (g *Timeline) firsts(n, cells int, at func(i int) int64) []int32 {
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

// among returns the corners of a list of starts: those that are the first or the last in
// the list between two of the corners c.
func (g *Timeline) among(c *corners, starts []int64, duration int64) *corners {
	some := &corners{list: make([]corner, 0, min(len(starts), 2*len(c.list)+2))}
	next := 0
	piece := -1 // indices of the first corner after a start, and after the start before it
	for i, s := range starts {
		for next < len(c.list) && c.list[next].at <= s {
			next++
		}
		last := i+1 == len(starts) || next < len(c.list) && c.list[next].at <= starts[i+1]
		if next != piece || last {
			some.list = append(
				some.list,
				corner{s, int32(g.bucket(s)), int32(g.bucket(s + duration))},
			)
		}
		piece = next
	}
	return some
}

// after returns the index of the first corner after second t >= 0.
func (g *Timeline) after(c *corners, t int64) int {
	i := 0
	if c.next != nil {
		i = int(c.next[min(t>>g.shift, int64(len(g.bucketAt)))])
	}
	for i < len(c.list) && c.list[i].at <= t {
		i++
	}
	return i
}
