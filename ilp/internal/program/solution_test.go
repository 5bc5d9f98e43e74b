package program_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/internal/program"
)

// TestSolutionIsSchedule: schedules become feasible solutions of the same
// objective and come back, up to the order of equal jobs. Names are unique with any ids.
func TestSolutionIsSchedule(t *testing.T) {
	r := rand.New(rand.NewPCG(44, 1))
	for i := range 500 {
		step := steptest.Random(r, steptest.Options{MinJobs: 1, MaxJobs: 10, Dips: i%2 == 0})
		for j := range step.Jobs {
			step.Jobs[j].ID = 1000*int64(j) - 3000
		}
		scale := 1 + r.Int64N(10)
		grid := scaled(t, &step, scale)
		plan := steptest.Serial(grid.Step, r.Perm(len(step.Jobs)))
		objective := grid.Objective(plan.Objective(grid.Step))
		p := list(t, grid, program.Options{Apart: i%3 == 0})
		if i%2 == 1 {
			within(p, objective)
		}
		for _, f := range formulations {
			g := write(p, f)
			checkNames(t, p, f, g.Model)
			x, ok := g.Solution(plan)
			if !ok || g.Model.Violation(x) != 0 || g.Model.Objective(x) != float64(objective) {
				t.Fatalf("%+v at scale %d, %s: %v, violation %v, objective %v of %d",
					step, scale, f, ok, g.Model.Violation(x), g.Model.Objective(x), objective)
			}
			noisy := slices.Clone(x) // as HiGHS may return it
			for j := range noisy {
				noisy[j] += (r.Float64() - 0.5) * 2e-6
			}
			back := g.Schedule(noisy)
			if back.Check(grid.Step) != nil || grid.Seconds(back).Check(&step) != nil ||
				grid.Seconds(back).Objective(&step) != objective {
				t.Fatalf("%s: schedule %v became %v", f, plan, back)
			}
			for _, kd := range p.Kinds {
				var a, b []int64
				for _, j := range kd.Jobs {
					a, b = append(a, plan[j]), append(b, back[j])
				}
				slices.Sort(a)
				slices.Sort(b)
				if !slices.Equal(a, b) {
					t.Fatalf("%s: starts %v of kind %d became %v", f, a, kd.ID, b)
				}
			}
			late := slices.Clone(plan)
			late[0] = grid.End
			if _, ok := g.Solution(late); ok {
				t.Fatal("a start that is not listed is accepted")
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
		grid := scaled(t, &step, scale)
		p := list(t, grid, program.Options{Apart: i%3 == 0})
		s := make(optgap.Schedule, len(step.Jobs))
		for _, kd := range p.Kinds {
			for _, j := range kd.Jobs {
				s[j] = kd.Starts[r.IntN(min(len(kd.Starts), 8))]
			}
		}
		feasible := s.Check(grid.Step) == nil
		if !feasible {
			infeasible++
		}
		for _, f := range formulations {
			g := write(p, f)
			x, ok := g.Solution(s)
			if violated := g.Model.Violation(x); !ok || feasible != (violated == 0) {
				t.Fatalf("%+v at scale %d, %s: schedule %v, feasible %v, violates the program by %v",
					step, scale, f, s, feasible, violated)
			}
		}
	}
	must.Hold(t, infeasible >= 100 && infeasible <= 450,
		infeasible, "of 500 schedules are infeasible: too few of one kind")
}
