package exact

import (
	"cmp"
	"math"
	"slices"
)

// search explores schedules in the order of the starts, depth first. Costs are sums of
// width times start.
type search struct {
	problem   *problem
	incumbent *incumbent
	curves    []*curve // by kind
	tails     []*tail  // by kind
	pack      *packing
	diagram   *diagram    // its passes have bounds for sets of jobs left; nil: no diagram
	stop      func() bool // called now and then; true ends the search
	stopped   bool

	// progress is the explored share of the tree. The share of a node is divided equally
	// among its children.
	progress float64

	stack     []frame     // by depth
	path      []placement // from the root to the present node
	seen      memo
	exchanges *exchanges
}

// incumbent is the best schedule known. It also counts the nodes explored by all searches
// and diagrams.
type incumbent struct {
	upper int64       // cost of the schedule
	best  []placement // the schedule; nil: it is Solution.Schedule
	nodes int64
}

// tryOrder schedules the jobs of a problem in the given order, each at its earliest start.
// The schedule is the new incumbent where it is better, unless time is up. order is
// overwritten.
func (in *incumbent) tryOrder(p *problem, order []placement) {
	cost, free, spare := int64(0), p.free, []segment(nil)
	for i, pl := range order {
		if p.watch.spend(2 * len(free)) {
			return
		}
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

// placement is the start of a job.
type placement struct {
	kind  int   // the job's kind in a search, its group in an incumbent
	start int64 // in seconds
}

// child is a node that is not made yet: its parent and one more job.
type child struct {
	placement placement
	bound     int64 // in units
}

// explore explores the whole tree and returns true. It returns false where it is
// stopped.
func (s *search) explore() bool {
	n := s.problem.jobs()
	s.seen.sets = jobSets[explored]{}
	s.stack = make([]frame, n+1)
	bound := s.begin(&s.stack[0])
	switch {
	case s.problem.watch.up():
		s.stopped = true
	case s.problem.reached(bound, s.incumbent.upper):
		s.progress = 1
	default:
		s.visit(0, n, 1)
	}
	return !s.stopped
}

// visit explores the node at a depth, with n jobs left and a share of the tree.
func (s *search) visit(depth, n int, share float64) {
	f := &s.stack[depth]
	if n == 0 {
		if f.cost < s.incumbent.upper {
			s.incumbent.upper = f.cost
			s.incumbent.best = s.incumbent.best[:0]
			for _, pl := range s.path {
				s.incumbent.best = append(s.incumbent.best, placement{s.problem.kinds[pl.kind].group, pl.start})
			}
		}
		s.progress += share
		return
	}
	if s.incumbent.nodes++; s.incumbent.nodes%512 == 0 && s.stop() {
		s.stopped = true
	}
	f.children = f.children[:0]
	if n < memoLeast || !s.done(f) {
		s.branch(f)
	}
	s.stopped = s.stopped || s.problem.watch.up()
	if len(f.children) == 0 {
		s.progress += share
		return
	}
	share /= float64(len(f.children))
	for i, c := range f.children {
		if s.stopped {
			return
		}
		if s.problem.reached(c.bound, s.incumbent.upper) {
			s.progress += share * float64(len(f.children)-i)
			return // the bounds of the other children are no smaller
		}
		g := &s.stack[depth+1]
		bound := s.descend(f, g, i)
		if s.problem.watch.up() {
			s.stopped = true
			return
		}
		if s.problem.reached(bound, s.incumbent.upper) {
			s.progress += share
			continue
		}
		s.path = append(s.path, c.placement)
		s.visit(depth+1, n-1, share)
		s.path = s.path[:len(s.path)-1]
	}
}

// memoLeast is the least number of jobs left with which a node is looked up in the memo.
// With fewer jobs left, exploring is quicker.
const memoLeast = 3

// branch lists the children that can lead to a better schedule. The child with the smallest
// bound comes first. Where time is up, some children are missing.
func (s *search) branch(f *frame) {
	firstEnd := int64(math.MaxInt64)
	for i, left := range f.left {
		if left > 0 {
			firstEnd = min(firstEnd, f.starts[i].earliest+s.problem.kinds[i].duration)
		}
	}
	for i, left := range f.left {
		k, start := &s.problem.kinds[i], f.starts[i].earliest
		if left == 0 || start < k.earliest || start >= firstEnd ||
			f.starts[i].first < start || !s.tails[i].possible(start) || start == f.front && slices.Contains(f.asleep, i) {
			continue
		}
		later := s.later(f, start)
		if s.problem.watch.spend(len(f.left)) {
			return
		}
		if later >= never {
			continue
		}
		bound := f.cost<<s.problem.unit + f.rest + later - f.starts[i].least + s.tails[i].cost(start) - f.from(start)
		if !s.problem.reached(bound, s.incumbent.upper) {
			f.children = append(f.children, child{placement{i, start}, bound})
		}
	}
	slices.SortFunc(f.children, func(a, b child) int {
		return cmp.Or(cmp.Compare(a.bound, b.bound), cmp.Compare(a.placement.kind, b.placement.kind))
	})
}

// done tells that exploring f finds nothing better: a node explored before dominates f, or
// the diagram's passes have a bound for the jobs left of f.
func (s *search) done(f *frame) bool {
	set := s.seen.sets.of(s.problem.kinds, f.left)
	if s.diagram != nil {
		if !set.kept.sought {
			set.kept.passes, set.kept.sought = s.diagram.sets.find(s.groups(f)), true
		}
		if p := set.kept.passes; p != nil && s.problem.reached(s.diagram.look(p, f.free, f.front, f.cost), s.incumbent.upper) {
			return true
		}
	}
	return s.seen.dominates(set, f)
}

// groups returns the jobs left by group.
func (s *search) groups(f *frame) []int32 {
	left := make([]int32, len(s.diagram.problem.kinds))
	for i, n := range f.left {
		left[s.problem.kinds[i].group] += n
	}
	return left
}

// later returns the least that the jobs left cost more, in units, if none of them starts
// before a second. It is at least never where some job can't start so late.
func (s *search) later(f *frame, from int64) int64 {
	total := int64(0)
	for i, left := range f.left {
		if left > 0 && f.starts[i].earliest < from && s.problem.kinds[i].earliest < from {
			least := s.tails[i].from(from)
			if least >= never {
				return never
			}
			total += int64(left) * (least - f.starts[i].least)
		}
	}
	return total
}
