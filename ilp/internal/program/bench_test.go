package program_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/gridtest"
	"github.com/optgap/optgap/ilp/internal/mip"
	"github.com/optgap/optgap/ilp/internal/program"
	"github.com/optgap/optgap/timescale"
)

// prepared states a problem without the starts that cost more than SJF's plan, and
// tightens it.
func prepared(t testing.TB, step *optgap.Step, scale int64) *grid.Problem {
	plan := steptest.Plan(timescale.Restrict(step, scale), heuristics.DynP()[1])
	p, err := grid.Restrict(step, scale, grid.Options{Cutoff: plan.Objective(step)})
	if err != nil {
		t.Fatal(err)
	}
	p.Tighten()
	return p
}

// size says how large a problem of a benchmark is.
type size struct {
	jobs  int
	scale int64 // seconds per slot
}

// BenchmarkBuild measures the writing of a program with all starts.
//
//	go test -run '^$' -bench Build -count 10 ./ilp/internal/program
func BenchmarkBuild(b *testing.B) {
	cases := []size{{20, 300}, {8, 60}, {20, 120}}
	if testing.Short() {
		cases = cases[:1]
	}
	for _, c := range cases {
		for _, f := range formulations {
			b.Run(fmt.Sprintf("jobs=%d/scale=%d/formulation=%s", c.jobs, c.scale, f), func(b *testing.B) {
				step := gridtest.KTHLike(c.jobs, 1)
				plan := steptest.Plan(timescale.Restrict(step, c.scale), heuristics.DynP()[1])
				p, err := grid.Restrict(step, c.scale, grid.Options{Cutoff: plan.Objective(step)})
				if err != nil {
					b.Fatal(err)
				}
				var g *program.OnGrid
				for b.Loop() {
					g = write(b, p, f)
				}
				b.ReportMetric(float64(g.Model.Columns()), "columns")
				b.ReportMetric(float64(g.Model.Rows()), "rows")
				b.ReportMetric(float64(g.Model.Nonzeros()), "nonzeros")
			})
		}
	}
}

// solveCases are steps of gridtest.KTHLike with the optimum on their grid, which
// TestSolveCases finds by enumeration.
var solveCases = []struct {
	jobs    int
	seed    uint64
	scale   int64
	optimum int64
}{
	{6, 1, 300, 15864034},
	{8, 2, 900, 27862816},
	{8, 3, 1200, 15438152},
}

func TestSolveCases(t *testing.T) {
	for _, c := range solveCases {
		step := gridtest.KTHLike(c.jobs, c.seed)
		scaled := timescale.Restrict(step, c.scale)
		var planner heuristics.Planner
		plan := make(optgap.Schedule, c.jobs)
		best := int64(math.MaxInt64)
		order := make([]int32, c.jobs)
		for i := range order {
			order[i] = int32(i)
		}
		permute(order, 0, func() {
			planner.PlanOrder(scaled, order, plan)
			best = min(best, plan.Objective(step))
		})
		if best != c.optimum {
			t.Errorf("%+v: the optimum is %d", c, best)
		}
	}
}

func permute(order []int32, k int, visit func()) {
	if k == len(order) {
		visit()
	}
	for i := k; i < len(order); i++ {
		order[k], order[i] = order[i], order[k]
		permute(order, k+1, visit)
		order[k], order[i] = order[i], order[k]
	}
}

// BenchmarkSolve measures HiGHS on programs with a known optimum, from scratch
// and to proven optimality.
//
//	go test -run '^$' -bench Solve -count 10 ./ilp/internal/program
func BenchmarkSolve(b *testing.B) {
	cases := solveCases
	if testing.Short() {
		cases = cases[2:]
	}
	for _, c := range cases {
		for _, f := range formulations {
			b.Run(fmt.Sprintf("jobs=%d/scale=%d/formulation=%s", c.jobs, c.scale, f), func(b *testing.B) {
				step := gridtest.KTHLike(c.jobs, c.seed)
				p := prepared(b, step, c.scale)
				for b.Loop() {
					if got := optimum(b, step, p, f, mip.Options{}); got != c.optimum {
						b.Fatalf("optimum %d, want %d", got, c.optimum)
					}
				}
				b.ReportMetric(float64(program.Of(p).Nonzeros(f)), "nonzeros")
			})
		}
	}
}
