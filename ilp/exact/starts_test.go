package exact

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap/heuristics/must"

	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/internal/engine"
)

// TestOptimumIsListed: the starts of an optimal schedule are listed and its cost is on
// the lattice, with any prices and windows.
func TestOptimumIsListed(t *testing.T) {
	longer, wide := 0, 0
	each(t, 750, func(t *testing.T, seed uint64, r *rand.Rand) {
		s := smallStep(r, fewJobs(r))
		plan, objective := steptest.Optimum(s)
		v := unfinished(s, someOptions(r))
		optimum := objective - v.constant
		p := &engine.Problem{Kinds: slices.Clone(v.problem.Kinds), Free: v.problem.Free, Unit: v.problem.Unit}
		check := func(what string, ok bool) {
			for i, jobs := range v.groups {
				for _, j := range jobs {
					if !ok || !p.Kinds[i].Possible(plan[j]) {
						t.Fatalf("seed %d, %s: job %d at %d is not listed: %+v of %+v, optimum %v",
							seed, what, j, plan[j], p.Kinds[i], s, plan)
					}
				}
			}
			if p.Whole(optimum<<p.Unit) != optimum || p.Below(optimum+1) != optimum ||
				p.Below(optimum) > optimum-max(1, p.Lattice) {
				t.Fatalf("seed %d, %s: cost %d is not on the lattice of %d and multiples of %d, of %+v",
					seed, what, optimum, p.Base, p.Lattice, s)
			}
		}
		g := someTimeline(r, plan.Makespan(s)+r.Int64N(10), 1+r.IntN(40))
		if r.IntN(2) == 0 {
			p.Sum(1 + r.Int64N(g.End()))
		}
		a := engine.NewDecomposition(p, engine.Dual{Timeline: g, Prices: somePrices(r, p, g, 1+s.Machine<<p.Unit)})
		upper := optimum + 1 + r.Int64N(3)*r.Int64N(1000)
		check("prices", a.Finish(a.Maximise(upper, r.IntN(30), v.stop), upper))
		for range 3 {
			k := &p.Kinds[r.IntN(len(p.Kinds))]
			if k.Count > 1 || k.Earliest == k.Latest || k.Starts == nil {
				continue
			}
			i := 1 + r.IntN(len(k.Starts)-1)
			if at := plan[v.groups[k.Group][0]]; at < k.Starts[i] {
				k.Starts = k.Starts[:i]
			} else {
				k.Starts = k.Starts[i:]
			}
			k.Earliest, k.Latest = k.Starts[0], k.Starts[len(k.Starts)-1]
			check("windows", p.Restrict(nil, 0))
		}
		if p.Lattice > 1 {
			wide++
		}
		if p.Listed() > len(s.Jobs) {
			longer++
		}
	})
	must.Hold(t, longer != 0 && wide != 0,
		longer, "steps had more starts than jobs", wide, "a lattice")
}

// TestProgramBetweenParts: the program of the whole problem is tried while the tree
// works on its parts. It ends with the optimum at once, or leaves the tree to find it.
func TestProgramBetweenParts(t *testing.T) {
	ended, left := 0, 0
	each(t, 200, func(t *testing.T, seed uint64, r *rand.Rand) {
		s := smallStep(r, fewJobs(r))
		_, objective := steptest.Optimum(s)
		v := unfinished(s, someOptions(r))
		optimum, known := objective-v.constant, v.tree.incumbent
		v.share()
		v.tree.program = 0
		v.tree.without = map[component]bool{searching: true}
		if a, finished := v.tree.work(v.whole, r.IntN(30), 0); !finished {
			v.last = a
			v.tree.put(v.tree.branch(v.whole, a))
			if r.IntN(2) == 0 {
				known.upper = min(known.upper, optimum+r.Int64N(1000)) // so that fewer starts are left
			}
			v.nextWhole, v.tree.wholeWork = 1, pick(r, []int64{1, 100, firstWork})
			if v.atPart(1); v.tree.floor < known.upper {
				left++
				v.tree.run(r.IntN(30), 1000)
			} else {
				ended++
			}
		}
		must.Need(t, known.upper == optimum,
			"seed", seed, "found", known.upper, "the optimum is", optimum, "of", s)
	})
	must.Hold(t, ended >= 20 && left >= 1,
		ended, "were ended by the program", left, "left to the tree")
}

// TestSearchGoesOn: a search that does not end soon is given up. It goes on to its end behind a lot of other work.
func TestSearchGoesOn(t *testing.T) {
	for work, ended := range map[int64]bool{0: false, 1 << 40: true} {
		v := unfinished(sample(16, 1)[0], Options{})
		v.improve(300, 0, 1)
		v.share()
		a, value := v.tree.price(v.whole, 200)
		must.Need(t, a.Finish(value, v.tree.incumbent.upper), "no start is left")
		v.tree.watch.Spent.Store(work)
		got := v.tree.end(v.whole, a, 1)
		if n := v.tree.incumbent.nodes; got != ended || n <= lookAlone+lookNodes || ended != (n > 20_000) {
			t.Errorf("%d behind work of %d: found %t after %d nodes", n, work, got, n)
		}
	}
}
