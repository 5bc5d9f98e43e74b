package exact

import (
	"math"

	"github.com/optgap/optgap/ilp/internal/engine"
)

// childWork is the work of making a child for each kind and each segment, as a watch counts
// work.
const childWork = 10

// expand makes the children of a node, for the given layer. Where time is up, some
// children are missing.
func (d *diagram) expand(v *node, layer int) {
	v.closed = engine.Never
	if d.least(v.set.left, v.free, v.front, v.cost) >= engine.Never {
		return // some job can't start in its window: no arcs
	}
	d.choose(v)
	d.before, d.fits = d.fits, d.before
	v.arcs = make([]arc, 0, len(d.children))
	copy(d.left, v.set.left)
	for _, c := range d.children {
		if d.problem.Watch.Spend(childWork * (len(d.left) + len(v.free))) {
			return
		}
		d.left[c.placement.kind]--
		if to, bound := d.child(v, c, layer); to != nil {
			v.arcs = append(v.arcs, arc{to, v.cost + d.problem.Kinds[c.placement.kind].Weight*c.placement.start})
		} else {
			v.closed = min(v.closed, bound)
		}
		d.left[c.placement.kind]++
	}
}

// child returns a child of a node, for the given layer, or a node of that layer that allows
// all that the child would allow. d.left holds the child's jobs left. Where a bound shows
// that the child leads to nothing better, child returns nil and the bound, in units.
func (d *diagram) child(v *node, c child, layer int) (to *node, bound int64) {
	if d.problem.Reached(c.bound, d.incumbent.upper) {
		return nil, c.bound
	}
	k := &d.problem.Kinds[c.placement.kind]
	end, cost := c.placement.start+k.Duration, v.cost+k.Weight*c.placement.start
	d.free = engine.CutBefore(engine.Reserve(d.free[:0], v.free, c.placement.start, end, k.Width), c.placement.start)
	s := d.sets.find(d.left)
	if s != nil {
		if to = dominator(s.kept.now, d.free, c.placement.start, cost); to != nil {
			return to, 0 // mostly a node with the same jobs at the same starts, placed in another order
		}
	}
	price := max(c.bound, d.leastAfter(d.left, d.free, c.placement.start, end, cost))
	if d.problem.Reached(price, d.incumbent.upper) {
		return nil, price
	}
	if s == nil {
		s = d.sets.add(d.problem.Kinds, d.left)
	}
	if bound = max(price, d.look(s, d.free, c.placement.start, cost)); d.problem.Reached(bound, d.incumbent.upper) {
		return nil, bound
	}
	if len(s.kept.now) == 0 {
		d.layers[layer] = append(d.layers[layer], s)
	}
	to = &node{
		set: s, front: c.placement.start, cost: cost, free: d.kept.Keep(d.free), steady: engine.Steady(d.free, c.placement.start),
		price: price, bound: bound, parent: v, last: c.placement,
	}
	s.kept.now = append(s.kept.now, to)
	return to, 0
}

// dominator returns a node that allows all that a node with the given segments, front and
// cost would allow; nil: there is none. All have the same jobs left.
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
func (d *diagram) choose(v *node) {
	left, free := v.set.left, v.free
	firstEnd, rest := d.firstEnd(left), v.cost<<d.problem.Unit
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
		if d.problem.Watch.Spend(len(left)) {
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
func (d *diagram) later(left []int32, from int64) int64 {
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
func (d *diagram) firstEnd(left []int32) int64 {
	end := int64(math.MaxInt64)
	for i, n := range left {
		if n > 0 {
			end = min(end, d.fits[i].start+d.problem.Kinds[i].Duration)
		}
	}
	return end
}
