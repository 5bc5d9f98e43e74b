package bound

import (
	"math/rand/v2"
	"testing"

	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/mip"
	"github.com/optgap/optgap/ilp/internal/program"
)

// TestRelaxedByInteriorPoint: where the simplex method is given up, the interior-point method finds
// the same value, and duals.
func TestRelaxedByInteriorPoint(t *testing.T) {
	r, stuck := rand.New(rand.NewPCG(61, 1)), 0
	for range 20 {
		s := steptest.Random(r, steptest.Options{MinJobs: 3, MaxJobs: 6, MaxEstimate: 40})
		p := must.Get(program.List(grid.Relax(&s, 1), program.Options{}))
		g := program.New(p, program.FormulationStep)
		if first, err := mip.Solve(t.Context(), g.Model, mip.Options{Relax: true, IterationLimit: 1}); err != nil {
			t.Fatal(err)
		} else if first.EndedBy == mip.EndedIterationLimit {
			stuck++
		}
		want := must.Get(relaxed(t.Context(), g.Model, simplexIterations))
		got, err := relaxed(t.Context(), g.Model, 1)
		if err != nil || got.RowDual == nil {
			t.Fatalf("%v, %+v of %+v", err, got, s)
		}
		if d := got.Objective - want.Objective; d > 1e-4*want.Objective || d < -1e-4*want.Objective {
			t.Errorf("found %g, expected %g of %+v", got.Objective, want.Objective, s)
		}
	}
	if stuck == 0 {
		t.Error("the simplex method ended each program in one iteration")
	}
}
