package exact

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap/heuristics/must"

	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/internal/engine"
)

// diagrammed returns a diagram with the prices after so many steps, for schedules that cost
// less than upper, or nil if by the prices there are no such schedules.
func (s *solver) diagrammed(steps int, upper int64) *diagram {
	s.share()
	s.tree.incumbent.upper, s.tree.incumbent.best = upper, nil
	a, value := s.tree.price(s.whole, steps)
	if !a.Finish(value, upper) {
		return nil
	}
	return newDiagram(a, s.tree.incumbent, math.MaxInt64/2, 2, s.stop)
}

// TestFollowing: two layers as large as there are sets of 3 and of 4 out of 10 jobs.
// The estimate of the layers from the second on is the number of sets of 4 to 9 jobs.
func TestFollowing(t *testing.T) {
	if got := following(210, 120, 4, 10); math.Abs(got-(210+252+210+120+45+10)) > 1e-6 {
		t.Errorf("%g nodes", got)
	}
	if got := following(1000, 1, 4, 20); got > 1000<<20 {
		t.Errorf("%g nodes in 16 layers of no more than 20 jobs' sets", got)
	}
}

// TestDiagramMatchesBruteForce: a diagram finds the optimum where a schedule better
// than the best known exists, and proves it. No pass proves a bound above the optimum, also where it was
// given up.
func TestDiagramMatchesBruteForce(t *testing.T) {
	passes, givenUp := 0, 0
	each(t, 500, func(t *testing.T, seed uint64, r *rand.Rand) {
		jobs, more, few := fewJobs(r), r.Int64N(3), seed%4 == 0 // few: nodes
		if few {
			jobs, more = 5+r.IntN(2), 1
		}
		s := smallStep(r, jobs)
		_, want := steptest.Optimum(s)
		v := unfinished(s, someOptions(r))
		want -= v.constant
		d := v.diagrammed(r.IntN(30), want+more)
		if d == nil {
			must.Need(t, v.tree.incumbent.upper <= want,
				"seed", seed, "no start is left below", v.tree.incumbent.upper, "the optimum is", want, "of", s)
			return
		}
		if few {
			d.last = d.incumbent.nodes + r.Int64N(60)
			bound, finished := d.explore(alone)
			if !finished {
				givenUp++
			}
			if d.incumbent.upper < want || !finished && d.problem.Whole(bound) > want || finished && d.incumbent.upper > want {
				t.Fatalf("seed %d: %d proven, %d found, finished: %v, the optimum is %d of %+v",
					seed, d.problem.Whole(bound), d.incumbent.upper, finished, want, s)
			}
			return
		}
		for _, tolerance := range []float64{2, 0.3, 0.01, -1} {
			passes++
			before := d.incumbent.upper
			bound, finished := d.pass(tolerance)
			if !finished || before > want && d.problem.Whole(bound) > want || d.incumbent.upper < want {
				t.Fatalf("seed %d: %d proven, %d found, the optimum is %d of %+v",
					seed, d.problem.Whole(bound), d.incumbent.upper, want, s)
			}
			if tolerance < 0 && (d.incumbent.upper > want || !d.problem.Reached(bound, want)) {
				t.Fatalf("seed %d: %d proven and %d found at last, the optimum is %d of %+v",
					seed, d.problem.Whole(bound), d.incumbent.upper, want, s)
			}
		}
		if bound, finished := d.explore(alone); !finished || d.problem.Whole(bound) < want || d.incumbent.upper != want {
			t.Fatalf("seed %d: %d, %v, want %d of %+v", seed, d.problem.Whole(bound), finished, want, s)
		}
		v.answer(v.sol, v.bound)
		feasible, objective := v.sol.Schedule.Check(s) == nil, v.sol.Schedule.Objective(s)
		if v.tree.incumbent.best != nil && (!feasible || objective != want+v.constant) {
			t.Fatalf("seed %d: %+v, want %d of %+v", seed, v.sol, want, s)
		}
	})
	if t.Logf("%d passes, %d given up", passes, givenUp); givenUp == 0 {
		t.Error("no pass was given up")
	}
}

// TestDiagramRest: node.rest is at most the least cost of the jobs left by brute force, in
// any windows.
func TestDiagramRest(t *testing.T) {
	checked, merged := 0, 0
	each(t, 187, func(t *testing.T, seed uint64, r *rand.Rand) {
		s := smallStep(r, 3+r.IntN(3))
		v := unfinished(s, someOptions(r))
		_, upper := steptest.Optimum(s)
		upper -= v.constant
		v.share()
		a, value := v.tree.price(v.whole, r.IntN(10))
		a.Problem.Listable = 1
		a.Finish(value, 1<<40)
		// In merged nodes, jobs start where they can't start in any schedule of all jobs.
		for i := range a.Problem.Kinds {
			a.Problem.Kinds[i] = v.problem.Kinds[i]
			a.Tails[i].Fill(&a.Problem.Kinds[i])
		}
		d := newDiagram(a, &incumbent{upper: upper + r.Int64N(5)}, math.MaxInt64/2, 2, func() bool { return false })
		d.pass(pick(r, []float64{0.05, 0.5, 5}))
		d.pass(pick(r, []float64{0, 0.05, -1}))
		for _, set := range d.allSets() {
			if set.weight == 0 {
				continue
			}
			for _, m := range set.kept.before {
				f := &frame{left: set.left, free: m.free, front: m.front}
				best := f.best(d.problem.Kinds)
				must.Need(t, m.rest <= best<<d.problem.Unit,
					"seed", seed, set.left, "left cost at least", d.problem.Whole(m.rest), best, "do", m, "of", s)
				checked++
			}
			merged += max(0, len(set.kept.before)-1)
		}
	})
	t.Logf("%d nodes, %d in sets with others", checked, merged)
	must.Hold(t, checked >= 100, "only", checked, "nodes")
}

// alone lets a diagram go on after each pass.
func alone(int64) bool { return false }

// TestLeastAfter: leastAfter returns the same bound for a child as least.
func TestLeastAfter(t *testing.T) {
	same, n := 0, 0
	each(t, 125, func(t *testing.T, seed uint64, r *rand.Rand) {
		s := steptest.Random(r, steptest.Options{MaxJobs: 8, MaxEstimate: 12, MaxChanges: 8, Dips: true})
		p, _ := engine.NewProblem(&s, nil, engine.Usable(&s, nil), nil)
		p.Listable = 1 // any start is possible
		g := someTimeline(r, 1+r.Int64N(80), 1+r.IntN(30))
		a := engine.NewDecomposition(p, engine.Dual{Timeline: g, Prices: somePrices(r, p, g, 1000)})
		a.Finish(0, engine.Never>>p.Unit)
		d := newDiagram(a, &incumbent{upper: engine.Never >> p.Unit}, 0, 1, nil).desks[0]
		v := &node{set: &jobSet[passes]{}, free: p.Free}
		for _, k := range p.Kinds {
			v.set.left = append(v.set.left, int32(k.Count))
		}
		for range p.Jobs() {
			d.least(v.set.left, v.free, v.front, v.cost)
			if d.choose(v); len(d.children) == 0 {
				return
			}
			before := slices.Clone(d.fits)
			c := d.children[r.IntN(len(d.children))]
			k := p.Kinds[c.placement.kind]
			end := c.placement.start + k.Duration
			w := &node{
				set:   &jobSet[passes]{left: slices.Clone(v.set.left)},
				front: c.placement.start,
				cost:  v.cost + k.Width*c.placement.start,
			}
			w.set.left[c.placement.kind]--
			w.free = engine.CutBefore(engine.Reserve(nil, v.free, c.placement.start, end, k.Width), c.placement.start)
			got := d.leastAfter(before, w.set.left, w.free, w.front, end, w.cost)
			fits := slices.Clone(d.fits)
			want := d.least(w.set.left, w.free, w.front, w.cost)
			must.Need(t, got == want, "seed", seed, got, "after", c, "want", want, "of", s)
			for i, left := range w.set.left {
				if left == 0 {
					continue
				}
				if n++; fits[i] == before[i] {
					same++
				}
				must.Need(t, fits[i] == d.fits[i],
					"seed", seed, "kind", i, "fits", fits[i], "after", c, "want", d.fits[i], "of", s)
			}
			v = w
		}
	})
	must.Hold(t, same >= n/10 && same <= n*9/10, same, "of", n, "kinds fit where they did before")
}

// allSets returns the sets of jobs left of all nodes.
func (d *diagram) allSets() (all []*jobSet[passes]) {
	for _, sets := range d.shards {
		for _, set := range sets {
			for ; set != nil; set = set.next {
				all = append(all, set)
			}
		}
	}
	return all
}
