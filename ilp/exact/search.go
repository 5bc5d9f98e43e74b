package exact

import (
	"cmp"
	"math"
	"slices"
)

// search explores placements in the order of their starts, depth first. Costs are
// sums of width times start.
type search struct {
	kinds   []kind
	tails   []*tail // per kind
	p       *prices
	limit   func(nodes int64) bool // asked now and then; true ends the search
	upper   int64                  // cost of the best schedule known
	best    []placement            // it, where the search found it
	nodes   int64
	stopped bool

	stack []frame
	path  []placement
	seen  memo
}

type placement struct {
	kind  int
	start int64
}

// frame is the node at one depth.
type frame struct {
	left     []int16 // jobs of each kind not yet placed
	free     []segment
	front    int64   // the latest start
	cost     int64   // of the placed jobs
	priced   int64   // the part of the bound that is settled, in units
	earliest []int64 // by kind with jobs left: the first start from front on
	children []child
}

type child struct {
	placement
	bound int64 // in units
}

// run explores everything; settled is the bound's part at the root.
func (s *search) run(free []segment, settled int64) {
	n := 0
	root := frame{left: make([]int16, len(s.kinds)), free: free, priced: settled}
	for i, k := range s.kinds {
		root.left[i] = int16(len(k.jobs))
		n += len(k.jobs)
	}
	s.stack = make([]frame, n+1)
	s.stack[0] = root
	s.visit(0, n)
}

// visit explores the node at a depth, with n jobs left.
func (s *search) visit(depth, n int) {
	f := &s.stack[depth]
	if n == 0 {
		if f.cost < s.upper {
			s.upper = f.cost
			s.best = append(s.best[:0], s.path...)
		}
		return
	}
	if s.nodes++; s.nodes%1024 == 0 && s.limit(s.nodes) {
		s.stopped = true
	}
	s.branch(f)
	for _, c := range f.children {
		if s.stopped {
			return
		}
		if s.p.reached(c.bound, s.upper) {
			return // the others' bounds are no smaller
		}
		s.place(f, &s.stack[depth+1], c.placement)
		if n > memoLeast && s.seen.dominates(&s.stack[depth+1]) {
			continue
		}
		s.path = append(s.path, c.placement)
		s.visit(depth+1, n-1)
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
		f.earliest = make([]int64, len(s.kinds))
	}
	f.children = f.children[:0]
	firstStart, firstEnd := int64(math.MaxInt64), int64(math.MaxInt64)
	for i, left := range f.left {
		if left > 0 {
			k := &s.kinds[i]
			f.earliest[i] = earliest(f.free, f.front, k.width, k.duration)
			firstStart = min(firstStart, f.earliest[i])
			firstEnd = min(firstEnd, f.earliest[i]+k.duration)
		}
	}
	if s.p.reached(f.priced+s.p.idle(f.free, f.front, firstStart)+s.rest(f, 0, -1), s.upper) {
		return
	}
	for i, left := range f.left {
		k, start := &s.kinds[i], f.earliest[i]
		if left == 0 || start >= firstEnd || earliest(f.free, 0, k.width, k.duration) < start {
			continue
		}
		bound := f.priced + s.p.idle(f.free, f.front, start) + k.width*s.p.cost(start, k.duration) + s.rest(f, start, i)
		if !s.p.reached(bound, s.upper) {
			f.children = append(f.children, child{placement{i, start}, bound})
		}
	}
	slices.SortFunc(f.children, func(a, b child) int {
		return cmp.Or(cmp.Compare(a.bound, b.bound), cmp.Compare(a.kind, b.kind))
	})
}

// rest returns the least priced cost of the jobs left but one of a kind, started
// at a given second or later.
func (s *search) rest(f *frame, from int64, but int) int64 {
	total := int64(0)
	for i, left := range f.left {
		if i == but {
			left--
		}
		if left > 0 {
			least, _ := s.tails[i].from(s.p, max(f.earliest[i], from))
			total += s.kinds[i].width * int64(left) * least
		}
	}
	return total
}

// place makes g the child of f.
func (s *search) place(f, g *frame, c placement) {
	k := &s.kinds[c.kind]
	g.left = append(g.left[:0], f.left...)
	g.left[c.kind]--
	g.front = c.start
	g.cost = f.cost + k.width*c.start
	g.priced = f.priced + k.width*s.p.cost(c.start, k.duration) + s.p.idle(f.free, f.front, c.start)
	g.free = reserve(g.free[:0], f.free, c.start, c.start+k.duration, k.width)
}
