package exact

import (
	"math"

	"github.com/optgap/optgap/ilp/internal/engine"
)

// childWork is the work of making a child for each kind and each segment, as a watch counts
// work.
const childWork = 10

// desk is the space that one goroutine works in.
type desk struct {
	*diagram
	watch *engine.Watch
	kept  engine.Arena // of the nodes' segments

	fits []fit // of the last call of least or leastAfter, by kind; only kinds with jobs left count
	left []int32

	suffix   []int64
	greater  []engine.Segment
	children []child
	made     []made           // of the present chunk
	free     []engine.Segment // of all that are made
	before   []fit            // of the nodes of the chunk, in the same form as fits

	added []*jobSet[passes] // sets of the present layer, in the desk's shard
}

// made is a child of a node that is expanded, before it is known whether it becomes a node.
type made struct {
	parent     *node
	arc        int // index of the parent's arc
	hash       uint64
	child      child
	from, to   int // its segments in the desk's
	parentFits int // index of its parent's fits in the desk's
}

func newDesk(d *diagram) *desk {
	n := len(d.problem.Kinds)
	return &desk{
		diagram: d,
		watch:   d.problem.Watch.Fork(),
		fits:    make([]fit, n),
		left:    make([]int32, n),
	}
}

// makeLayer makes the children of all nodes of the layer before. It returns false where it is
// stopped, or the layer before has too many nodes.
func (d *diagram) makeLayer(layer int) bool {
	d.layers[layer] = d.layers[layer][:0]
	var before []*node
	for _, s := range d.layers[layer-1] {
		before = append(before, s.kept.now...)
	}
	for _, e := range d.desks {
		e.added = e.added[:0]
	}
	for len(before) > 0 {
		block := before[:min(len(before), shards*chunkNodes)]
		before = before[len(block):]
		d.incumbent.nodes += int64(len(block))
		if d.incumbent.nodes > d.last || d.stop() {
			return false
		}
		chunks := (len(block) + chunkNodes - 1) / chunkNodes
		engine.FanOut(d.workers, chunks, func(i int) {
			d.desks[i].expand(block[i*chunkNodes : min(len(block), (i+1)*chunkNodes)])
		})
		engine.FanOut(
			d.workers,
			shards,
			func(i int) { d.desks[i].sortIn(uint64(i), d.desks[:chunks]) },
		)
		if d.late() {
			return false
		}
	}
	for _, e := range d.desks {
		d.layers[layer] = append(d.layers[layer], e.added...)
	}
	return true
}

// mergeLayer merges nodes of the same jobs left. It returns false where it is stopped.
func (d *diagram) mergeLayer(layer int, tolerance float64) bool {
	sets := d.layers[layer]
	engine.FanOut(d.workers, shards, func(i int) {
		for _, s := range sets[len(sets)*i/shards : len(sets)*(i+1)/shards] {
			if d.desks[i].merge(s, tolerance); d.desks[i].watch.Up() {
				return
			}
		}
	})
	return !d.late() && !d.stop()
}

// late reports whether time was up at some desk.
func (d *diagram) late() bool {
	for _, e := range d.desks {
		if e.watch.Up() {
			return true
		}
	}
	return d.problem.Watch.Up()
}

// expand makes the children of a chunk of nodes. Where time is up, some are missing.
func (d *desk) expand(chunk []*node) {
	d.made = d.made[:0]
	d.free = d.free[:0]
	d.before = d.before[:0]
	for _, v := range chunk {
		if d.least(v.set.left, v.free, v.front, v.cost) >= engine.Never {
			continue // some job can't start in its window: no arcs
		}
		d.choose(v)
		v.arcs = make([]arc, len(d.children))
		fits := len(d.before)
		d.before = append(d.before, d.fits...)
		copy(d.left, v.set.left)
		for i, c := range d.children {
			if d.watch.Spend(childWork * (len(d.left) + len(v.free))) {
				return
			}
			k := &d.problem.Kinds[c.placement.kind]
			v.arcs[i] = arc{nil, v.cost + k.Weight*c.placement.start, c.bound}
			if d.problem.Reached(c.bound, d.incumbent.upper) {
				continue
			}
			d.left[c.placement.kind]--
			m := made{
				parent:     v,
				arc:        i,
				hash:       hash(d.left),
				child:      c,
				from:       len(d.free),
				parentFits: fits,
			}
			d.left[c.placement.kind]++
			d.greater = engine.Reserve(
				d.greater[:0],
				v.free,
				c.placement.start,
				c.placement.start+k.Duration,
				k.Width,
			)
			d.free = append(d.free, engine.CutBefore(d.greater, c.placement.start)...)
			m.to = len(d.free)
			d.made = append(d.made, m)
		}
	}
}

// sortIn makes nodes of the children of a shard that other desks have made, where they may lead to
// something better.
func (d *desk) sortIn(shard uint64, desks []*desk) {
	for _, by := range desks {
		for i := range by.made {
			m := &by.made[i]
			if m.hash%shards != shard {
				continue
			}
			if d.watch.Spend(childWork * (len(d.left) + m.to - m.from)) {
				return
			}
			a := &m.parent.arcs[m.arc]
			a.to, a.bound = d.node(m, by.free[m.from:m.to], by.before[m.parentFits:])
		}
	}
}

// node returns the node of a child with the given segments, or one that allows all that the child
// would allow. before are the fits of its parent. Where a bound shows that the child leads to
// nothing better, node returns nil and the bound, in units.
func (d *desk) node(m *made, free []engine.Segment, before []fit) (to *node, bound int64) {
	v := m.parent
	c := m.child
	k := &d.problem.Kinds[c.placement.kind]
	front := c.placement.start
	cost := v.arcs[m.arc].cost
	copy(d.left, v.set.left)
	d.left[c.placement.kind]--
	sets := d.shards[m.hash%shards]
	s := sets.find(d.left)
	if s != nil {
		to = dominator(s.kept.now, free, front, cost)
		if to != nil {
			return to, 0 // mostly a node with the same jobs at the same starts, placed in another order
		}
	}
	price := max(c.bound, d.leastAfter(before, d.left, free, front, front+k.Duration, cost))
	if d.problem.Reached(price, d.incumbent.upper) {
		return nil, price
	}
	if s == nil {
		s = sets.add(d.problem.Kinds, d.left)
	}
	bound = max(price, d.look(s, free, front, cost))
	if d.problem.Reached(bound, d.incumbent.upper) {
		return nil, bound
	}
	if len(s.kept.now) == 0 {
		d.added = append(d.added, s)
	}
	to = &node{
		set:    s,
		front:  front,
		cost:   cost,
		free:   d.kept.Keep(free),
		steady: engine.Steady(free, front),
		price:  price,
		bound:  bound,
		parent: v,
		last:   c.placement,
	}
	s.kept.now = append(s.kept.now, to)
	return to, 0
}

// dominator returns a node that allows all that a node with the given segments, front and
// cost would allow, or nil if there is none. All have the same jobs left.
func dominator(nodes []*node, free []engine.Segment, front, cost int64) *node {
	for _, v := range nodes {
		if v.allows(free, front, cost) {
			return v
		}
	}
	return nil
}

// allows tells that v allows all that a node with the given segments, front and cost would
// allow. Both have the same jobs left.
func (v *node) allows(free []engine.Segment, front, cost int64) bool {
	return v.front <= front && v.cost <= cost && engine.Covers(v.free, free, front, 0)
}

// choose lists a node's children. least was called for the node before. A child is left
// out where another job left could end before the child's job starts: with that job placed
// first, schedules cost less.
func (d *desk) choose(v *node) {
	left := v.set.left
	free := v.free
	firstEnd := d.firstEnd(left)
	rest := v.cost << d.problem.Unit
	for i, n := range left {
		rest += int64(n) * d.fits[i].priced
	}
	// suffix is the value of the best sets in all seconds from each segment on.
	d.suffix = append(d.suffix[:0], make([]int64, len(free)+1)...)
	for i := len(free) - 1; i >= 0; i-- {
		d.suffix[i] = d.suffix[i+1]
		if from, to := free[i].Time, d.until(free, i); from < to {
			d.suffix[i] += d.worth(free[i].Free, from, to)
		}
	}
	d.children = d.children[:0]
	for i, n := range left {
		if d.watch.Spend(len(left)) {
			return
		}
		start := d.fits[i].start
		if n == 0 || start > d.problem.Kinds[i].Latest || start >= firstEnd {
			continue
		}
		later := d.later(left, start)
		if later >= engine.Never {
			continue
		}
		bound := rest + later - d.fits[i].priced + d.tails[i].Cost(start)
		at := engine.Index(free, start)
		bound -= d.suffix[at+1]
		if to := d.until(free, at); start < to {
			bound -= d.worth(free[at].Free, start, to)
		}
		d.children = append(d.children, child{placement{i, start}, bound})
	}
}

// later returns the least that the jobs left cost more, in units, if none of them starts
// before a second. It is at least never where some job can't start so late.
func (d *desk) later(left []int32, from int64) int64 {
	total := int64(0)
	for i, n := range left {
		if n > 0 && d.fits[i].start < from {
			priced := d.tails[i].From(from)
			if priced >= engine.Never {
				return engine.Never
			}
			total += int64(n) * (priced - d.fits[i].priced)
		}
	}
	return total
}

// firstEnd returns the first second at which one of the jobs left can have ended, by fits.
func (d *desk) firstEnd(left []int32) int64 {
	end := int64(math.MaxInt64)
	for i, n := range left {
		if n > 0 {
			end = min(end, d.fits[i].start+d.problem.Kinds[i].Duration)
		}
	}
	return end
}
