package exact

import (
	"container/heap"
	"context"
	"slices"

	"github.com/optgap/optgap/ilp/internal/engine"
	"github.com/optgap/optgap/ilp/internal/program"
)

// tree splits the windows of starts where a search of the whole problem takes too
// long. It works on the part with the least bound first. Bounds of parts are in costs.
type tree struct {
	incumbent   *incumbent
	free        []engine.Segment
	unit        uint
	bucketCount int         // buckets of a part's timeline
	stop        func() bool // true ends all work
	stopped     bool
	open        parts            // all parts but the one that is worked on
	floor       int64            // no schedule of the whole problem costs less
	made        int64            // number of parts made
	atPart      func(number int) // called before each part with its number, from 1; it may raise the floor
	diagram     *diagram         // of the whole problem; nil: no pass has ended
	ctx         context.Context  // limits integer programs
	program     int              // largest number of starts of an integer program
	patience    float64          // of searches in parts: see wholePatience
	rates       []rates          // by group
	watch       *engine.Watch

	programs  program.Formulation    // of the programs that are tried before searches; "": none are
	wholeWork int64                  // work of the next try of the whole problem: see whole.go
	memory    int64                  // bytes of this process above which HiGHS ends; 0: any number
	near      func(bound int64) bool // tells that a bound is near enough to end
	effort    Effort
}

// part is the whole problem, or a part into which the tree has split it.
type part struct {
	bound     int64 // no schedule of the part costs less
	number    int64 // parts are counted in the order in which they are made
	kinds     []engine.Kind
	dual      engine.Dual
	whole     bool // the part is the whole problem
	doublings uint // of the number of nodes that the part's search is allotted
}

// parts is a heap. The part with the least bound comes first, of several such parts the
// one made last.
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

// bound returns the least cost of a schedule that is proven so far, while the tree works on
// part v.
func (t *tree) bound(v *part) int64 {
	bound := v.bound
	if len(t.open) > 0 {
		bound = min(bound, t.open[0].bound)
	}
	return min(t.incumbent.upper, max(t.floor, bound))
}

// run works on the open parts until all are closed or a limit is reached, and returns the
// bound. Each part gets so many price steps, and a search of so many nodes.
func (t *tree) run(steps int, nodes int64) int64 {
	for number := 1; len(t.open) > 0; number++ {
		if t.atPart(number); t.floor >= t.incumbent.upper {
			break // the best schedule is optimal
		}
		v := heap.Pop(&t.open).(*part)
		if v.bound >= t.incumbent.upper {
			break // the bounds of all other parts are no smaller
		}
		if t.stopped || t.near(t.bound(v)) {
			return t.bound(v)
		}
		a, finished := t.work(v, steps, nodes)
		if t.stopped {
			return t.bound(v)
		}
		if !finished {
			t.branch(v, a)
		}
	}
	return t.incumbent.upper
}

// branch splits a part and opens the new parts.
func (t *tree) branch(v *part, a *engine.Decomposition) {
	for _, w := range t.split(v, a) {
		t.made++
		w.number = t.made
		heap.Push(&t.open, w)
	}
	// Corners take memory, and many parts stay open for long. Each part gets a timeline of
	// its own later.
	clear(a.Dual.Timeline.Corners)
}

// work takes steps towards better prices for a part, raises the part's bound, and
// tries to finish the part by a search of so many nodes and by an integer program. a is nil
// where the part has no possible start left, or time is up.
func (t *tree) work(v *part, steps int, nodes int64) (a *engine.Decomposition, finished bool) {
	t.refine(v)
	a, value := t.price(v, steps)
	if t.late() || a == nil {
		return a, v.bound >= t.incumbent.upper
	}
	t.plan(a)
	if v.bound >= t.incumbent.upper {
		return a, !v.whole || t.proves(ProofPrices)
	}
	a.Problem.Listable = int(min(engine.TooMany, startsPerNode*nodes))
	if t.programs != "" {
		a.Problem.Listable = max(a.Problem.Listable, mostOfWhole)
	}
	finished = !a.Finish(value, t.incumbent.upper)
	if t.late() || finished {
		return a, finished && (!v.whole || t.proves(ProofPrices))
	}
	if v.whole {
		return a, t.end(v, a, nodes)
	}
	return a, t.endPart(v, a, nodes)
}

// end tries to finish the whole problem by an integer program, where programs come first,
// and by a search of so many nodes.
func (t *tree) end(v *part, a *engine.Decomposition, nodes int64) (finished bool) {
	if t.programs != "" && t.tryWhole(a) {
		return true
	}
	t.effort.Listed = int64(a.Problem.Listed())
	return t.search(v, a, nodes) && t.proves(ProofSearch)
}

// endPart tries to finish a part by a search of so many nodes and by an integer program.
func (t *tree) endPart(v *part, a *engine.Decomposition, nodes int64) (finished bool) {
	if t.programs != "" {
		return t.solve(a) || t.search(v, a, nodes)
	}
	return t.search(v, a, nodes) || t.solve(a)
}

// proves notes what has proven the optimum of the whole problem, and returns true.
func (t *tree) proves(p Proof) bool {
	t.effort.ProvenBy = p
	return true
}

// late tells whether time is up. If so it stops the tree.
func (t *tree) late() bool {
	t.stopped = t.stopped || t.watch.Up()
	return t.watch.Up()
}

// startsPerNode is the number of starts that a part may list for each node of its search.
// To list so many takes as long as to explore a few nodes.
const startsPerNode = 20

// price takes steps towards better prices for a part. value is the bound that the prices
// prove, in units. a is nil where the part has no possible start left, and where time is up
// before the first step. The starts of the whole problem are not restricted, so that its
// certificate can be checked without the rules of restrict.
func (t *tree) price(v *part, steps int) (a *engine.Decomposition, value int64) {
	p := &engine.Problem{Kinds: slices.Clone(v.kinds), Free: t.free, Unit: t.unit, Watch: t.watch}
	if !v.whole {
		if !p.Restrict(nil, 0) {
			v.bound = t.incumbent.upper
			return nil, 0
		}
		v.kinds = slices.Clone(p.Kinds)
		for i, k := range v.kinds {
			if t.watch.Spend(v.dual.Timeline.N * len(v.dual.Starts[i])) {
				return nil, 0
			}
			v.dual.Mean[i], v.dual.Starts[i] = v.dual.Within(i, k.Count, k)
		}
	}
	if a = engine.NewDecomposition(p, v.dual); a == nil {
		return nil, 0
	}
	value = a.Maximise(t.incumbent.upper, steps, t.stop)
	v.bound, v.dual = max(v.bound, p.Whole(value)), a.Dual
	return a, value
}

// plan tries the jobs in the order of their mean starts over the price steps.
func (t *tree) plan(a *engine.Decomposition) {
	starts := make([]int64, len(a.Problem.Kinds))
	for i := range starts {
		starts[i], _, _ = engine.MeanOf(a.Dual.Starts[i])
	}
	t.incumbent.tryStarts(a.Problem, starts)
}
