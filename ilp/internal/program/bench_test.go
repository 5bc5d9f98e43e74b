package program_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/gridtest"
	"github.com/optgap/optgap/ilp/internal/mip"
	"github.com/optgap/optgap/ilp/internal/program"
	"github.com/optgap/optgap/ilp/lagrange"
	"github.com/optgap/optgap/timescale"
)

// reduced is a problem without the starts that a bound rules out.
type reduced struct {
	problem *grid.Problem
	bound   *lagrange.Bound
	upper   int64 // objective of SJF's plan on the grid
}

// prepared states a problem, tightens it, bounds it and fixes starts.
func prepared(t testing.TB, step *optgap.Step, scale int64) reduced {
	scaled := timescale.Restrict(step, scale)
	plan := heuristics.Plan(scaled, heuristics.DynP()[1])
	upper := plan.Objective(step)
	p, err := grid.Restrict(step, scale, grid.Options{Cutoff: upper})
	if err != nil {
		t.Fatal(err)
	}
	p.Tighten()
	b := lagrange.Maximise(p, upper, timescale.Ceil(plan.Makespan(scaled), scale), lagrange.Options{})
	b.Fix(p, upper)
	p.Tighten()
	return reduced{p, b, upper}
}

// size says how large a problem of a benchmark is.
type size struct {
	jobs  int
	scale int64 // seconds per slot
}

// BenchmarkProblem measures all work before the program: stating the problem, tightening
// it, the Lagrangian bound and fixing starts by this bound.
//
//	go test -run '^$' -bench Problem -count 10 ./ilp/internal/program
func BenchmarkProblem(b *testing.B) {
	cases := []size{{20, 300}, {8, 60}, {8, 300}, {20, 60}, {40, 300}}
	if testing.Short() {
		cases = cases[:1]
	}
	for _, c := range cases {
		b.Run(fmt.Sprintf("jobs=%d/scale=%d", c.jobs, c.scale), func(b *testing.B) {
			step := gridtest.KTHLike(c.jobs, 1)
			var r reduced
			for b.Loop() {
				r = prepared(b, step, c.scale)
			}
			b.ReportMetric(float64(r.problem.Size()), "starts")
			b.ReportMetric(float64(r.bound.Iterations), "iterations")
			b.ReportMetric(r.bound.Value/float64(r.upper), "bound/known")
		})
	}
}

// BenchmarkBuild measures the writing of a program with all left-shifted starts.
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
				plan := heuristics.Plan(timescale.Restrict(step, c.scale), heuristics.DynP()[1])
				p, err := grid.Restrict(step, c.scale, grid.Options{Cutoff: plan.Objective(step)})
				if err != nil {
					b.Fatal(err)
				}
				var g *program.Program
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
				p := prepared(b, step, c.scale).problem
				for b.Loop() {
					if got := optimum(b, step, p, f, mip.Options{}); got != c.optimum {
						b.Fatalf("optimum %d, want %d", got, c.optimum)
					}
				}
				b.ReportMetric(float64(program.Nonzeros(p, f)), "nonzeros")
			})
		}
	}
}
