package exact

import (
	"container/heap"
	"slices"
)

// tree splits the windows of starts where a search of the whole problem takes too
// long, the part with the least bound first.
type tree struct {
	*incumbent
	free    []segment
	unit    uint
	grid    grid
	stop    func() bool // true ends everything
	stopped bool
	open    parts // but the one that is worked on
	made    int64
}

// part is a part of the problem.
type part struct {
	bound     int64 // cost that nothing in it is below
	number    int64
	kinds     []kind
	prices    [][]int64 // by kind and bucket
	whole     bool      // not a part, but the problem
	doublings uint      // of the nodes of its search
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
	bound := min(t.upper, v.bound)
	if len(t.open) > 0 {
		bound = min(bound, t.open[0].bound)
	}
	return bound
}

// run works on all parts, first those that v was split into, and returns the
// bound.
func (t *tree) run(split []*part, steps int, nodes int64) int64 {
	t.push(split)
	for len(t.open) > 0 {
		v := heap.Pop(&t.open).(*part)
		if v.bound >= t.upper {
			break // as all others
		}
		split = t.work(v, steps, nodes)
		if t.stopped {
			return t.bound(v)
		}
		t.push(split)
	}
	return t.upper
}

func (t *tree) push(split []*part) {
	for _, v := range split {
		t.made++
		v.number = t.made
		heap.Push(&t.open, v)
	}
}

// work seeks prices for a part, in so many steps, and lets a search of so many
// nodes try to finish it. It returns the parts to split it into, none where it is
// finished, and raises its bound meanwhile.
func (t *tree) work(v *part, steps int, nodes int64) []*part {
	p := &problem{kinds: slices.Clone(v.kinds), free: t.free, unit: t.unit}
	a := newSplit(p, t.grid, v.prices)
	value := a.maximise(t.upper, steps, t.stop)
	if whole := p.whole(value); whole > v.bound {
		v.bound, v.prices = whole, a.best
	}
	if v.bound >= t.upper || !a.finish(value, t.upper) {
		return nil
	}
	last := t.nodes + nodes<<v.doublings
	s := &search{problem: p, incumbent: t.incumbent, curves: a.curves, tails: a.tails, pack: a.pack}
	s.seen.windows = !v.whole
	s.stop = func() bool {
		t.stopped = t.stopped || t.stop()
		return t.stopped || t.nodes > last
	}
	if s.explore() {
		return nil
	}
	return t.split(v, a)
}

// split splits a part at the start on which the prices decided least: by the
// deviation of the cheapest starts of the later steps from their mean, times
// width. Of a kind of several jobs, so many start before the mean, or fewer.
func (t *tree) split(v *part, a *split) []*part {
	kind, at, early, most := -1, int64(0), 0.0, 0.0
	for i := range a.kinds {
		k := &a.kinds[i]
		starts := a.starts[i][len(a.starts[i])/2:]
		mean, deviation, before := spreadOf(starts)
		if d := deviation * float64(k.width); k.earliest < k.latest && (kind < 0 || d > most) {
			kind, at, early, most = i, min(max(mean, k.earliest+1), k.latest), before, d
		}
	}
	if kind < 0 {
		v.doublings++ // nothing to split: a longer search ends it
		return []*part{v}
	}
	k := a.kinds[kind]
	n := min(k.count, 1+int64(early*float64(k.count)))
	before, after := k, k
	before.latest, after.earliest = at-1, at
	return []*part{
		v.with(a, kind, counted(before, n), counted(k, k.count-n)),
		v.with(a, kind, counted(after, k.count-n+1), counted(k, n-1)),
	}
}

func counted(k kind, n int64) kind {
	k.count = n
	return k
}

// with returns the part with a kind replaced by others, those that have jobs.
func (v *part) with(a *split, index int, others ...kind) *part {
	w := &part{bound: v.bound}
	add := func(k kind, i int) {
		if k.count > 0 {
			w.kinds, w.prices = append(w.kinds, k), append(w.prices, a.best[i])
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
func spreadOf(starts []int64) (mean int64, deviation, before float64) {
	for _, s := range starts {
		mean += s
	}
	n := int64(len(starts))
	mean = (mean + n - 1) / n
	for _, s := range starts {
		deviation += float64(max(s-mean, mean-s)) / float64(n)
		if s < mean {
			before += 1 / float64(n)
		}
	}
	return mean, deviation, before
}
