package exact

import (
	"cmp"
	"container/heap"
	"context"
	"math"
	"slices"
)

// tree splits the windows of starts where a search of the whole problem takes too
// long, the part with the least bound first.
type tree struct {
	*incumbent
	free     []segment
	unit     uint
	buckets  int         // of prices
	stop     func() bool // true ends everything
	stopped  bool
	open     parts // but the one that is worked on
	floor    int64 // cost that nothing at all is below
	made     int64
	atPart   func(number int) // called before each part, the first being 1; may raise the floor
	known    *diagram         // of the whole problem; nil: no pass of one ended
	ctx      context.Context  // ends integer programs
	program  int              // starts of the largest
	patience float64          // of searches in parts
	rates    []rates          // by group
}

// part is a part of the problem.
type part struct {
	bound  int64 // cost that nothing in it is below
	number int64
	kinds  []kind
	dual
	whole     bool // not a part, but the problem
	doublings uint // of the nodes of its search
}

// parts is a heap, the least bound first, then the latest made.
type parts []*part

func (h parts) Len() int { return len(h) }
func (h parts) Less(i, k int) bool {
	if h[i].bound != h[k].bound {
		return h[i].bound < h[k].bound
	}
	return h[i].number > h[k].number
}
func (h parts) Swap(i, k int) { h[i], h[k] = h[k], h[i] }
func (h *parts) Push(v any)   { *h = append(*h, v.(*part)) }
func (h *parts) Pop() any {
	old := *h
	v := old[len(old)-1]
	old[len(old)-1] = nil
	*h = old[:len(old)-1]
	return v
}

// bound returns what no schedule is below, while v is worked on.
func (t *tree) bound(v *part) int64 {
	bound := v.bound
	if len(t.open) > 0 {
		bound = min(bound, t.open[0].bound)
	}
	return min(t.upper, max(t.floor, bound))
}

// run works on the open parts, each with so many steps towards better prices and
// a search of so many nodes, and returns the bound.
func (t *tree) run(steps int, nodes int64) int64 {
	for number := 1; len(t.open) > 0; number++ {
		if t.atPart(number); t.floor >= t.upper {
			break // all is known
		}
		v := heap.Pop(&t.open).(*part)
		if v.bound >= t.upper {
			break // as all others
		}
		a, finished := t.work(v, steps, nodes)
		if t.stopped {
			return t.bound(v)
		}
		if !finished {
			t.branch(v, a)
		}
	}
	return t.upper
}

// branch opens the parts that a part is split into.
func (t *tree) branch(v *part, a *split) {
	for _, w := range t.split(v, a) {
		t.made++
		w.number = t.made
		heap.Push(&t.open, w)
	}
	clear(a.grid.corners) // many parts stay open for long, and get a grid of their own then
}

// work seeks prices for a part, in so many steps, and lets a search try to finish
// it. It raises the part's bound meanwhile.
func (t *tree) work(v *part, steps int, nodes int64) (a *split, finished bool) {
	t.refine(v)
	a, value := t.price(v, steps)
	if a == nil {
		return nil, true
	}
	t.plan(a)
	a.listable = int(min(tooMany, startsPerNode*nodes))
	if v.bound >= t.upper || !a.finish(value, t.upper) {
		return a, true
	}
	return a, t.search(v, a, nodes) || !v.whole && t.solve(a)
}

// startsPerNode is how many starts take as long to list as a few nodes to explore.
const startsPerNode = 20

// refine moves the borders of a part's buckets to where its prices may best change:
// where the history does, and where jobs of its windows and of its cheapest starts
// start and end.
func (t *tree) refine(v *part) {
	if v.starts == nil {
		return // there are no steps to learn from
	}
	var events []int64
	for _, seg := range t.free {
		events = append(events, seg.time)
	}
	for _, k := range v.kinds {
		events = append(events, k.earliest, k.earliest+k.duration)
	}
	events = append(events, v.likely()...)
	for _, k := range v.kinds {
		if k.latest < v.end() {
			events = append(events, k.latest, k.latest+k.duration)
		}
	}
	v.dual = v.dual.on(newGrid(v.end()-1, t.buckets, events), v.kinds)
}

// likely returns the cheapest starts and their ends, the widest jobs' and those of most
// steps first.
func (v *part) likely() (events []int64) {
	type likely struct {
		start, end int64
		width      float64
	}
	var all []likely
	for i, k := range v.kinds {
		for _, s := range v.starts[i] {
			if s.share >= leastLikely {
				all = append(all, likely{s.at, s.at + k.duration, s.share * float64(k.width*k.count)})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b likely) int { return cmp.Compare(b.width, a.width) })
	for _, l := range all {
		events = append(events, l.start, l.end)
	}
	return events
}

// leastLikely is the share of the steps that make a start worth a border.
const leastLikely = 0.05

// search looks for better schedules in a part, with the tables that finish has
// prepared; false where it ended early.
func (t *tree) search(v *part, a *split, nodes int64) (finished bool) {
	s := &search{problem: a.problem, incumbent: t.incumbent, curves: a.curves, tails: a.tails, pack: a.pack, known: t.known}
	s.seen.windows = !v.whole
	first, patience := t.nodes, float64(wholePatience)
	if !v.whole {
		patience = t.patience
	}
	allotted := nodes << v.doublings
	s.stop = func() bool {
		t.stopped = t.stopped || t.stop()
		return t.stopped || hopeless(t.nodes-first, allotted, patience, s.progress)
	}
	finished = s.explore()
	switch {
	case v.whole || t.nodes-first <= allotted:
	case finished:
		t.patience = min(mostPatience, t.patience*ended)
	default:
		t.patience = max(leastPatience, t.patience*givenUp)
	}
	return finished
}

// Parts with so many starts at most are solved as integer programs: fewer once HiGHS
// took many iterations, more again once it took few.
const (
	leastProgram   = 100
	mostProgram    = 400
	fewIterations  = 200
	manyIterations = 600
	programNodes   = 100
)

// solve lets HiGHS try to finish a part, with the starts that finish has left.
func (t *tree) solve(a *split) (finished bool) {
	n := a.listed()
	if t.stopped || n == 0 || n > t.program {
		return false
	}
	finished, iterations := newProgram(a.problem).solve(t.ctx, t.incumbent, programNodes, 0)
	switch {
	case !finished || iterations > manyIterations:
		t.program = max(leastProgram, n*4/5)
	case iterations < fewIterations:
		t.program = min(mostProgram, max(t.program, min(t.program*6/5, n*3/2)))
	}
	t.stopped = t.stop()
	return finished
}

// relax lets a diagram of so many nodes try to finish the whole problem, and raises
// the floor. A search that knows what a pass has proven may need far fewer nodes than
// the next pass.
func (t *tree) relax(v *part, a *split, nodes int64) (finished bool) {
	const searched = 0.1 // nodes that a search is allotted for each of the pass
	d := newDiagram(a, t.incumbent, nodes, func() bool {
		t.stopped = t.stopped || t.stop()
		return t.stopped
	})
	value, finished := d.explore(func(nodes int64) bool {
		t.known = d
		return t.search(v, a, max(1, int64(searched*float64(nodes))))
	})
	t.floor = max(t.floor, min(t.upper, a.whole(value)))
	return finished
}

// A search goes on while it may end within so many times the nodes that it was allotted.
// Parts mostly take more than that to split until all is closed, so that theirs may take
// more at first; each that is given up shortens the next ones, and each that ends lets
// them go on for longer.
const (
	wholePatience = 300
	mostPatience  = 1000 // in parts, as the others
	leastPatience = 10
	givenUp       = 0.8
	ended         = 1.5
)

// hopeless tells that a search is not worth going on with: after so many nodes
// the share of its tree that it has explored (Knuth 1975) lets it end after more
// than patience times the nodes that it was allotted. Below these the estimate is
// less certain, and the search goes on in the face of larger ones.
func hopeless(nodes, allotted int64, patience, progress float64) bool {
	early := max(1, float64(allotted)/float64(nodes))
	return float64(nodes) > progress*patience*early*early*float64(allotted)
}

// price takes so many steps towards better prices for a part and returns what they
// prove, in units; nil where that needs no prices. Starts are restricted in parts alone:
// what is proven of the whole problem can be checked without.
func (t *tree) price(v *part, steps int) (a *split, value int64) {
	p := &problem{kinds: slices.Clone(v.kinds), free: t.free, unit: t.unit}
	if !v.whole {
		if !p.restrict(nil, 0) {
			v.bound = t.upper
			return nil, 0
		}
		v.kinds = slices.Clone(p.kinds)
		for i, k := range v.kinds {
			v.mean[i], v.starts[i] = v.within(i, k.count, k)
		}
	}
	a = newSplit(p, v.dual)
	value = a.maximise(t.upper, steps, t.stop)
	v.bound, v.dual = max(v.bound, p.whole(value)), a.dual
	return a, value
}

// plan places all jobs in the order of the mean of the starts that prices make
// cheapest, each at its earliest start.
func (t *tree) plan(a *split) {
	var order []placement
	for i, k := range a.kinds {
		mean, _, _ := spreadOf(a.starts[i])
		for range k.count {
			order = append(order, placement{i, mean})
		}
	}
	slices.SortStableFunc(order, func(a, b placement) int { return cmp.Compare(a.start, b.start) })
	t.place(a.problem, order)
}

// cut is a second at which the starts of a kind can be split.
type cut struct {
	kind   int
	at     int64
	before float64 // share of the cheapest starts before it
	spread float64 // mean deviation of these from their mean, times width
}

// Cuts are compared by the bounds that so many steps prove on both sides, and so
// many cuts, those with the largest spread.
const (
	cutsTried = 4
	cutSteps  = 50
)

// split splits a part in two, at the cut that raises both bounds the most: by the
// product of what they gain (strong branching, Applegate et al. 1995). A side that its
// bound closes leaves the other one to be split, at cuts of its own.
func (t *tree) split(v *part, a *split) []*part {
	cuts := a.cuts()
	if len(cuts) == 0 {
		v.doublings++ // nothing to split: a longer search ends it
		return []*part{v}
	}
	var best []*part
	most := 0.0
	t.rank(a, cuts)
	for _, c := range cuts[:min(len(cuts), cutsTried)] {
		before, after := v.cut(a, c)
		b, _ := t.price(before, cutSteps)
		f, _ := t.price(after, cutSteps)
		t.learn(c, &t.rates[a.kinds[c.kind].group], v.bound, before.bound, after.bound)
		switch {
		case before.bound >= t.upper && after.bound >= t.upper:
			return nil
		case before.bound >= t.upper:
			return t.split(after, f)
		case after.bound >= t.upper:
			return t.split(before, b)
		}
		// what is next to nothing on one side should not hide the other
		least := 0.001 * float64(t.upper-v.bound)
		if product := (float64(before.bound-v.bound) + least) * (float64(after.bound-v.bound) + least); product > most {
			best, most = []*part{before, after}, product
		}
	}
	return best
}

// rates are what cuts of a group's starts raised the bounds of the sides by, for each
// unit of spread.
type rates struct{ before, after, cuts float64 }

// learn adds a cut to the rates of its group.
func (t *tree) learn(c cut, r *rates, bound, before, after int64) {
	if c.spread > 0 {
		r.before += float64(min(before, t.upper)-bound) / c.spread
		r.after += float64(min(after, t.upper)-bound) / c.spread
		r.cuts++
	}
}

// rank sorts cuts by the product of what they may gain: their spread times the mean rates
// of their group's cuts so far (pseudo-costs, Bénichou et al. 1971), and of a few cuts
// with the mean rates of all groups, which decide where little is known.
func (t *tree) rank(a *split, cuts []cut) {
	const few = 2
	var all rates
	for _, r := range t.rates {
		all = rates{all.before + r.before, all.after + r.after, all.cuts + r.cuts}
	}
	if all.cuts == 0 {
		return
	}
	gain := func(c cut) float64 {
		r := &t.rates[a.kinds[c.kind].group]
		before := (r.before + few*all.before/all.cuts) / (r.cuts + few)
		after := (r.after + few*all.after/all.cuts) / (r.cuts + few)
		return before * after * c.spread * c.spread
	}
	slices.SortStableFunc(cuts, func(x, y cut) int { return cmp.Compare(gain(y), gain(x)) })
}

// cuts returns where the prices decided least: for each kind with a choice the
// mean of its cheapest starts, the largest spread first.
func (a *split) cuts() []cut {
	var cuts []cut
	for i := range a.kinds {
		k := &a.kinds[i]
		if k.earliest == k.latest {
			continue
		}
		mean, deviation, before := spreadOf(a.starts[i])
		cuts = append(cuts, cut{i, min(max(mean, k.earliest+1), k.latest), before, deviation * float64(k.width)})
	}
	slices.SortStableFunc(cuts, func(a, b cut) int { return cmp.Compare(b.spread, a.spread) })
	return cuts
}

// cut returns the two parts on either side. Of a kind of several jobs, so many
// start before, or fewer.
func (v *part) cut(a *split, c cut) (before, after *part) {
	k := a.kinds[c.kind]
	n := min(k.count, 1+int64(c.before*float64(k.count)))
	early, late := k, k
	early.latest, late.earliest = c.at-1, c.at
	if k.starts != nil {
		i, _ := slices.BinarySearch(k.starts, c.at)
		early.starts, late.starts = k.starts[:i], k.starts[i:]
		early.latest, late.earliest = k.starts[i-1], k.starts[i]
	}
	before = v.with(a, c.kind, counted(early, n), counted(k, k.count-n))
	after = v.with(a, c.kind, counted(late, k.count-n+1), counted(k, n-1))
	return before, after
}

func counted(k kind, n int64) kind {
	k.count = n
	return k
}

// with returns the part with a kind replaced by others, those that have jobs.
func (v *part) with(a *split, index int, others ...kind) *part {
	w := &part{bound: v.bound, dual: dual{grid: a.grid}}
	add := func(k kind, i int) {
		if k.count > 0 {
			mean, starts := a.within(i, a.kinds[i].count, k)
			w.kinds, w.prices = append(w.kinds, k), append(w.prices, a.prices[i])
			w.mean, w.starts = append(w.mean, mean), append(w.starts, starts)
		}
	}
	for i, k := range a.kinds {
		if i != index {
			add(k, i)
		}
	}
	for _, k := range others {
		add(k, index)
	}
	return w
}

// spreadOf returns the mean, the mean deviation from it, and the share below it.
func spreadOf(starts []start) (mean int64, deviation, before float64) {
	sum := 0.0
	for _, s := range starts {
		sum += float64(s.at) * s.share
	}
	mean = int64(math.Ceil(sum))
	for _, s := range starts {
		deviation += math.Abs(float64(s.at-mean)) * s.share
		if s.at < mean {
			before += s.share
		}
	}
	return mean, deviation, before
}
