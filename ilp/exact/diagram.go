package exact

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap/ilp/internal/engine"
)

// diagram explores schedules in the order of the starts, layer by layer: all nodes
// with so many jobs placed come before any with more. Nodes with the same jobs left are
// merged into one that allows every schedule that any of them allows. This is a relaxed
// decision diagram (Bergman, Cire, van Hoeve and Hooker 2016). Each pass merges less than
// the one before, and leaves out nodes that earlier passes have proven to cost too much.
// Costs are sums of width times start.
type diagram struct {
	problem   *engine.Problem
	incumbent *incumbent
	timeline  *engine.Timeline
	tails     []*engine.Tail // by kind
	pack      *engine.Packing
	stop      func() bool // called now and then; true ends the diagram
	last      int64       // the diagram ends at this count of nodes

	layers  [][]*jobSet[passes]     // by the number of jobs placed
	shards  [shards]jobSets[passes] // the sets of jobs left, by their hash
	desks   [shards]*desk
	workers int
}

// Each block of a layer's nodes is expanded in chunks at once, and their children are sorted in by
// the hash of the jobs left, each shard at once. These numbers do not depend on the number of
// workers, and so neither does what a diagram finds.
const (
	shards     = 32
	chunkNodes = 32
)

// passes holds the nodes of a set of jobs left: those of this pass and those of earlier
// ones.
type passes struct{ now, before []*node }

// node is a set of placed jobs, or several such sets that were merged. It allows all
// schedules that begin like one of them.
type node struct {
	set         *jobSet[passes]
	front, cost int64            // latest start and cost of the placed jobs, each the least of all merged
	free        []engine.Segment // free processors from the front on, in each second the most of all merged
	steady      int64            // free is constant from this second on
	price       int64            // bound by prices, in units, the least of all merged
	bound       int64            // in units; all schedules that the node allows cost at least so much
	rest        int64            // in units; the jobs left cost at least so much; set after a pass
	arcs        []arc            // to all children
	into        *node            // the node into which this one was merged, nil if there is none
	parent      *node            // of the merged node with the least cost, nil if no job is placed
	last        placement        // of the job that parent lacks
}

// arc leads to a child, or to a node that allows all that the child would allow.
type arc struct {
	to    *node // nil: nothing better is below the child
	cost  int64 // of the child's placed jobs
	bound int64 // of a child without a node, in units
}

// The tolerance of a pass is a share of the difference between the best cost known and the
// bound by prices. Nodes are merged where the bound falls by at most the tolerance, and
// where the next jobs then cost less by at most ofStarts times the tolerance. The
// tolerance falls from pass to pass. The last pass merges a node only into one that allows
// all that it allows.
const (
	firstTolerance = 0.2
	nextTolerance  = 0.2 // of the tolerance before
	ofStarts       = 0.1 // of the tolerance, for the cost of the next jobs
	leastTolerance = 1e-4
	mergesTried    = 16 // a node is compared with so many nodes of the next lower bounds
)

// newDiagram returns a diagram of at most so many nodes. finish has prepared the tables of
// the decomposition.
func newDiagram(
	a *engine.Decomposition,
	known *incumbent,
	nodes int64,
	workers int,
	stop func() bool,
) *diagram {
	d := &diagram{
		problem:   a.Problem,
		incumbent: known,
		timeline:  a.Dual.Timeline,
		tails:     a.Tails,
		pack:      a.Pack,
		stop:      stop,
		last:      known.nodes + nodes,
		layers:    make([][]*jobSet[passes], a.Problem.Jobs()+1),
		workers:   workers,
	}
	for i := range d.desks {
		d.shards[i], d.desks[i] = jobSets[passes]{}, newDesk(d)
	}
	return d
}

// find returns the set of these jobs left; nil where no node has had it.
func (d *diagram) find(
	left []int32,
) *jobSet[passes] {
	return d.shards[hash(left)%shards].find(left)
}

// explore makes passes until one of them proves that the best schedule known is optimal.
// finished is false where explore was stopped or gave up. bound is the bound that the
// passes prove, in units. After each pass explore calls try, with the number of nodes of
// the pass. try may end the work in another way by returning true. The nodes that try
// explores do not count.
func (d *diagram) explore(try func(nodes int64) (finished bool)) (bound int64, finished bool) {
	for tolerance := firstTolerance; ; tolerance *= nextTolerance {
		if tolerance < leastTolerance {
			tolerance = -1
		}
		first := d.incumbent.nodes
		b, finished := d.pass(tolerance)
		bound = max(bound, b)
		if d.problem.Reached(bound, d.incumbent.upper) {
			return bound, true
		}
		if !finished {
			return bound, false
		}
		before := d.incumbent.nodes
		if try(before - first) {
			return d.incumbent.upper << d.problem.Unit, true
		}
		d.last += d.incumbent.nodes - before
	}
}

// pass makes all layers and returns the bound that they prove, in units. finished is false
// where pass was stopped, or gave up because the layers to come would take too many nodes.
// Then no other pass may follow.
func (d *diagram) pass(tolerance float64) (bound int64, finished bool) {
	root := d.root()
	n := len(d.layers) - 1
	size := 1
	before := 1
	for placed := range n {
		if placed >= foreseen &&
			following(size, before, placed, n) > float64(d.last-d.incumbent.nodes) {
			return 0, false
		}
		size, before = 0, size
		if !d.makeLayer(placed+1) || !d.mergeLayer(placed+1, tolerance) {
			return 0, false
		}
		for _, s := range d.layers[placed+1] {
			size += len(s.kept.now)
		}
	}
	for _, s := range d.layers[n] {
		d.tryWay(
			slices.MinFunc(
				s.kept.now,
				func(a, b *node) int { return cmp.Compare(a.cost, b.cost) },
			),
		)
	}
	for placed := n; placed >= 0; placed-- {
		for _, s := range d.layers[placed] {
			for _, v := range s.kept.now {
				v.settle(d.problem.Unit)
			}
			s.kept.before = append(s.kept.before, s.kept.now...)
			s.kept.now = s.kept.now[:0]
		}
	}
	return root.rest, true
}

// root makes the node at which nothing is placed.
func (d *diagram) root() *node {
	left := make([]int32, len(d.problem.Kinds))
	for i, k := range d.problem.Kinds {
		left[i] = int32(k.Count)
	}
	set := d.shards[hash(left)%shards].of(d.problem.Kinds, left)
	root := &node{set: set, free: d.problem.Free, steady: engine.Steady(d.problem.Free, 0)}
	set.kept.now = append(set.kept.now[:0], root)
	d.layers[0] = append(d.layers[0][:0], set)
	return root
}

// following estimates how many nodes a layer and all layers after it have. size is the
// number of nodes of the layer, in which placed of n jobs are placed, and before that of
// the layer before it. Sizes are taken to be in proportion to the number of sets of so many
// jobs out of some number of jobs. That number is chosen to fit the two layers.
func following(size, before, placed, n int) float64 {
	fits := min(float64(n), float64(placed)*float64(size)/float64(before)+float64(placed)-1)
	total := 0.0
	layer := float64(size)
	for ; placed < n && layer > 0; placed++ {
		total += layer
		layer *= (fits - float64(placed)) / float64(placed+1)
	}
	return total
}

// foreseen is the first layer for which following is used. The sizes of earlier layers
// tell too little.
const foreseen = 4

// settle computes rest from the children of the node.
func (v *node) settle(unit uint) {
	v.parent = nil
	if v.set.weight == 0 {
		return
	}
	least := engine.Never
	for _, a := range v.arcs {
		switch m := a.to; {
		case m == nil:
			least = min(least, a.bound)
		case m.into != nil:
			least = min(least, a.cost<<unit+m.into.rest)
		default:
			least = min(least, a.cost<<unit+m.rest)
		}
	}
	v.rest = max(v.bound, least) - v.cost<<unit
	v.arcs = nil
}

// tryWay tries the order in which the jobs are placed on a way from the root to a node
// without jobs left.
func (d *diagram) tryWay(v *node) {
	var order []placement
	for ; v.parent != nil; v = v.parent {
		order = append(order, v.last)
	}
	slices.Reverse(order)
	d.incumbent.tryOrder(d.problem, order)
}
