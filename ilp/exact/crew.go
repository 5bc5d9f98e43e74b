package exact

import (
	"slices"

	"github.com/optgap/optgap/ilp/internal/engine"
)

// sharing says how a search that does not end alone is shared out. It does not depend on the number
// of workers, and so neither do the nodes that are explored.
type sharing struct {
	alone    int64 // nodes of a search before it is shared out
	searches int   // the most that explore subtrees of it at once
	nodes    int64 // of each of them in a round
}

// On two steps of 19 and 20 jobs a crew explored 5 and 24 % more nodes than one search, and it is given
// up later: so a search that ends within a third of a second should end alone.
var usualSharing = sharing{alone: 131_072, searches: 16, nodes: 1024}

// crew explores one tree by several searches. What a search finds in a round, the others know from
// the next round on.
//
// One depth-first search leaves out nodes because of those that it has explored before. A crew must
// not do so in a circle. So it keeps the order of the one search: turns say where in this order a
// search stands, and a node is left out only because of nodes that come before it in this order.
type crew struct {
	active   []*search // those with something left to explore, in the order of one search
	turns    []*turn   // of all searches that there were, in the same order
	known    *incumbent
	seen     memo    // what all searches have explored, up to this round
	progress float64 // explored share of the tree
	stopped  bool    // a limit has ended one of the searches
	sharing
	workers int
}

// turn is the place of a search in the order in which one search would explore the tree.
type turn struct{ at int }

// newCrew returns a crew that goes on where a search has stopped.
func newCrew(s *search, by sharing, workers int) *crew {
	c := &crew{
		active: []*search{s}, turns: []*turn{s.turn}, known: s.incumbent, seen: s.seen,
		sharing: by, workers: workers,
	}
	c.progress, s.progress = s.progress, 0
	return c
}

// round shares out what is left and explores at most so many nodes of it. It returns false where
// nothing is left, or a limit has ended a search.
func (c *crew) round(nodes int64) (more bool) {
	c.share()
	each := max(1, min(c.nodes, nodes/int64(len(c.active))))
	left := make([]bool, len(c.active))
	for _, s := range c.active {
		s.incumbent = &incumbent{upper: c.known.upper}
		s.seen, s.common = memo{
			sets:    jobSets[explored]{},
			windows: c.seen.windows,
			size:    c.seen.size,
		}, &c.seen
	}
	engine.FanOut(c.workers, len(c.active), func(i int) { left[i] = c.active[i].walk(each) })
	going := c.active[:0]
	for i, s := range c.active {
		c.join(s)
		c.stopped = c.stopped || s.stopped
		if left[i] {
			going = append(going, s)
		}
	}
	clear(c.active[len(going):])
	c.active = going
	return len(going) > 0 && !c.stopped
}

// join adds what a search has found in a round.
func (c *crew) join(s *search) {
	c.known.nodes += s.incumbent.nodes
	if s.incumbent.upper < c.known.upper {
		c.known.upper = s.incumbent.upper
		c.known.best = s.incumbent.best
	}
	c.progress, s.progress = c.progress+s.progress, 0
	c.seen.join(&s.seen, s.problem.Kinds)
}

// share divides the work until there are enough searches, or nothing is left to divide. Whatever is
// highest in the tree is divided first.
func (c *crew) share() {
	for len(c.active) < c.searches {
		at := -1
		least := 0
		for i, s := range c.active {
			if depth, ok := s.divisible(); ok && (at < 0 || depth < least) {
				at = i
				least = depth
			}
		}
		if at < 0 {
			break
		}
		s := c.active[at]
		half := s.divide(least)
		c.active = slices.Insert(c.active, at+1, half)
		c.turns = slices.Insert(c.turns, slices.Index(c.turns, s.turn)+1, half.turn)
	}
	for i, t := range c.turns {
		t.at = i
	}
}

// divisible returns the least depth at which children can be left to another search.
func (s *search) divisible() (depth int, ok bool) {
	for d := s.base; d <= s.depth; d++ {
		f := &s.stack[d]
		if n := f.until - f.next; n > 1 || n == 1 && d < s.depth {
			return d, true
		}
	}
	return 0, false
}

// divide leaves all children at a depth, but the first one that is not explored to its end, to a
// new search.
func (s *search) divide(depth int) *search {
	f := &s.stack[depth]
	g := f.clone()
	if depth == s.depth {
		g.next++
	}
	f.until = g.next
	half := *s
	p := *s.problem
	p.Watch = s.problem.Watch.Fork()
	half.problem = &p
	half.exchanges = newExchanges(&p)
	half.stop = p.Watch.Late
	half.progress = 0
	half.stack = make([]frame, len(s.stack))
	half.path = append(make([]placement, 0, s.jobs), s.path[:depth]...)
	half.depth = depth
	half.base = depth
	half.turn = &turn{}
	half.stack[depth] = g
	return &half
}

// clone returns a copy that shares nothing with f.
func (f *frame) clone() frame {
	g := *f
	g.left = slices.Clone(f.left)
	g.free = slices.Clone(f.free)
	g.asleep = slices.Clone(f.asleep)
	g.running = slices.Clone(f.running)
	g.shelves = slices.Clone(f.shelves)
	g.sums = slices.Clone(f.sums)
	g.stretches = slices.Clone(f.stretches)
	g.starts = slices.Clone(f.starts)
	g.children = slices.Clone(f.children)
	return g
}
