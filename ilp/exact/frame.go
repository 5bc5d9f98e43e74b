package exact

import (
	"math"

	"github.com/optgap/optgap/ilp/internal/engine"
)

// frame is the node of a search at one depth.
type frame struct {
	left      []int32          // by kind: number of jobs not yet placed
	free      []engine.Segment // from the first start of any job left on
	front     int64            // the latest start of a placed job
	asleep    []int            // kinds whose starts at the front were explored in other nodes
	cost      int64            // of the placed jobs
	running   []running        // placed jobs that run at the front
	shelves   []shelf
	sums      engine.Bitset // sums of widths of each shelf, one after the other: see exchanges
	stretches []stretch     // from the front to the end of the prices
	worth     int64         // sum over all stretches
	starts    []starts      // by kind; only kinds with jobs left count
	rest      int64         // least priced cost of all jobs left, in units
	children  []child
	next      int     // index of the child that is explored next
	until     int     // index of the first child that is left to other searches
	share     float64 // of the tree: that of each child
}

// starts holds the earliest starts of a kind at a node, in seconds.
type starts struct {
	first    int64 // earliest start at which a job fits
	earliest int64 // earliest start, from the front on, at which a job fits
	least    int64 // least priced cost of earliest and all later starts, in units
}

// stretch is a time in which the same placed jobs run. It ends where the next stretch
// begins.
type stretch struct {
	time, free int64 // first second, and free processors
	left       int64 // value of the best sets on the history, less the prices that the placed jobs pay; in units
	worth      int64 // the smaller of left and the value of the best sets on the free processors; in units
}

// from returns the most that jobs left can pay for the seconds from t on, in units. A
// stretch begins at t.
func (f *frame) from(t int64) int64 {
	worth := f.worth
	for i := range f.stretches {
		if f.stretches[i].time >= t {
			break
		}
		worth -= f.stretches[i].worth
	}
	return worth
}

// root makes f the node at which nothing is placed. It returns the bound of f, in units.
// Where time is up, f is not complete.
func (s *search) root(f *frame) int64 {
	f.free = s.problem.Free
	releases := s.problem.Releases()
	for i := range s.problem.Free {
		from := s.problem.Free[i].Time
		to := s.pack.Timeline.End()
		if i+1 < len(s.problem.Free) {
			to = min(to, s.problem.Free[i+1].Time)
		}
		for from < to { // a stretch begins at each release
			for len(releases) > 0 && releases[0] <= from {
				releases = releases[1:]
			}
			until := to
			if len(releases) > 0 {
				until = min(until, releases[0])
			}
			worth := s.pack.From(from) - s.pack.From(until)
			f.stretches = append(
				f.stretches,
				stretch{from, s.problem.Free[i].Free, worth, worth},
			)
			f.worth += worth
			from = until
		}
	}
	for i, k := range s.problem.Kinds {
		if s.problem.Watch.Spend(len(f.free)) {
			return engine.Never
		}
		start := engine.Earliest(f.free, k.Release, k.Width, k.Duration)
		f.left = append(f.left, int32(k.Count))
		f.starts = append(f.starts, starts{start, start, s.least(i, start)})
	}
	return s.bound(f)
}

// place makes g a child of f. It returns the bound of g, in units. Where the bound
// reaches the best cost known, or time is up, g is not complete.
//
// A kind falls asleep when another child with the same start is explored after its own
// child. All schedules with both jobs at this start were explored with the first child
// (sleep sets, Godefroid 1996). The kind stays asleep while the front stays the same.
func (s *search) place(f, g *frame, child int) int64 {
	c := f.children[child]
	k := &s.problem.Kinds[c.placement.kind]
	end := c.placement.start + k.Duration
	g.asleep = g.asleep[:0]
	if c.placement.start == f.front {
		g.asleep = append(g.asleep, f.asleep...)
	}
	for _, o := range f.children[:child] {
		if o.placement.start == c.placement.start {
			g.asleep = append(g.asleep, o.placement.kind)
		}
	}
	g.left = append(g.left[:0], f.left...)
	g.left[c.placement.kind]--
	g.front = c.placement.start
	g.cost = f.cost + k.Weight*c.placement.start
	if !s.exchanges.extend(f, g, k) {
		return engine.Never
	}
	free, paid := s.occupy(f, g, c.placement.kind, c.placement.start, end)
	if bound := c.bound - paid + f.from(
		c.placement.start,
	) - g.worth; s.problem.Reached(
		bound,
		s.incumbent.upper,
	) {
		return bound
	}
	g.running = g.running[:0]
	spare := f.least(c.placement.start)
	for _, r := range f.running {
		if r.end >= c.placement.start {
			g.running = append(g.running, running{r.kind, r.end, min(r.spare, spare)})
		}
	}
	g.running = append(g.running, running{c.placement.kind, end, engine.Never})
	first := c.placement.start
	for i, left := range g.left {
		if left > 0 {
			first = min(first, f.starts[i].first)
		}
	}
	g.free = engine.Reserve(
		g.free[:0],
		f.free[engine.Index(f.free, first):],
		c.placement.start,
		end,
		k.Width,
	)
	g.starts = append(g.starts[:0], f.starts...)
	for i, left := range g.left {
		if left > 0 {
			if s.problem.Watch.Spend(len(g.free)) {
				return engine.Never
			}
			s.refit(g, i, end, free)
		}
	}
	return s.bound(g)
}

// occupy sets g's stretches to those of f, with one more job, which runs from g's front to
// end. free is the least number of processors that stay free while the job runs; 0 where
// it runs beyond the prices. paid is the price that the job pays, in units. One of f's
// stretches begins at the job's start, because processors become free there, it is f's
// front, or the job is released.
func (s *search) occupy(f, g *frame, kind int, start, end int64) (free, paid int64) {
	g.stretches = g.stretches[:0]
	g.worth = 0
	width := s.problem.Kinds[kind].Width
	curve := s.curves[kind]
	before := curve.Until(start) // price of all seconds before a stretch
	if end <= s.pack.Timeline.End() {
		free = math.MaxInt64
	}
	for i, st := range f.stretches {
		if st.time < start {
			continue
		}
		var after stretch // the stretch that begins at the job's end
		if st.time < end {
			to := s.pack.Timeline.End()
			if i+1 < len(f.stretches) {
				to = f.stretches[i+1].time
			}
			if end < to {
				after = s.after(f, st, end, to)
				st.left -= after.left
				to = end
			}
			until := curve.Until(to)
			st.left -= until - before
			paid += until - before
			before = until
			st.free -= width
			st.worth = s.worth(st, to)
			free = min(free, st.free)
		}
		g.stretches = append(g.stretches, st)
		g.worth += st.worth
		if after.time > 0 {
			g.stretches = append(g.stretches, after)
			g.worth += after.worth
		}
	}
	return free, paid
}

// after returns the part of a stretch of f from a second on. The stretch ends at to.
func (s *search) after(f *frame, st stretch, from, to int64) stretch {
	part := stretch{time: from, free: st.free, left: s.pack.From(from) - s.pack.From(to)}
	for _, r := range f.running {
		if r.end >= to {
			part.left -= s.curves[r.kind].Until(to) - s.curves[r.kind].Until(from)
		}
	}
	part.worth = s.worth(part, to)
	return part
}

// worth returns the most that jobs left can pay for a stretch, in units. The stretch ends
// at to.
func (s *search) worth(st stretch, to int64) int64 {
	row := s.pack.Rows[st.free/s.pack.Divisor]
	return min(st.left, row.Until(to)-row.Until(st.time))
}

// refit brings the starts of a kind in f up to date after a job was placed. The job runs
// from the front to end, and so many processors stay free while it runs.
func (s *search) refit(f *frame, kind int, end, free int64) {
	k := &s.problem.Kinds[kind]
	at := &f.starts[kind]
	fits := func(start int64) bool { return start >= end || k.Width <= free || start+k.Duration <= f.front }
	if !fits(at.first) {
		at.first = engine.Earliest(f.free, at.first, k.Width, k.Duration)
	}
	start := at.earliest
	switch {
	case at.first >= f.front:
		start = at.first
	case start < f.front || !fits(start):
		start = engine.Earliest(f.free, max(start, f.front), k.Width, k.Duration)
	}
	if start != at.earliest {
		at.earliest, at.least = start, s.least(kind, start)
	}
}

// least returns the least priced cost of a kind's starts from a second on, in units.
func (s *search) least(kind int, from int64) int64 {
	return s.tails[kind].From(max(from, s.problem.Kinds[kind].Earliest))
}

// bound returns a bound, in units, on the cost of all schedules with the placed jobs of f.
func (s *search) bound(f *frame) int64 {
	first := int64(math.MaxInt64)
	f.rest = 0
	for i, left := range f.left {
		if left > 0 {
			at := &f.starts[i]
			if at.least >= engine.Never {
				return engine.Never
			}
			f.rest += int64(left) * at.least
			first = min(first, at.earliest)
		}
	}
	return f.cost<<s.problem.Unit + f.rest - f.from(first)
}
