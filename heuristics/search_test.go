package heuristics_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
)

// TestSearch: the result is feasible, never worse than the start, repeatable by
// its seed, and on most small steps optimal.
func TestSearch(t *testing.T) {
	r := rand.New(rand.NewPCG(30, 1))
	const steps = 300
	optimal := 0
	for i := range steps {
		step := steptest.Random(r, steptest.Options{MaxJobs: 7, Dips: i%2 == 0})
		start := steptest.Serial(&step, r.Perm(len(step.Jobs)))
		untouched := slices.Clone(start)
		o := heuristics.SearchOptions{Evaluations: 500, Seed: uint64(i)}
		plan, value := heuristics.Search(&step, start, o)
		must.Do(plan.Check(&step))
		if value != plan.Objective(&step) || value > start.Objective(&step) {
			t.Fatalf("value %d of a plan worth %d, from one worth %d", value, plan.Objective(&step), start.Objective(&step))
		}
		must.Need(t, slices.Equal(start, untouched), "the start was changed")
		again, _ := heuristics.Search(&step, start, o)
		must.Need(t, slices.Equal(again, plan), "seed", i, "gives", plan, "and", again)
		_, best := steptest.Optimum(&step)
		must.Need(t, value >= best, step, value, "is better than the optimum", best)
		if value == best {
			optimal++
		}
	}
	t.Logf("optimal on %d of %d steps", optimal, steps)
	must.Hold(t, optimal >= steps*95/100, "optimal on", optimal, "of", steps, "steps only")
}

// TestSearchCompactsStart: the search tries the order of the start itself, also where no
// move improves on it or no move is possible.
func TestSearchCompactsStart(t *testing.T) {
	step := &optgap.Step{
		Format: optgap.StepFormat, Machine: 4, History: optgap.History{{Time: 0, Free: 4}},
		Jobs: []optgap.Job{{ID: 1, Width: 4, Estimate: 1}, {ID: 2, Width: 4, Estimate: 1000}},
	}
	for n, want := range []int64{0, 4 * 1, 4*1 + 4*1001} {
		s := *step
		s.Jobs = step.Jobs[:n]
		late := make(optgap.Schedule, n)
		for i := range late {
			late[i] = 50 + 1000*int64(i)
		}
		for _, evaluations := range []int{-1, 0, 1, 50} {
			plan, value := heuristics.Search(&s, late, heuristics.SearchOptions{Evaluations: evaluations})
			must.Equal(t, value, want)
			must.Equal(t, plan.Objective(&s), want)
		}
	}
}
