package exact

import (
	"cmp"
	"math"
	"slices"

	"github.com/optgap/optgap/ilp/internal/bitset"
)

// search explores placements in the order of their starts, depth first. Costs are
// sums of width times start.
type search struct {
	*problem
	*incumbent
	curves  []*curve // per kind
	tails   []*tail  // per kind
	pack    *packing
	known   *diagram    // what its passes prove of sets of jobs left; nil: nothing
	stop    func() bool // asked now and then; true ends the search
	stopped bool

	// progress is the share of the tree that is explored, where all children of a
	// node have the same.
	progress float64

	stack     []frame
	path      []placement
	seen      memo
	exchanges *exchanges
}

// incumbent is the best schedule known, and counts what was explored.
type incumbent struct {
	upper int64       // its cost
	best  []placement // it, where a search found it
	nodes int64
}

// place places the jobs of a problem in the order given, each at its earliest
// start, and keeps the schedule where it is better.
func (in *incumbent) place(p *problem, order []placement) {
	cost, free, spare := int64(0), p.free, []segment(nil)
	for i, pl := range order {
		k := &p.kinds[pl.kind]
		start := earliest(free, 0, k.width, k.duration)
		order[i] = placement{k.group, start}
		cost += k.width * start
		next := reserve(spare[:0], free, start, start+k.duration, k.width)
		if i > 0 {
			spare = free
		}
		free = next
	}
	if cost < in.upper {
		in.upper, in.best = cost, order
	}
}

// placement is a start of a job of a kind, or of a group in a schedule.
type placement struct {
	kind  int
	start int64
}

// frame is the node at one depth.
type frame struct {
	left      []int32   // jobs of each kind not yet placed
	free      []segment // from the first start of any job left on
	front     int64     // the latest start
	asleep    []int     // kinds that start at the front elsewhere
	cost      int64     // of the placed jobs
	running   []running
	shelves   []shelf
	sums      bitset.Set // of the shelves, one after the other
	stretches []stretch  // from the front to the end of the prices
	worth     int64      // of all stretches
	starts    []starts   // by kind with jobs left
	rest      int64      // priced cost of all jobs left
	children  []child
}

// starts are those at which a kind of jobs fits.
type starts struct {
	first    int64 // of all
	earliest int64 // from the front on
	least    int64 // priced cost of one from there on
}

// running is a placed job that still runs at the front.
type running struct {
	kind int
	end  int64
}

// stretch is some time in which the same jobs are placed, up to the next stretch.
type stretch struct {
	time, free int64
	left       int64 // what the history's best sets are worth, less what the placed jobs pay
	worth      int64 // left, or what the best sets on the free processors are worth, if less
}

type child struct {
	placement
	bound int64 // in units
}

// explore looks at everything and returns true, unless it is stopped.
func (s *search) explore() bool {
	n := s.jobs()
	s.seen.sets = jobSets[explored]{}
	s.stack = make([]frame, n+1)
	if s.reached(s.begin(&s.stack[0]), s.upper) {
		s.progress = 1
	} else {
		s.visit(0, n, 1)
	}
	return !s.stopped
}

// visit explores the node at a depth, with n jobs left and a share of the tree.
func (s *search) visit(depth, n int, share float64) {
	f := &s.stack[depth]
	if n == 0 {
		if f.cost < s.upper {
			s.upper = f.cost
			s.best = s.best[:0]
			for _, pl := range s.path {
				s.best = append(s.best, placement{s.kinds[pl.kind].group, pl.start})
			}
		}
		s.progress += share
		return
	}
	if s.nodes++; s.nodes%512 == 0 && s.stop() {
		s.stopped = true
	}
	f.children = f.children[:0]
	if n < memoLeast || !s.done(f) {
		s.branch(f)
	}
	if len(f.children) == 0 {
		s.progress += share
		return
	}
	share /= float64(len(f.children))
	for i, c := range f.children {
		if s.stopped {
			return
		}
		if s.reached(c.bound, s.upper) {
			s.progress += share * float64(len(f.children)-i)
			return // the others' bounds are no smaller
		}
		g := &s.stack[depth+1]
		if s.reached(s.place(f, g, i), s.upper) {
			s.progress += share
			continue
		}
		s.path = append(s.path, c.placement)
		s.visit(depth+1, n-1, share)
		s.path = s.path[:len(s.path)-1]
	}
}

// memoLeast is the number of jobs left below which exploring is quicker than
// looking whether it was done.
const memoLeast = 3

// branch lists the children that can lead to a better schedule, the smallest
// bound first.
func (s *search) branch(f *frame) {
	firstEnd := int64(math.MaxInt64)
	for i, left := range f.left {
		if left > 0 {
			firstEnd = min(firstEnd, f.starts[i].earliest+s.kinds[i].duration)
		}
	}
	for i, left := range f.left {
		k, start := &s.kinds[i], f.starts[i].earliest
		if left == 0 || start < k.earliest || start >= firstEnd ||
			f.starts[i].first < start || !s.tails[i].possible(start) || start == f.front && slices.Contains(f.asleep, i) {
			continue
		}
		later := s.later(f, start)
		if later >= never {
			continue
		}
		bound := f.cost<<s.unit + f.rest + later - f.starts[i].least + s.tails[i].cost(start) - f.from(start)
		if !s.reached(bound, s.upper) {
			f.children = append(f.children, child{placement{i, start}, bound})
		}
	}
	slices.SortFunc(f.children, func(a, b child) int {
		return cmp.Or(cmp.Compare(a.bound, b.bound), cmp.Compare(a.kind, b.kind))
	})
}

// from returns what the machine can be paid at most from the start of a stretch on.
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

// done tells that exploring f finds nothing better: by what was explored before, or
// by what the diagram's passes prove of its jobs left.
func (s *search) done(f *frame) bool {
	set := s.seen.sets.of(s.kinds, f.left)
	if s.known != nil {
		if !set.kept.sought {
			set.kept.passes, set.kept.sought = s.known.sets.find(s.groups(f)), true
		}
		if p := set.kept.passes; p != nil && s.reached(s.known.look(p, f.free, f.front, f.cost), s.upper) {
			return true
		}
	}
	return s.seen.dominates(set, f)
}

// groups returns the jobs left by group.
func (s *search) groups(f *frame) []int32 {
	left := make([]int32, len(s.known.kinds))
	for i, n := range f.left {
		left[s.kinds[i].group] += n
	}
	return left
}

// later returns how much more the jobs left cost at least where none starts
// before a given second; at least never where one can't.
func (s *search) later(f *frame, from int64) int64 {
	total := int64(0)
	for i, left := range f.left {
		if left > 0 && f.starts[i].earliest < from && s.kinds[i].earliest < from {
			least := s.tails[i].from(from)
			if least >= never {
				return never
			}
			total += int64(left) * (least - f.starts[i].least)
		}
	}
	return total
}

// begin makes f the node at which nothing is placed, and returns its bound.
func (s *search) begin(f *frame) int64 {
	s.exchanges = newExchanges(s.problem)
	f.free = s.free
	for i := range s.free {
		from, to := s.free[i].time, s.pack.end()
		if i+1 < len(s.free) {
			to = min(to, s.free[i+1].time)
		}
		if from < to {
			worth := s.pack.from(from) - s.pack.from(to)
			f.stretches = append(f.stretches, stretch{from, s.free[i].free, worth, worth})
			f.worth += worth
		}
	}
	for i, k := range s.kinds {
		start := earliest(f.free, 0, k.width, k.duration)
		f.left = append(f.left, int32(k.count))
		f.starts = append(f.starts, starts{start, start, s.least(i, start)})
	}
	return s.bound(f)
}

// place makes g a child of f and returns its bound; g is not complete where that
// reaches the best cost known. A kind that was tried before it at the same start, or
// before one of the jobs placed at that start, need not start then once more: all
// schedules with both were explored there (sleep sets, Godefroid 1996).
func (s *search) place(f, g *frame, child int) int64 {
	c := f.children[child]
	k := &s.kinds[c.kind]
	end := c.start + k.duration
	g.asleep = g.asleep[:0]
	if c.start == f.front {
		g.asleep = append(g.asleep, f.asleep...)
	}
	for _, o := range f.children[:child] {
		if o.start == c.start {
			g.asleep = append(g.asleep, o.kind)
		}
	}
	g.left = append(g.left[:0], f.left...)
	g.left[c.kind]--
	g.front = c.start
	g.cost = f.cost + k.width*c.start
	if !s.exchanges.place(f, g, k) {
		return never
	}
	free, paid := s.occupy(f, g, c.kind, c.start, end)
	if bound := c.bound - paid + f.from(c.start) - g.worth; s.reached(bound, s.upper) {
		return bound
	}
	g.running = g.running[:0]
	for _, r := range f.running {
		if r.end > c.start {
			g.running = append(g.running, r)
		}
	}
	g.running = append(g.running, running{c.kind, end})
	first := c.start
	for i, left := range g.left {
		if left > 0 {
			first = min(first, f.starts[i].first)
		}
	}
	g.free = reserve(g.free[:0], f.free[index(f.free, first):], c.start, end, k.width)
	g.starts = append(g.starts[:0], f.starts...)
	for i, left := range g.left {
		if left > 0 {
			s.refit(g, i, end, free)
		}
	}
	return s.bound(g)
}

// occupy makes g's stretches of f's, with a job placed at its front, and returns the
// fewest processors then free while the job runs, 0 where it runs beyond the prices,
// and what it pays. One of f's stretches begins at its start, as processors become free
// or f's front is there.
func (s *search) occupy(f, g *frame, kind int, start, end int64) (free, paid int64) {
	g.stretches, g.worth = g.stretches[:0], 0
	width, curve := s.kinds[kind].width, s.curves[kind]
	before := curve.until(start) // the price of all seconds before a stretch
	if end <= s.pack.end() {
		free = math.MaxInt64
	}
	for i, st := range f.stretches {
		if st.time < start {
			continue
		}
		var after stretch // of the job's end
		if st.time < end {
			to := s.pack.end()
			if i+1 < len(f.stretches) {
				to = f.stretches[i+1].time
			}
			if end < to {
				after = s.after(f, st, end, to)
				st.left -= after.left
				to = end
			}
			until := curve.until(to)
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

// after returns the part of a stretch of f, which ends at to, from a second on.
func (s *search) after(f *frame, st stretch, from, to int64) stretch {
	part := stretch{time: from, free: st.free, left: s.pack.from(from) - s.pack.from(to)}
	for _, r := range f.running {
		if r.end >= to {
			part.left -= s.curves[r.kind].until(to) - s.curves[r.kind].until(from)
		}
	}
	part.worth = s.worth(part, to)
	return part
}

// worth returns what a stretch up to a second can be paid at most.
func (s *search) worth(st stretch, to int64) int64 {
	row := s.pack.rows[st.free/s.pack.divisor]
	return min(st.left, row.until(to)-row.until(st.time))
}

// refit moves the starts of a kind in f to where one still fits, once a job is
// placed from the front up to end that leaves so many processors free.
func (s *search) refit(f *frame, kind int, end, free int64) {
	k, at := &s.kinds[kind], &f.starts[kind]
	fits := func(start int64) bool { return start >= end || k.width <= free || start+k.duration <= f.front }
	if !fits(at.first) {
		at.first = earliest(f.free, at.first, k.width, k.duration)
	}
	start := at.earliest
	switch {
	case at.first >= f.front:
		start = at.first
	case start < f.front || !fits(start):
		start = earliest(f.free, max(start, f.front), k.width, k.duration)
	}
	if start != at.earliest {
		at.earliest, at.least = start, s.least(kind, start)
	}
}

// least returns the least priced cost of a kind's starts from a second on.
func (s *search) least(kind int, from int64) int64 {
	return s.tails[kind].from(max(from, s.kinds[kind].earliest))
}

// bound returns what schedules below f cost at least, in units.
func (s *search) bound(f *frame) int64 {
	first := int64(math.MaxInt64)
	f.rest = 0
	for i, left := range f.left {
		if left > 0 {
			at := &f.starts[i]
			if at.least >= never {
				return never
			}
			f.rest += int64(left) * at.least
			first = min(first, at.earliest)
		}
	}
	return f.cost<<s.unit + f.rest - f.from(first)
}
