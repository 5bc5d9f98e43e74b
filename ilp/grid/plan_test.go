package grid_test

import (
	"math/rand/v2"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/timescale"
)

// TestPlan: in the order of a schedule at one second, whose objective is also the
// cutoff, every job of a relaxing grid finds a listed start, the plan costs no more
// than that schedule and keeps the capacity.
func TestPlan(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 1))
	for i := range 1000 {
		step := steptest.Random(r, steptest.Options{MaxJobs: 8, Dips: i%2 == 0})
		scale := 1 + r.Int64N(10)
		known := steptest.Serial(&step, r.Perm(len(step.Jobs)))
		p, err := grid.Relax(&step, scale, grid.Options{Cutoff: known.Objective(&step), Plain: i%3 == 0})
		if err != nil {
			t.Fatal(err)
		}
		if i%5 == 0 {
			p.Tighten()
		}
		plan, ok := p.Plan(known.Order())
		if v, listed := p.Objective(plan); !ok || !listed || v > known.Objective(&step) {
			t.Fatalf("%+v at scale %d: plan %v of %d, %v, %v, from %v of %d",
				step, scale, plan, v, ok, listed, known, known.Objective(&step))
		}
		if err := plan.Check(withoutEmpty(timescale.Relax(&step, scale))); err != nil {
			t.Fatal(err)
		}
		p.Keep(func(c, k int) bool { return c > 0 })
		if _, ok := p.Plan(known.Order()); ok {
			t.Fatal("a job without a start is planned")
		}
	}
}

// withoutEmpty lets jobs without a slot take no processors.
func withoutEmpty(step *optgap.Step) *optgap.Step {
	for i := range step.Jobs {
		if step.Jobs[i].Estimate == 0 {
			step.Jobs[i].Width = 0
		}
	}
	return step
}
