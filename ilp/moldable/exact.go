package moldable

import (
	"cmp"
	"container/heap"
	"fmt"
	"math"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/moldable"
)

// ExactOptions steer Exact; zero values get defaults.
type ExactOptions struct {
	// Nodes is the number of nodes at which the search ends; 0: DefaultNodes. A node takes
	// some hundred bytes.
	Nodes int
	// Stop ends the search by returning true; with nil the search ends by itself. It is called
	// before the nodes that follow a node are made.
	Stop func() bool
}

// DefaultNodes is the default of ExactOptions.Nodes.
const DefaultNodes = 1_000_000

// beamWidth is the number of nodes of each depth with which a first pass goes on. This pass finds good
// schedules and proves nothing.
const beamWidth = 100

// mostJobs is the largest number of jobs for Exact, whose sets of jobs have 64 bits.
const mostJobs = 64

// ExactResult is the best schedule known and a bound.
type ExactResult struct {
	Schedule moldable.Schedule
	Bound    int64          // at most the minsum of every schedule
	Optimal  bool           // proven; Bound is then the minsum of Schedule
	EndedBy  optgap.EndedBy // finished, or node_limit, or interrupt where Stop ended the search
	Nodes    int
}

// Exact searches for a schedule of least minsum: see the package's comment. known is a
// schedule of the instance. l is a Lagrangian bound for the instance. The prices of this
// bound make the bounds of the nodes.
func Exact(in *moldable.Instance, known moldable.Schedule, l *LagrangeBound, o ExactOptions) (*ExactResult, error) {
	if len(in.Jobs) > mostJobs {
		return nil, optgap.BadField("jobs", len(in.Jobs), fmt.Sprintf("at most %d for a search", mostJobs))
	}
	if o.Nodes == 0 {
		o.Nodes = DefaultNodes
	}
	t := newTree(in, known, l)
	t.beam(o)
	r := &ExactResult{EndedBy: t.search(o), Nodes: t.nodes}
	r.Schedule, r.Bound = t.schedule, t.upper
	if r.Optimal = r.EndedBy == optgap.EndedFinished; !r.Optimal {
		r.Bound = max(l.Bound, min(t.upper, t.proven()))
	}
	return r, nil
}

// tree is the state of Exact: a best-first search.
type tree struct {
	in       *moldable.Instance
	costs    []waitCost // by job
	prices   prices
	schedule moldable.Schedule  // the best one known
	upper    int64              // minsum of the schedule
	offset   float64            // price of all processors
	open     nodes              // nodes whose followers have not been made
	seen     map[uint64][]*node // by the set of jobs that have not started
	nodes    int                // number of nodes made

	scratch node      // the node that is looked at
	running []running // space of insert
}

func newTree(in *moldable.Instance, known moldable.Schedule, l *LagrangeBound) *tree {
	t := &tree{in: in, schedule: known, upper: known.Minsum(in), seen: map[uint64][]*node{}}
	if v := l.Schedule.Minsum(in); v < t.upper {
		t.schedule, t.upper = l.Schedule, v
	}
	t.prices = pricesOf(l.Certificate)
	root := &node{left: 1<<len(in.Jobs) - 1, job: -1}
	t.offset = float64(in.Machine) * t.prices.prefix[len(t.prices.prefix)-1]
	root.bound = -t.offset
	for _, j := range in.Jobs {
		c := newWaitCost(j, &t.prices)
		t.costs = append(t.costs, c)
		root.bound += c.at(0)
	}
	heap.Push(&t.open, root)
	return t
}

// tolerance bounds the rounding error of the bound of a node, relative to the sums that
// make the bound.
const tolerance = 1e-10

// limit returns a value. A node whose bound is above this value has no schedule better than
// the known one, as a better one is better by at least 1.
func (t *tree) limit() float64 {
	return float64(t.upper) - 1 + tolerance*(float64(t.upper)+t.offset)
}

// search goes through the nodes by rising bounds.
func (t *tree) search(o ExactOptions) optgap.EndedBy {
	for len(t.open) > 0 && t.open[0].bound <= t.limit() {
		if t.nodes >= o.Nodes {
			return optgap.EndedNodeLimit
		}
		if o.Stop != nil && o.Stop() {
			return optgap.EndedInterrupt
		}
		n := heap.Pop(&t.open).(*node)
		if n.dead {
			continue
		}
		t.follow(n, func(c *node) {
			t.nodes++
			heap.Push(&t.open, c)
		})
	}
	return optgap.EndedFinished
}

// beam goes from depth to depth with the nodes of the least bounds only.
func (t *tree) beam(o ExactOptions) {
	layer := []*node{t.open[0]}
	for len(layer) > 0 {
		var next []*node
		for _, n := range layer {
			if o.Stop != nil && o.Stop() {
				return
			}
			t.follow(n, func(c *node) { next = append(next, c) })
		}
		next = slices.DeleteFunc(next, func(n *node) bool { return n.dead })
		slices.SortStableFunc(next, func(a, b *node) int { return cmp.Compare(a.bound, b.bound) })
		layer = next[:min(len(next), beamWidth)]
		clear(t.seen) // nodes left out here have not been searched
	}
}

// follow makes the nodes that follow a node. use is called for each of them that is worth
// searching.
func (t *tree) follow(n *node, use func(*node)) {
	for i := range t.in.Jobs {
		if n.left>>i&1 == 1 {
			t.start(n, i, use)
		}
	}
}

// proven returns the least bound of the open nodes, rounded up; upper where none is open.
func (t *tree) proven() int64 {
	if len(t.open) == 0 {
		return t.upper
	}
	return int64(math.Ceil(t.open[0].bound - tolerance*(float64(t.upper)+t.offset)))
}

// remembered is the largest number of nodes with the same jobs left with which a new node
// is compared.
const remembered = 128

// keep reports whether a new node is worth searching: no node seen before is at least as
// good. If so, keep appends a copy of the node to those seen. It marks the nodes seen
// before that are no better as dead.
func (t *tree) keep(n *node) bool {
	others := t.seen[n.left]
	for _, o := range others {
		if o.atLeastAsGood(n) {
			return false
		}
	}
	kept := others[:0]
	for _, o := range others {
		if n.atLeastAsGood(o) {
			o.dead = true
		} else {
			kept = append(kept, o)
		}
	}
	if len(kept) == remembered {
		kept = append(kept[:0], kept[1:]...)
	}
	n.running = slices.Clone(n.running)
	t.seen[n.left] = append(kept, new(*n))
	return true
}
