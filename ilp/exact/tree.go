package exact

import (
	"cmp"
	"container/heap"
	"context"
	"slices"
)

// tree splits the windows of starts where a search of the whole problem takes too
// long, the part with the least bound first.
type tree struct {
	*incumbent
	free        []segment
	unit        uint
	bucketCount int         // of prices
	stop        func() bool // true ends everything
	stopped     bool
	open        parts // but the one that is worked on
	floor       int64 // cost that nothing at all is below
	made        int64
	atPart      func(number int) // called before each part, the first being 1; may raise the floor
	diagram     *diagram         // of the whole problem; nil: no pass of one ended
	ctx         context.Context  // ends integer programs
	program     int              // starts of the largest
	patience    float64          // of searches in parts
	rates       []rates          // by group
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
func (t *tree) branch(v *part, a *decomposition) {
	for _, w := range t.split(v, a) {
		t.made++
		w.number = t.made
		heap.Push(&t.open, w)
	}
	clear(a.timeline.corners) // many parts stay open for long, and get a grid of their own then
}

// work seeks prices for a part, in so many steps, and lets a search try to finish
// it. It raises the part's bound meanwhile.
func (t *tree) work(v *part, steps int, nodes int64) (a *decomposition, finished bool) {
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

// price takes so many steps towards better prices for a part and returns what they
// prove, in units; nil where that needs no prices. Starts are restricted in parts alone:
// what is proven of the whole problem can be checked without.
func (t *tree) price(v *part, steps int) (a *decomposition, value int64) {
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
	a = newDecomposition(p, v.dual)
	value = a.maximise(t.upper, steps, t.stop)
	v.bound, v.dual = max(v.bound, p.whole(value)), a.dual
	return a, value
}

// plan places all jobs in the order of the mean of the starts that prices make
// cheapest, each at its earliest start.
func (t *tree) plan(a *decomposition) {
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
