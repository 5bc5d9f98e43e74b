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
	// Nodes is the number of nodes kept at which the search ends; 0: DefaultNodes. A
	// node takes some hundred bytes.
	Nodes int
	// Beam is the number of nodes of each depth that a first pass goes on with; 0:
	// DefaultBeam; below 0: no such pass. It finds good schedules and proves nothing.
	Beam int
	// Stop, where set, is asked before the followers of each node; true ends the search
	// with what it has.
	Stop func() bool
}

// Defaults of ExactOptions.
const (
	DefaultNodes = 1_000_000
	DefaultBeam  = 100
)

// mostJobs is the number of jobs that a set of Exact can hold.
const mostJobs = 64

// ExactResult is the best schedule known and a bound.
type ExactResult struct {
	Schedule moldable.Schedule
	Bound    int64 // at most the minsum of every schedule; that of the schedule where it is optimal
	Optimal  bool
	EndedBy  optgap.EndedBy // finished, or node_limit, or interrupt where Stop said so
	Nodes    int
}

// Exact searches for a schedule of least minsum: see the package's comment. known is a
// schedule of the instance, l a Lagrangian bound for it, whose prices bound the nodes.
func Exact(in *moldable.Instance, known moldable.Schedule, l *LagrangeBound, o ExactOptions) (*ExactResult, error) {
	if len(in.Jobs) > mostJobs {
		return nil, &optgap.FieldError{
			Field:    "jobs",
			Found:    fmt.Sprint(len(in.Jobs)),
			Expected: fmt.Sprintf("at most %d for a search", mostJobs),
		}
	}
	if o.Nodes < 0 {
		return nil, &optgap.FieldError{
			Field:    "nodes",
			Found:    fmt.Sprint(o.Nodes),
			Expected: "at least 1, or 0 for the default",
		}
	}
	if o.Nodes == 0 {
		o.Nodes = DefaultNodes
	}
	if o.Beam == 0 {
		o.Beam = DefaultBeam
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
	costs    []waitCost
	prices   prices
	schedule moldable.Schedule
	upper    int64   // minsum of the schedule
	offset   float64 // what the capacity costs
	open     nodes
	seen     map[uint64][]*node // by the set of jobs that are left
	nodes    int

	scratch node // the node that is looked at
	running []running
}

func newTree(in *moldable.Instance, known moldable.Schedule, l *LagrangeBound) *tree {
	t := &tree{in: in, schedule: known, upper: known.Minsum(in), seen: map[uint64][]*node{}}
	if v := l.Schedule.Minsum(in); v < t.upper {
		t.schedule, t.upper = l.Schedule, v
	}
	t.prices = l.Certificate.prices()
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

// tolerance is what rounding may take from the bound of a node, relative to the sums that
// make it.
const tolerance = 1e-10

// limit returns the value from which on a bound shows that a node has no better schedule
// than the one known. A better one is better by 1 at least.
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
	for len(layer) > 0 && o.Beam > 0 {
		var next []*node
		for _, n := range layer {
			if o.Stop != nil && o.Stop() {
				return
			}
			t.follow(n, func(c *node) { next = append(next, c) })
		}
		next = slices.DeleteFunc(next, func(n *node) bool { return n.dead })
		slices.SortStableFunc(next, func(a, b *node) int { return cmp.Compare(a.bound, b.bound) })
		layer = next[:min(len(next), o.Beam)]
		clear(t.seen) // what is left out here has not been searched
	}
}

// follow hands the nodes that follow a node to a function, but for those that are of no
// use.
func (t *tree) follow(n *node, use func(*node)) {
	for i := range t.in.Jobs {
		if n.left>>i&1 == 1 {
			t.start(n, i, use)
		}
	}
}

// proven returns the least bound of the nodes that are open.
func (t *tree) proven() int64 {
	if len(t.open) == 0 {
		return t.upper
	}
	return int64(math.Ceil(t.open[0].bound - tolerance*(float64(t.upper)+t.offset)))
}

// remembered is the number of nodes with the same jobs left that a new one is compared
// with.
const remembered = 128

// keep tells that no node seen before is at least as good. Then it appends a copy of the
// new one to those seen, and marks those that the new one is at least as good as.
func (t *tree) keep(n *node) bool {
	others := t.seen[n.left]
	for _, o := range others {
		if o.atLeastAsGood(n, t.in.Machine) {
			return false
		}
	}
	kept := others[:0]
	for _, o := range others {
		if n.atLeastAsGood(o, t.in.Machine) {
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
