package program_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/timescale"
)

// TestSolutionIsSchedule: schedules become feasible solutions of the same
// objective and come back, up to the order of equal jobs.
func TestSolutionIsSchedule(t *testing.T) {
	r := rand.New(rand.NewPCG(44, 1))
	for i := range 500 {
		step := steptest.Random(r, steptest.Options{MaxJobs: 10, Dips: i%2 == 0})
		scale := 1 + r.Int64N(10)
		plan := steptest.Serial(timescale.Restrict(&step, scale), r.Perm(len(step.Jobs)))
		p, err := grid.Restrict(&step, scale, grid.Options{Plain: i%3 == 0})
		if err != nil {
			t.Fatal(err)
		}
		if i%4 == 0 {
			p.Tighten()
		}
		for _, f := range formulations {
			g := write(t, p, f)
			if err := g.Model.Validate(); err != nil {
				t.Fatal(err)
			}
			x, ok := g.Solution(plan)
			if !ok || g.Model.Violation(x) != 0 || g.Model.Objective(x) != float64(plan.Objective(&step)) {
				t.Fatalf("%+v at scale %d, %s: %v, violation %v, objective %v of %d",
					step, scale, f, ok, g.Model.Violation(x), g.Model.Objective(x), plan.Objective(&step))
			}
			noisy := slices.Clone(x) // as HiGHS may return it
			for j := range noisy {
				noisy[j] += (r.Float64() - 0.5) * 2e-6
			}
			back := g.Schedule(noisy)
			if back.Check(&step) != nil || back.Objective(&step) != plan.Objective(&step) {
				t.Fatalf("%s: schedule %v became %v", f, plan, back)
			}
			for _, c := range p.Classes {
				var a, b []int64
				for _, j := range c.Jobs {
					a, b = append(a, plan[j]), append(b, back[j])
				}
				slices.Sort(a)
				slices.Sort(b)
				if !slices.Equal(a, b) {
					t.Fatalf("%s: starts %v of class %d became %v", f, a, c.ID, b)
				}
			}
			if scale > 1 {
				late := slices.Clone(plan)
				late[0]++
				if _, ok := g.Solution(late); ok {
					t.Fatal("a start off the grid is accepted")
				}
			}
		}
	}
}

// TestInfeasibleIsRefused: an infeasible schedule violates the program, even without the
// rows that are left out.
func TestInfeasibleIsRefused(t *testing.T) {
	r := rand.New(rand.NewPCG(45, 1))
	infeasible := 0
	for i := range 500 {
		step := steptest.Random(r, steptest.Options{MinJobs: 2, MaxJobs: 6, Dips: i%2 == 0})
		scale := 1 + r.Int64N(5)
		p, err := grid.Restrict(&step, scale, grid.Options{Plain: i%3 == 0})
		if err != nil {
			t.Fatal(err)
		}
		s := make(optgap.Schedule, len(step.Jobs))
		for _, c := range p.Classes {
			for _, j := range c.Jobs {
				s[j] = c.Starts[r.IntN(min(len(c.Starts), 8))].Start(scale)
			}
		}
		feasible := s.Check(timescale.Restrict(&step, scale)) == nil
		if !feasible {
			infeasible++
		}
		for _, f := range formulations {
			g := write(t, p, f)
			x, ok := g.Solution(s)
			if violated := g.Model.Violation(x); !ok || feasible != (violated == 0) {
				t.Fatalf("%+v at scale %d, %s: schedule %v, feasible %v, violates the program by %v",
					step, scale, f, s, feasible, violated)
			}
		}
	}
	if infeasible < 100 || infeasible > 450 {
		t.Errorf("%d of 500 schedules are infeasible: too few of one kind", infeasible)
	}
}
