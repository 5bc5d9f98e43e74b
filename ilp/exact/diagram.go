package exact

import (
	"cmp"
	"slices"
)

// diagram explores placements in the order of their starts, layer by layer: all nodes
// with so many jobs placed come before any with more. It merges nodes with the same
// jobs left into one that can do whatever one of them can. That is a relaxed decision
// diagram (Bergman, Cire, van Hoeve and Hooker 2016). Each pass merges less than the
// one before, and leaves out what earlier passes have proven to cost too much. Costs
// are sums of width times start.
type diagram struct {
	*problem
	*incumbent
	timeline *timeline
	tails    []*tail // per kind
	pack     *packing
	stop     func() bool // asked now and then; true ends the diagram
	last     int64       // count of nodes at which the diagram ends

	layers [][]*jobSet[passes] // by the number of jobs placed
	sets   jobSets[passes]
	kept   arena

	fits   []fit // by kind with jobs left, on the segments that were bounded last
	before []fit // those of the node that is expanded

	left          []int32
	free, greater []segment
	suffix        []int64
	children      []child
}

// passes are the nodes of a set of jobs left: those of this pass and those of earlier
// ones.
type passes struct{ now, before []*node }

// node is a node, or the node that several were merged into.
type node struct {
	set         *jobSet[passes]
	front, cost int64     // latest start and cost of the placed jobs, each the least of all merged
	free        []segment // from the front on, the most of all merged
	steady      int64     // free is constant from then on
	price       int64     // the bound by prices, the least of all merged, in units
	bound       int64     // what all schedules below cost at least, in units
	rest        int64     // after a pass: what the jobs left cost at least, in units
	arcs        []arc
	closed      int64     // the least bound of the children without an arc, in units
	into        *node     // the node that it was merged into; nil: none
	parent      *node     // of the merged node with the least cost
	last        placement // from parent to the node
}

// arc leads to a child, or to a node that can do whatever the child could.
type arc struct {
	to   *node
	cost int64 // of the child's placed jobs
}

// The tolerance is a share of what is missing from the bound by prices to the best
// cost known. Nodes are merged where the bound falls by no more than that, and where
// the next jobs cost less by no more than ofStarts of it. The tolerance falls from
// pass to pass. The last pass merges only where one node can do what the other can.
const (
	firstTolerance = 0.2
	nextTolerance  = 0.2 // of the tolerance before
	ofStarts       = 0.1 // of the tolerance, for what the next jobs cost
	leastTolerance = 1e-4
	mergesTried    = 16 // a node is tried with so many of the next lower bounds
)

// newDiagram takes the tables of prices that finish has prepared, and the number of
// nodes that the diagram may have.
func newDiagram(a *decomposition, known *incumbent, nodes int64, stop func() bool) *diagram {
	n := len(a.kinds)
	return &diagram{
		problem: a.problem, incumbent: known, timeline: a.timeline, tails: a.tails, pack: a.pack, stop: stop, last: known.nodes + nodes,
		layers: make([][]*jobSet[passes], a.jobs()+1), sets: jobSets[passes]{},
		fits: make([]fit, n), before: make([]fit, n), left: make([]int32, n),
	}
}

// explore makes passes until one proves that the best schedule known in the end is
// optimal. finished is false where it was stopped or given up. bound is what the
// passes prove, in units. After each pass it calls try with the pass's number of
// nodes: another way to the end, whose nodes don't count.
func (d *diagram) explore(try func(nodes int64) (finished bool)) (bound int64, finished bool) {
	for tolerance := firstTolerance; ; tolerance *= nextTolerance {
		if tolerance < leastTolerance {
			tolerance = -1
		}
		first := d.nodes
		b, finished := d.pass(tolerance)
		if bound = max(bound, b); d.reached(bound, d.upper) {
			return bound, true
		}
		if !finished {
			return bound, false
		}
		before := d.nodes
		if try(before - first) {
			return d.upper << d.unit, true
		}
		d.last += d.nodes - before
	}
}

// pass makes all layers and returns what they prove, in units. It returns false where
// it was stopped, or given up because the layers to come would take too many nodes. No
// other pass may follow then.
func (d *diagram) pass(tolerance float64) (bound int64, finished bool) {
	for i, k := range d.kinds {
		d.left[i] = int32(k.count)
	}
	root := &node{set: d.sets.of(d.kinds, d.left), free: d.problem.free, steady: steady(d.problem.free, 0)}
	root.set.kept.now = append(root.set.kept.now[:0], root)
	d.layers[0] = append(d.layers[0][:0], root.set)
	n := len(d.layers) - 1
	size, before := 1, 1
	for placed := range n {
		if placed >= foreseen && following(size, before, placed, n) > float64(d.last-d.nodes) {
			return 0, false
		}
		size, before = 0, size
		d.layers[placed+1] = d.layers[placed+1][:0]
		for _, s := range d.layers[placed] {
			for _, v := range s.kept.now {
				if d.nodes++; d.nodes%256 == 0 && (d.nodes > d.last || d.stop()) {
					return 0, false
				}
				if d.expand(v, placed+1); d.watch.up() {
					return 0, false
				}
			}
		}
		for _, s := range d.layers[placed+1] {
			if d.stop() {
				return 0, false
			}
			if d.merge(s, tolerance); d.watch.up() {
				return 0, false
			}
			size += len(s.kept.now)
		}
	}
	for _, s := range d.layers[n] {
		d.plan(slices.MinFunc(s.kept.now, func(a, b *node) int { return cmp.Compare(a.cost, b.cost) }))
	}
	for placed := n; placed >= 0; placed-- {
		for _, s := range d.layers[placed] {
			for _, v := range s.kept.now {
				v.settle(d.unit)
			}
			s.kept.before = append(s.kept.before, s.kept.now...)
			s.kept.now = s.kept.now[:0]
		}
	}
	return root.rest, true
}

// following estimates how many nodes a layer and those after it have, by its size and
// that of the layer before. It assumes that sizes are in proportion to the number of
// sets of so many jobs out of some number of jobs, and takes the number that fits the
// two layers.
func following(size, before, placed, n int) float64 {
	fits := min(float64(n), float64(placed)*float64(size)/float64(before)+float64(placed)-1)
	total, layer := 0.0, float64(size)
	for ; placed < n && layer > 0; placed++ {
		total += layer
		layer *= (fits - float64(placed)) / float64(placed+1)
	}
	return total
}

// foreseen is the first layer from whose size the sizes of those after it can be told.
const foreseen = 4

// settle computes from the children what the jobs left cost at least.
func (v *node) settle(unit uint) {
	v.parent = nil
	if v.set.width == 0 {
		return
	}
	least := v.closed
	for _, a := range v.arcs {
		m := a.to
		if m.into != nil {
			m = m.into
		}
		least = min(least, a.cost<<unit+m.rest)
	}
	v.rest = max(v.bound, least) - v.cost<<unit
	v.arcs = nil
}

// plan places all jobs in the order of a way from the root to a node, each at its
// earliest start.
func (d *diagram) plan(v *node) {
	var order []placement
	for ; v.parent != nil; v = v.parent {
		order = append(order, v.last)
	}
	slices.Reverse(order)
	d.place(d.problem, order)
}
