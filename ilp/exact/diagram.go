package exact

import (
	"cmp"
	"math"
	"slices"
)

// diagram explores placements in the order of their starts, all of so many jobs
// before any of more, and merges nodes with the same jobs left into one that can
// do whatever one of them can: a relaxed decision diagram (Bergman, Cire, van
// Hoeve and Hooker 2016). Each pass merges less than the one before, and leaves
// out what that has proven to be too costly. Costs are sums of width times start.
type diagram struct {
	*problem
	*incumbent
	grid  *grid
	tails []*tail // per kind
	pack  *packing
	stop  func() bool // asked now and then; true ends it
	last  int64       // number of its last node in the count of nodes

	layers [][]*jobSet[passes] // by the number of jobs placed
	sets   jobSets[passes]
	kept   profiles

	fits   []fit // by kind with jobs left, on the profile that was bounded last
	before []fit // of the node that is expanded

	left          []int32
	free, greater []segment
	suffix        []int64
	children      []child
}

// fit is where a job fits on a profile.
type fit struct {
	start  int64 // the first from the front on
	priced int64 // its least priced cost, or that of a later one
}

// passes are the nodes of a set of jobs left.
type passes struct{ now, before []*node }

// node is a node, or what several were merged into.
type node struct {
	set         *jobSet[passes]
	front, cost int64     // the latest start, the cost of the placed jobs; the least of all
	free        []segment // from the front on, the most of all
	steady      int64     // free is constant from then on
	price       int64     // the bound by prices, the least of all, in units
	bound       int64     // of all schedules below, in units
	rest        int64     // after a pass: what the jobs left cost at least, in units
	arcs        []arc
	closed      int64 // the least bound of the children that none leads to, in units
	into        *node // what it was merged into
	parent      *node // of the one with the least cost
	last        placement
}

// arc leads to a child, or to a node that can do whatever the child could.
type arc struct {
	to   *node
	cost int64 // of the child's placed jobs
}

// Nodes are merged where that lowers the bound by prices by no more than a share
// of what the best cost known is above it, and what the next jobs cost by no more than
// a share of that. The share falls from pass to pass; the last pass merges only where
// one node can do what the other can.
const (
	firstTolerance = 0.2
	nextTolerance  = 0.2 // of the one before
	ofStarts       = 0.1 // of the tolerance: for what the next jobs cost
	leastTolerance = 1e-4
	mergesTried    = 16 // with those of the next lower bounds
)

// newDiagram takes the tables of prices that finish has prepared, and so many nodes.
func newDiagram(a *split, known *incumbent, nodes int64, stop func() bool) *diagram {
	n := len(a.kinds)
	return &diagram{
		problem: a.problem, incumbent: known, grid: a.grid, tails: a.tails, pack: a.pack, stop: stop, last: known.nodes + nodes,
		layers: make([][]*jobSet[passes], a.jobs()+1), sets: jobSets[passes]{},
		fits: make([]fit, n), before: make([]fit, n), left: make([]int32, n),
	}
}

// explore makes passes until one proves that no schedule is better than the best
// known in the end, or is stopped or given up: finished is false then. It returns what
// they prove, in units. After each pass of so many nodes another way to the end is
// tried, whose nodes don't count.
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

// pass makes all layers and returns what they prove, in units; false where it was
// stopped, or given up for the nodes that the layers to come would take. No other
// pass may follow then.
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
				d.expand(v, placed+1)
			}
		}
		for _, s := range d.layers[placed+1] {
			if d.stop() {
				return 0, false
			}
			d.merge(s, tolerance)
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
// that of the layer before: as if their sizes were in proportion to the number of
// sets of so many jobs, of as many jobs as fits the two.
func following(size, before, placed, n int) float64 {
	fits := min(float64(n), float64(placed)*float64(size)/float64(before)+float64(placed)-1)
	total, layer := 0.0, float64(size)
	for ; placed < n && layer > 0; placed++ {
		total += layer
		layer *= (fits - float64(placed)) / float64(placed+1)
	}
	return total
}

// foreseen is the first layer from whose size those after it can be told.
const foreseen = 4

// settle computes what the jobs left cost at least, from the children.
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

// plan places all jobs in the order of a way to a node, each at its earliest start.
func (d *diagram) plan(v *node) {
	var order []placement
	for ; v.parent != nil; v = v.parent {
		order = append(order, v.last)
	}
	slices.Reverse(order)
	d.place(d.problem, order)
}

// least returns what schedules cost at least by the prices, in units, with these
// jobs left on such a profile from a front on, after a cost.
func (d *diagram) least(left []int32, free []segment, front, cost int64) int64 {
	for i, n := range left {
		if n > 0 {
			d.fits[i] = d.fit(i, free, front)
		}
	}
	return d.bound(left, free, cost)
}

// leastAfter is least for the node that is expanded with a job placed from the front
// up to end: only those jobs start elsewhere that do not fit beside it.
func (d *diagram) leastAfter(left []int32, free []segment, front, end, cost int64) int64 {
	beside := int64(math.MaxInt64) // processors
	for i := 0; i < len(free) && free[i].time < end; i++ {
		beside = min(beside, free[i].free)
	}
	for i, n := range left {
		if n > 0 {
			f := d.before[i]
			if f.start < front || f.start < end && d.kinds[i].width > beside {
				f = d.fit(i, free, max(f.start, front))
			}
			d.fits[i] = f
		}
	}
	return d.bound(left, free, cost)
}

// fit returns where a job of a kind fits from a second on.
func (d *diagram) fit(kind int, free []segment, from int64) fit {
	k := &d.kinds[kind]
	start := earliest(free, max(from, k.earliest), k.width, k.duration)
	return fit{start, d.tails[kind].from(start)}
}

// bound returns the bound by prices for jobs that start where they fit.
func (d *diagram) bound(left []int32, free []segment, cost int64) int64 {
	total, first := cost<<d.unit, int64(math.MaxInt64)
	for i, n := range left {
		if n > 0 {
			f := &d.fits[i]
			if f.priced >= never {
				return never
			}
			total += int64(n) * f.priced
			first = min(first, f.start)
		}
	}
	for i := index(free, min(first, d.grid.end())); i < len(free); i++ {
		from, to := max(first, free[i].time), d.until(free, i)
		if from >= to {
			break
		}
		total -= d.worth(free[i].free, from, to)
	}
	return total
}

// until returns the end of a segment in the grid.
func (d *diagram) until(free []segment, i int) int64 {
	if i+1 < len(free) {
		return min(free[i+1].time, d.grid.end())
	}
	return d.grid.end()
}

// worth returns what the best sets on so many processors are worth in the seconds
// from one to before another.
func (d *diagram) worth(free, from, to int64) int64 {
	row := d.pack.rows[free/d.pack.divisor]
	return row.until(to) - row.until(from)
}

// expand makes the children of a node, for the next layer.
func (d *diagram) expand(v *node, layer int) {
	v.closed = never
	if d.least(v.set.left, v.free, v.front, v.cost) >= never {
		return // no way to end in time: no arcs
	}
	d.choose(v)
	d.before, d.fits = d.fits, d.before
	v.arcs = make([]arc, 0, len(d.children))
	copy(d.left, v.set.left)
	for _, c := range d.children {
		d.left[c.kind]--
		if to, bound := d.child(v, c, layer); to != nil {
			v.arcs = append(v.arcs, arc{to, v.cost + d.kinds[c.kind].width*c.start})
		} else {
			v.closed = min(v.closed, bound)
		}
		d.left[c.kind]++
	}
}

// child returns a child of the jobs now left, for the next layer, or a node there that
// can do whatever it could; or nil and a bound that closes it, in units.
func (d *diagram) child(v *node, c child, layer int) (to *node, bound int64) {
	if d.reached(c.bound, d.upper) {
		return nil, c.bound
	}
	k := &d.kinds[c.kind]
	end, cost := c.start+k.duration, v.cost+k.width*c.start
	d.free = cutBefore(reserve(d.free[:0], v.free, c.start, end, k.width), c.start)
	s := d.sets.find(d.left)
	if s != nil {
		if to = dominator(s.kept.now, d.free, c.start, cost); to != nil {
			return to, 0 // mostly the same jobs at the same starts
		}
	}
	price := max(c.bound, d.leastAfter(d.left, d.free, c.start, end, cost))
	if d.reached(price, d.upper) {
		return nil, price
	}
	if s == nil {
		s = d.sets.add(d.kinds, d.left)
	}
	if bound = max(price, d.look(s, d.free, c.start, cost)); d.reached(bound, d.upper) {
		return nil, bound
	}
	if len(s.kept.now) == 0 {
		d.layers[layer] = append(d.layers[layer], s)
	}
	to = &node{
		set: s, front: c.start, cost: cost, free: d.kept.keep(d.free), steady: steady(d.free, c.start),
		price: price, bound: bound, parent: v, last: c.placement,
	}
	s.kept.now = append(s.kept.now, to)
	return to, 0
}

// dominator returns a node of the same jobs left that can do whatever one with such a
// profile from a front on, after a cost, can; nil: there is none.
func dominator(nodes []*node, free []segment, front, cost int64) *node {
	for _, v := range nodes {
		if v.front <= front && v.cost <= cost && covers(v.free, free, front, 0) {
			return v
		}
	}
	return nil
}

// choose lists a node's children, after least was called for it. One is left out
// where another job could run and end before its job starts: that would cost less
// for what comes below.
func (d *diagram) choose(v *node) {
	left, free := v.set.left, v.free
	firstEnd, rest := d.firstEnd(left), v.cost<<d.unit
	for i, n := range left {
		rest += int64(n) * d.fits[i].priced
	}
	// What the seconds from each segment on are worth.
	d.suffix = append(d.suffix[:0], make([]int64, len(free)+1)...)
	for i := len(free) - 1; i >= 0; i-- {
		d.suffix[i] = d.suffix[i+1]
		if from, to := free[i].time, d.until(free, i); from < to {
			d.suffix[i] += d.worth(free[i].free, from, to)
		}
	}
	d.children = d.children[:0]
	for i, n := range left {
		start := d.fits[i].start
		if n == 0 || start > d.kinds[i].latest || start >= firstEnd {
			continue
		}
		later := d.later(left, start)
		if later >= never {
			continue
		}
		bound := rest + later - d.fits[i].priced + d.tails[i].cost(start)
		at := index(free, start)
		bound -= d.suffix[at+1]
		if to := d.until(free, at); start < to {
			bound -= d.worth(free[at].free, start, to)
		}
		d.children = append(d.children, child{placement{i, start}, bound})
	}
}

// later returns how much more the jobs left cost at least where none starts
// before a given second; at least never where one can't.
func (d *diagram) later(left []int32, from int64) int64 {
	total := int64(0)
	for i, n := range left {
		if n > 0 && d.fits[i].start < from {
			priced := d.tails[i].from(from)
			if priced >= never {
				return never
			}
			total += int64(n) * (priced - d.fits[i].priced)
		}
	}
	return total
}

// look returns the best bound, in units, of what earlier passes prove of nodes
// that can do whatever one with this profile, front and cost can.
func (d *diagram) look(s *jobSet[passes], free []segment, front, cost int64) int64 {
	best, from := int64(0), steady(free, front)
	for _, o := range s.kept.before {
		if bound := cost<<d.unit + o.rest; bound > best && o.front <= front && o.steady <= from && covers(o.free, free, front, 0) {
			best = bound
		}
	}
	return best
}

// merge merges nodes of a set.
func (d *diagram) merge(s *jobSet[passes], tolerance float64) {
	slices.SortStableFunc(s.kept.now, func(a, b *node) int {
		return cmp.Or(cmp.Compare(a.price, b.price), cmp.Compare(a.front, b.front), cmp.Compare(a.cost, b.cost))
	})
	kept := s.kept.now[:0]
	for _, v := range s.kept.now {
		for k := len(kept) - 1; k >= max(0, len(kept)-mergesTried) && v.into == nil; k-- {
			if m := kept[k]; m.front <= v.front && m.cost <= v.cost && covers(m.free, v.free, v.front, 0) || d.join(m, v, tolerance) {
				v.into = m
			}
		}
		if v.into == nil {
			kept = append(kept, v)
		}
	}
	s.kept.now = kept
}

// join makes m what can do whatever it or v can, unless that is worth too much.
func (d *diagram) join(m, v *node, tolerance float64) bool {
	if tolerance < 0 {
		return false
	}
	front, cost := min(m.front, v.front), min(m.cost, v.cost)
	loss := tolerance * float64(d.upper<<d.unit-m.price)
	if float64((m.cost-cost)<<d.unit) > loss || float64(m.price-v.price+(v.cost-cost)<<d.unit) > loss {
		return false // for the costs alone
	}
	d.greater = most(d.greater[:0], m.free, v.free)
	price := d.least(m.set.left, d.greater, front, cost)
	if float64(m.price-price) > loss || float64(max(d.sooner(m), d.sooner(v))<<d.unit) > ofStarts*loss {
		return false
	}
	if v.cost < m.cost {
		m.parent, m.last = v.parent, v.last
	}
	m.front, m.cost, m.free, m.steady = front, cost, d.kept.keep(d.greater), steady(d.greater, front)
	m.price = min(m.price, price)
	m.bound = max(price, d.look(m.set, m.free, front, cost))
	return true
}

// sooner returns how much less those of a node's jobs left cost that may be placed
// next, each for itself, at the starts that least was last called for. Prices tell
// little of that where a few processors more or less are worth next to nothing.
func (d *diagram) sooner(v *node) int64 {
	firstEnd, total := d.firstEnd(v.set.left), int64(0)
	for i, n := range v.set.left {
		if k := &d.kinds[i]; n > 0 && d.fits[i].start < firstEnd {
			total += k.width * (earliest(v.free, max(v.front, k.earliest), k.width, k.duration) - d.fits[i].start)
		}
	}
	return total
}

// firstEnd returns when the first of the jobs left can end.
func (d *diagram) firstEnd(left []int32) int64 {
	end := int64(math.MaxInt64)
	for i, n := range left {
		if n > 0 {
			end = min(end, d.fits[i].start+d.kinds[i].duration)
		}
	}
	return end
}
