package exact

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/optgap/optgap/heuristics/must"

	"github.com/optgap/optgap/heuristics/steptest"
)

// TestCrewMatchesBruteForce: a search that is shared out after a few nodes, in rounds of a few
// nodes, finds the optimum and proves it.
func TestCrewMatchesBruteForce(t *testing.T) {
	shared := 0
	each(t, 200, func(t *testing.T, seed uint64, r *rand.Rand) {
		s := smallStep(r, fewJobs(r))
		o := someOptions(r)
		steptest.Weigh(r, s)
		_, want := steptest.Optimum(s)
		v := unfinished(s, o)
		v.share()
		a, value := v.tree.price(v.whole, r.IntN(10))
		if !a.Finish(value, v.tree.incumbent.upper) {
			return
		}
		search := searchOf(a)
		search.incumbent, search.turn = v.tree.incumbent, &turn{}
		search.stop = func() bool { return false }
		more := search.begin() && search.walk(1+r.Int64N(4))
		if more {
			shared++
			c := newCrew(search, sharing{searches: 2 + r.IntN(4), nodes: 1 + r.Int64N(4)}, 1+r.IntN(2))
			for c.round(1 << 40) {
			}
			must.Need(t, !c.stopped && c.progress >= 1-1e-9 && c.progress <= 1+1e-9,
				"seed", seed, c.progress, "explored of", s)
		}
		v.bound = v.tree.incumbent.upper
		v.answer(v.sol, v.bound)
		if sol := v.sol; sol.Objective != want || sol.Schedule.Objective(s) != want || sol.Schedule.Check(s) != nil {
			t.Fatalf("seed %d, %+v: %+v, want %d of %+v", seed, o, sol, want, s)
		}
	})
	must.Hold(t, shared >= 40, "only", shared, "searches were shared out")
}

// TestWorkersAgree: a search that is shared out, and a tree, find the same schedule, prove the same bound
// and explore as many nodes and parts on any number of workers.
func TestWorkersAgree(t *testing.T) {
	t.Parallel()
	type found struct {
		sol   Solution
		made  int64
		known incumbent
		rates []rates
	}
	for name, run := range map[string]func(workers int) *solver{
		"crew": func(workers int) *solver {
			v := unfinished(sample(24, 1)[0], Options{Limits: Limits{NodeLimit: 6000, Workers: workers}, alone: 500})
			v.run()
			return v
		},
		"tree": func(workers int) *solver {
			v := unfinished(sample(20, 1)[0], Options{Limits: Limits{NodeLimit: 3000, Workers: workers}, Evaluations: -1})
			v.share()
			a, value := v.tree.price(v.whole, 10)
			a.Finish(value, v.tree.incumbent.upper)
			v.tree.put(v.tree.branch(v.whole, a))
			v.bound = v.tree.run(10, 50)
			return v
		},
	} {
		var first *found
		for _, workers := range []int{1, 3, 8} {
			v := run(workers)
			v.answer(v.sol, v.bound)
			got := &found{*v.sol, v.tree.made, *v.tree.incumbent, v.tree.rates}
			if first == nil {
				first = got
			}
			must.Hold(t, reflect.DeepEqual(got, first),
				name, workers, "workers found", got, "one found", first)
		}
		if name == "crew" && first.sol.Nodes < 5000 || name == "tree" && first.made < 10 {
			t.Errorf("%s: only %d nodes and %d parts", name, first.sol.Nodes, first.made)
		}
	}
}
