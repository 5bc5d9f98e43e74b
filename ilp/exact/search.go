package exact

import (
	"cmp"
	"math"
	"slices"

	"github.com/optgap/optgap/ilp/internal/engine"
)

// search explores schedules in the order of the starts, depth first. Costs are sums of
// width times start.
type search struct {
	problem   *engine.Problem
	incumbent *incumbent
	curves    []*engine.Curve // by kind
	tails     []*engine.Tail  // by kind
	pack      *engine.Packing
	diagram   *diagram    // its passes have bounds for sets of jobs left, nil without one
	stop      func() bool // called now and then; true ends the search
	stopped   bool

	// progress is the explored share of the tree. The share of a node is divided equally
	// among its children.
	progress float64

	jobs      int         // of the problem
	stack     []frame     // by depth, the number of placed jobs
	depth     int         // of the frame whose children are explored next; below base: none is left
	base      int         // depth of the frame from which on the search explores
	path      []placement // from the root to the frame at depth
	seen      memo
	common    *memo // what all searches of a crew have explored before; with nil the search is alone
	turn      *turn // nil: the search is alone
	forgets   bool  // nodes that were explored before are not looked up
	exchanges *exchanges
}

// incumbent is the best schedule known. It also counts the nodes explored by all searches
// and diagrams.
type incumbent struct {
	upper int64       // cost of the schedule
	best  []placement // the schedule, nil if it is Solution.Schedule
	nodes int64
}

// tryOrder schedules the jobs of a problem in the given order, each at its earliest start.
// The schedule is the new incumbent where it is better, unless time is up. order is
// overwritten.
func (in *incumbent) tryOrder(p *engine.Problem, order []placement) {
	cost := int64(0)
	free := p.Free
	spare := []engine.Segment(nil)
	for i, pl := range order {
		if p.Watch.Spend(2 * len(free)) {
			return
		}
		k := &p.Kinds[pl.kind]
		start := engine.Earliest(free, k.Release, k.Width, k.Duration)
		order[i] = placement{k.Group, start}
		cost += k.Weight * start
		next := engine.Reserve(spare[:0], free, start, start+k.Duration, k.Width)
		if i > 0 {
			spare = free
		}
		free = next
	}
	if cost < in.upper {
		in.upper = cost
		in.best = order
	}
}

// tryStarts is tryOrder for the jobs in the order of a start for each kind.
func (in *incumbent) tryStarts(p *engine.Problem, starts []int64) {
	var order []placement
	for i := range p.Kinds {
		for range p.Kinds[i].Count {
			order = append(order, placement{i, starts[i]})
		}
	}
	slices.SortStableFunc(
		order,
		func(a, b placement) int { return cmp.Compare(a.start, b.start) },
	)
	in.tryOrder(p, order)
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
	for more := s.begin(); more; {
		more = s.walk(math.MaxInt64 / 2)
	}
	return !s.stopped
}

// begin makes the root. It returns false where there is nothing to explore below.
func (s *search) begin() (more bool) {
	s.seen.sets = jobSets[explored]{}
	s.jobs = s.problem.Jobs()
	s.stack = make([]frame, s.jobs+1)
	s.path = make([]placement, 0, s.jobs)
	s.exchanges = newExchanges(s.problem)
	bound := s.root(&s.stack[0])
	switch {
	case s.problem.Watch.Up():
		s.stopped = true
	case s.problem.Reached(bound, s.incumbent.upper):
		s.progress = 1
	default:
		s.depth = -1
		s.enter(1)
	}
	return s.depth >= s.base && !s.stopped
}

// walk goes on for so many nodes. It returns false where nothing is left to explore, or the search
// is stopped.
func (s *search) walk(nodes int64) (more bool) {
	last := s.incumbent.nodes + nodes
	for s.depth >= s.base && !s.stopped {
		if s.incumbent.nodes >= last {
			return true
		}
		f := &s.stack[s.depth]
		if f.next < f.until && !s.problem.Reached(f.children[f.next].bound, s.incumbent.upper) {
			f.next++
			s.descend(f, f.next-1)
			continue
		}
		// The bounds of the other children are no smaller.
		s.progress += f.share * float64(f.until-f.next)
		s.depth--
	}
	return false
}

// descend goes on at a child, unless its bound reaches the best cost known.
func (s *search) descend(f *frame, child int) {
	bound := s.place(f, &s.stack[s.depth+1], child)
	switch {
	case s.problem.Watch.Up():
		s.stopped = true
	case s.problem.Reached(bound, s.incumbent.upper):
		s.progress += f.share
	default:
		s.path = append(s.path[:s.depth], f.children[child].placement)
		s.enter(f.share)
	}
}

// enter goes down to the next frame, which has a share of the tree. It stays where it is if there
// is nothing to explore below.
func (s *search) enter(share float64) {
	f := &s.stack[s.depth+1]
	left := s.jobs - s.depth - 1
	if left == 0 {
		s.complete(f.cost)
		s.progress += share
		return
	}
	s.incumbent.nodes++
	if s.incumbent.nodes%512 == 0 && s.stop() {
		s.stopped = true
	}
	f.children = f.children[:0]
	if left < memoLeast || !s.done(f) {
		s.branch(f)
	}
	s.stopped = s.stopped || s.problem.Watch.Up()
	if len(f.children) == 0 {
		s.progress += share
		return
	}
	f.next = 0
	f.until = len(f.children)
	f.share = share / float64(len(f.children))
	s.depth++
}

// complete makes the schedule of the path the best one, where it is.
func (s *search) complete(cost int64) {
	if cost >= s.incumbent.upper {
		return
	}
	s.incumbent.upper = cost
	s.incumbent.best = s.incumbent.best[:0]
	for _, pl := range s.path {
		s.incumbent.best = append(
			s.incumbent.best,
			placement{s.problem.Kinds[pl.kind].Group, pl.start},
		)
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
			firstEnd = min(firstEnd, f.starts[i].earliest+s.problem.Kinds[i].Duration)
		}
	}
	for i, left := range f.left {
		k := &s.problem.Kinds[i]
		start := f.starts[i].earliest
		if left == 0 || start < k.Earliest || start >= firstEnd ||
			f.starts[i].first < start || !s.tails[i].Possible(start) || start == f.front && slices.Contains(f.asleep, i) ||
			s.overtakes(f, i, start) {
			continue
		}
		later := s.later(f, start)
		if s.problem.Watch.Spend(len(f.left)) {
			return
		}
		if later >= engine.Never {
			continue
		}
		bound := f.cost<<s.problem.Unit + f.rest + later - f.starts[i].least + s.tails[i].Cost(
			start,
		) - f.from(
			start,
		)
		if !s.problem.Reached(bound, s.incumbent.upper) {
			f.children = append(f.children, child{placement{i, start}, bound})
		}
	}
	slices.SortFunc(f.children, func(a, b child) int {
		return cmp.Or(
			cmp.Compare(a.bound, b.bound),
			cmp.Compare(a.placement.kind, b.placement.kind),
		)
	})
}

// done tells that exploring f finds nothing better: a node explored before dominates f, or
// the diagram's passes have a bound for the jobs left of f.
func (s *search) done(f *frame) bool {
	set := s.seen.of(s.problem.Kinds, f.left)
	if s.diagram != nil {
		if !set.kept.sought {
			set.kept.passes = s.diagram.find(s.groups(f))
			set.kept.sought = true
		}
		if p := set.kept.passes; p != nil &&
			s.problem.Reached(s.diagram.look(p, f.free, f.front, f.cost), s.incumbent.upper) {
			return true
		}
	}
	if s.forgets {
		return false
	}
	if s.common != nil {
		if o := s.common.sets.find(f.left); o != nil && s.common.dominated(o, f, s.turn) {
			return true
		}
	}
	if s.seen.dominated(set, f, s.turn) {
		return true
	}
	s.seen.keep(set, f, s.turn)
	return false
}

// groups returns the jobs left by group.
func (s *search) groups(f *frame) []int32 {
	left := make([]int32, len(s.diagram.problem.Kinds))
	for i, n := range f.left {
		left[s.problem.Kinds[i].Group] += n
	}
	return left
}

// later returns the least that the jobs left cost more, in units, if none of them starts
// before a second. It is at least never where some job can't start so late.
func (s *search) later(f *frame, from int64) int64 {
	total := int64(0)
	for i, left := range f.left {
		if left > 0 && f.starts[i].earliest < from && s.problem.Kinds[i].Earliest < from {
			least := s.tails[i].From(from)
			if least >= engine.Never {
				return engine.Never
			}
			total += int64(left) * (least - f.starts[i].least)
		}
	}
	return total
}
