package exact

import (
	"cmp"
	"math"
	"slices"
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

	stack  []frame
	path   []placement
	seen   memo
	groups []int32 // in costly: the jobs left, by group
	before []int64 // in full: the price of all seconds before a stretch, by running job
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
	left     []int32 // jobs of each kind not yet placed
	free     []segment
	front    int64 // the latest start
	asleep   []int // kinds that start at the front elsewhere
	cost     int64 // of the placed jobs
	running  []placed
	earliest []int64 // by kind with jobs left: the first start from front on
	least    []int64 // priced cost of a start from there on
	children []child
}

// placed is a job that still runs at the front.
type placed struct {
	kind int
	end  int64
	paid int64 // price of all seconds before end
}

type child struct {
	placement
	bound int64 // in units
}

// explore looks at everything and returns true, unless it is stopped.
func (s *search) explore() bool {
	n := s.jobs()
	root := frame{left: make([]int32, len(s.kinds)), free: s.free}
	for i, k := range s.kinds {
		root.left[i] = int32(k.count)
	}
	s.seen.sets = jobSets[[]state]{}
	s.stack = make([]frame, n+1)
	s.stack[0] = root
	s.visit(0, n, 1)
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
	s.branch(f)
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
		s.place(f, g, i)
		if n > memoLeast && (s.costly(g) || s.full(g, c.bound) || s.seen.dominates(s, g)) {
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
	if f.earliest == nil {
		f.earliest, f.least = make([]int64, len(s.kinds)), make([]int64, len(s.kinds))
	}
	f.children = f.children[:0]
	firstStart, firstEnd, rest := int64(math.MaxInt64), int64(math.MaxInt64), int64(0)
	for i, left := range f.left {
		if left > 0 {
			k := &s.kinds[i]
			f.earliest[i] = earliest(f.free, f.front, k.width, k.duration)
			firstStart = min(firstStart, f.earliest[i])
			firstEnd = min(firstEnd, f.earliest[i]+k.duration)
			if f.least[i], _ = s.tails[i].from(max(f.earliest[i], k.earliest)); f.least[i] >= never {
				return
			}
			rest += int64(left) * f.least[i]
		}
	}
	cost := f.cost << s.unit
	if s.reached(cost+s.settled(f, firstStart)+rest, s.upper) {
		return
	}
	for i, left := range f.left {
		k, start := &s.kinds[i], f.earliest[i]
		if left == 0 || start < k.earliest || start > k.latest || start >= firstEnd ||
			start == f.front && slices.Contains(f.asleep, i) || earliest(f.free, 0, k.width, k.duration) < start {
			continue
		}
		later := s.later(f, start)
		if later >= never {
			continue
		}
		bound := cost + s.settled(f, start) + rest + later - f.least[i] + s.tails[i].cost(start)
		if !s.reached(bound, s.upper) {
			f.children = append(f.children, child{placement{i, start}, bound})
		}
	}
	slices.SortFunc(f.children, func(a, b child) int {
		return cmp.Or(cmp.Compare(a.bound, b.bound), cmp.Compare(a.kind, b.kind))
	})
}

// settled returns what running jobs pay from a second on, less what the machine
// could be paid.
func (s *search) settled(f *frame, from int64) int64 {
	total := -s.pack.from(from)
	for _, r := range f.running {
		if r.end > from {
			total += r.paid - s.curves[r.kind].until(from)
		}
	}
	return total
}

// costly tells that a node's jobs left bring it to the best cost known by what the
// diagram's passes prove.
func (s *search) costly(f *frame) bool {
	if s.known == nil {
		return false
	}
	s.groups = append(s.groups[:0], make([]int32, len(s.known.kinds))...)
	for i, left := range f.left {
		s.groups[s.kinds[i].group] += left
	}
	set := s.known.sets.find(s.groups)
	return set != nil && s.reached(s.known.look(set, f.free, f.front, f.cost), s.upper)
}

// full tells that a node's bound reaches the best cost known when each stretch of
// its profile is paid the less of what is left of the history's best sets and what
// the best sets of the processors still free are worth. bound is that by the first.
func (s *search) full(f *frame, bound int64) bool {
	bound -= s.settled(f, f.front)
	for len(s.before) < len(f.running) {
		s.before = append(s.before, 0)
	}
	first := index(f.free, f.front)
	for i := first; i < len(f.free); i++ {
		from, end := max(f.front, f.free[i].time), s.pack.end()
		if i+1 < len(f.free) {
			end = min(end, f.free[i+1].time)
		}
		if from >= end {
			break
		}
		left := s.pack.from(from) - s.pack.from(end)
		for k, r := range f.running {
			if r.end > from {
				if i == first {
					s.before[k] = s.curves[r.kind].until(from)
				}
				to := r.paid
				if r.end > end {
					to = s.curves[r.kind].until(end)
				}
				left -= to - s.before[k]
				s.before[k] = to
			}
		}
		row := s.pack.rows[f.free[i].free/s.pack.divisor]
		bound -= min(left, row.until(end)-row.until(from))
	}
	return s.reached(bound, s.upper)
}

// later returns how much more the jobs left cost at least where none starts
// before a given second; at least never where one can't.
func (s *search) later(f *frame, from int64) int64 {
	total := int64(0)
	for i, left := range f.left {
		if left > 0 && f.earliest[i] < from && s.kinds[i].earliest < from {
			least, _ := s.tails[i].from(from)
			if least >= never {
				return never
			}
			total += int64(left) * (least - f.least[i])
		}
	}
	return total
}

// place makes g a child of f. A kind that was tried before it at the same start, or
// before one of the jobs placed at that start, need not start then once more: all
// schedules with both were explored there (sleep sets, Godefroid 1996).
func (s *search) place(f, g *frame, child int) {
	c := f.children[child].placement
	k := &s.kinds[c.kind]
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
	g.running = g.running[:0]
	for _, r := range f.running {
		if r.end > c.start {
			g.running = append(g.running, r)
		}
	}
	end := c.start + k.duration
	g.running = append(g.running, placed{c.kind, end, s.curves[c.kind].until(end)})
	g.free = reserve(g.free[:0], f.free, c.start, end, k.width)
}
