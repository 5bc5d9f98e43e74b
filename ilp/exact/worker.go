package exact

import (
	"context"
	"slices"

	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/engine"
)

// worker works on one part, or on the whole problem, at a time. Several work on parts of a tree at
// once, each with what was known when the round began.
type worker struct {
	*settings
	incumbent *incumbent
	floor     int64       // no schedule of the whole problem costs less
	stop      func() bool // true ends all work
	stopped   bool
	watch     *engine.Watch
	workers   int      // goroutines; 0: 1
	diagram   *diagram // of the whole problem, nil if no pass has ended
	joined    bool     // the least costs of jobs that clash are found together
	effort    Effort

	// What earlier parts have taught:
	program   int     // largest number of starts of an integer program
	rates     []rates // by group
	wholeWork int64   // work of the next try of the whole problem: see whole.go
}

// settings are the same for all workers of a solve.
type settings struct {
	free        []engine.Segment
	unit        uint
	bucketCount int             // buckets of a part's timeline
	ctx         context.Context // limits integer programs
	limits      *limits
	programs    grid.Formulation // of the programs that are tried before searches; "": none are
	sharing     sharing
	without     map[component]bool
	untimed     bool // work is limited in place of time: HiGHS is not called, as its work is not counted
}

// forks returns so many workers that know what t knows. Each has a share of the nodes that are
// left, and of the goroutines.
func (t *worker) forks(n int) []*worker {
	forks := make([]*worker, n)
	for i := range forks {
		f := *t
		f.incumbent, f.watch = &incumbent{upper: t.incumbent.upper}, t.watch.Fork()
		f.rates = slices.Clone(t.rates)
		f.effort = Effort{}
		f.workers = t.workers / n
		before := t.incumbent.nodes
		f.stop = func() bool { return f.watch.Late() || f.limits.spent(before+int64(n)*f.incumbent.nodes) }
		forks[i] = &f
	}
	return forks
}

// join teaches t what its forks have learned, in their order.
func (t *worker) join(forks []*worker) {
	base := *t
	base.rates = slices.Clone(t.rates)
	program := float64(t.program)
	for _, f := range forks {
		t.incumbent.nodes += f.incumbent.nodes
		if f.incumbent.upper < t.incumbent.upper {
			t.incumbent.upper = f.incumbent.upper
			t.incumbent.best = f.incumbent.best
		}
		t.stopped = t.stopped || f.stopped
		t.effort.add(f.effort)
		program *= float64(f.program) / float64(max(1, base.program))
		for i, r := range f.rates {
			t.rates[i].add(r, base.rates[i])
		}
	}
	t.program = min(mostProgram, max(min(leastProgram, base.program), int(program)))
}

// expand works on a part, and splits it where that does not finish it. It returns the parts that
// are left: the part itself where a limit has interrupted the work.
func (t *worker) expand(v *part, steps int, nodes int64) []*part {
	a, finished := t.work(v, steps, nodes)
	switch {
	case t.stopped && !finished:
		return []*part{v}
	case finished:
		return nil
	}
	return t.branch(v, a)
}

// branch splits a part.
func (t *worker) branch(v *part, a *engine.Decomposition) []*part {
	parts := t.split(v, a)
	// Corners take memory, and many parts stay open for long. Each part gets a timeline of
	// its own later.
	clear(a.Dual.Timeline.Corners)
	return parts
}

// work takes steps towards better prices for a part, raises the part's bound, and
// tries to finish the part by a search of so many nodes and by an integer program. a is nil
// where the part has no possible start left, or time is up.
func (t *worker) work(v *part, steps int, nodes int64) (a *engine.Decomposition, finished bool) {
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
	if t.without[listing] {
		a.Problem.Listable = 1
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

// end tries to finish the whole problem by an integer program, where programs come first, and by a
// search that is allotted so many nodes. HiGHS does not know how far it is from its end, but a
// search does. So a search behind a long try of HiGHS goes on while it may take no longer than the
// next one.
func (t *worker) end(v *part, a *engine.Decomposition, nodes int64) (finished bool) {
	if t.programs != "" && t.tryWhole(a) {
		return true
	}
	if t.wholeWork > nextWork {
		nodes = max(nodes, t.wholeWork/workPerTried)
	}
	t.effort.Listed = int64(a.Problem.Listed())
	return t.search(v, a, nodes) && t.proves(ProofSearch)
}

// endPart tries to finish a part by a search of so many nodes and by an integer program.
func (t *worker) endPart(v *part, a *engine.Decomposition, nodes int64) (finished bool) {
	if t.programs != "" {
		return t.solve(a) || t.search(v, a, nodes)
	}
	return t.search(v, a, nodes) || t.solve(a)
}

// proves notes what has proven the optimum of the whole problem, and returns true.
func (t *worker) proves(p Proof) bool {
	t.effort.ProvenBy = p
	return true
}

// late reports whether time is up. If so it stops the tree.
func (t *worker) late() bool {
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
func (t *worker) price(v *part, steps int) (a *engine.Decomposition, value int64) {
	return t.priced(v, steps, true, t.workers)
}

// priced is price by so many goroutines. list reports whether the starts of a part are listed anew.
// A cut that is only tried does without: the list takes as long as twenty price steps.
func (t *worker) priced(
	v *part,
	steps int,
	list bool,
	workers int,
) (a *engine.Decomposition, value int64) {
	p := &engine.Problem{
		Kinds: slices.Clone(v.kinds),
		Free:  t.free,
		Unit:  t.unit,
		Watch: t.watch,

		Workers: workers,
	}
	if t.without[listing] {
		p.Listable = 1
	}
	if !v.whole {
		if !p.Order() || list && !p.Restrict(nil, 0) {
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
	a = engine.NewDecomposition(p, v.dual)
	if a == nil {
		return nil, 0
	}
	if t.without[pricing] {
		steps = 0
	}
	if t.joined {
		a.Join()
	}
	value = a.Maximise(t.incumbent.upper, steps, t.stop)
	v.bound = max(v.bound, p.Whole(value))
	v.dual = a.Dual
	return a, value
}

// plan tries the jobs in the order of their mean starts over the price steps.
func (t *worker) plan(a *engine.Decomposition) {
	starts := make([]int64, len(a.Problem.Kinds))
	for i := range starts {
		starts[i], _, _ = engine.MeanOf(a.Dual.Starts[i])
	}
	t.incumbent.tryStarts(a.Problem, starts)
}
