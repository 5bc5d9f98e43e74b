package ilp_test

import (
	"context"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp"
	"github.com/optgap/optgap/ilp/internal/gridtest"
)

// TestReports: each report of Solve is a bound and a feasible schedule. The first report is
// made before any program is written.
func TestReports(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 1))
	for i := range 60 {
		s := steptest.Random(r, steptest.Options{MaxJobs: 6, MaxEstimate: 40, Dips: i%2 == 0})
		scale := 1 + r.Int64N(6)
		_, optimum := steptest.Optimum(&s)
		_, onGrid := gridtest.Best(&s, scale)
		reports := 0
		o := ilp.Options{Scale: scale, Formulation: ilp.FormulationStep, Statement: ilp.Statements()[i%4]}
		if i%2 == 1 {
			o.Formulation = ilp.FormulationPulse
		}
		o.Report = func(sol ilp.Solution) {
			reports++
			if (sol.Status == optgap.StatusOptimal) != (sol.GridBound == sol.GridObjective) || sol.Scale != scale ||
				sol.GridBound > onGrid || sol.GridObjective < onGrid || sol.Schedule.Objective(&s) < optimum {
				t.Errorf("found %+v, the optimum is %d, %d on the grid", sol, optimum, onGrid)
			}
			if err := sol.Schedule.Check(&s); err != nil {
				t.Error(err)
			}
		}
		if solve(t, &s, o); reports == 0 {
			t.Error("no report")
		}
	}
}

// TestNoTimeForProgram: a program that would surely outlast the time limit is not
// written. The solution is the schedule and the bound known without it.
func TestNoTimeForProgram(t *testing.T) {
	for _, o := range []ilp.Options{
		{Scale: 1}, {Scale: 1, Formulation: ilp.FormulationPulse},
		{Scale: 1, Statement: ilp.StatementLiteral},
		{Scale: 1, Statement: ilp.StatementLiteral, Formulation: ilp.FormulationPulse},
	} {
		o.TimeLimit = time.Nanosecond
		s := hard()
		sol := solve(t, s, o)
		if sol.Status != optgap.StatusFeasible || sol.EndedBy != optgap.EndedTimeLimit || sol.Effort.Columns != 0 ||
			sol.GridBound <= 0 || sol.GridBound > sol.GridObjective {
			t.Errorf("%+v: found %+v", o, sol)
		}
		if err := sol.Schedule.Check(s); err != nil {
			t.Error(err)
		}
	}
}

// TestMemoryGuard: no plain problem or program is begun whose slots, starts or nonzeros would not
// fit into memory.
func TestMemoryGuard(t *testing.T) {
	long := hard()
	for i := range long.Jobs {
		long.Jobs[i].Estimate *= 100 // 60 million slots
	}
	for _, c := range []struct {
		name   string
		step   *optgap.Step
		memory int64
		o      ilp.Options
	}{
		{"slots", long, 64 << 20, ilp.Options{Scale: 1, Statement: ilp.StatementLiteral}},
		{"starts", hard(), 64 << 20, ilp.Options{Scale: 1, Statement: ilp.StatementLiteral}},
		{"nonzeros", hard(), 64 << 20, ilp.Options{Scale: 300, Statement: ilp.StatementLiteral}},
		{"nonzeros, step", hard(), 64 << 20, ilp.Options{
			Scale: 60, Statement: ilp.StatementLiteral, Formulation: ilp.FormulationStep,
		}},
	} {
		c.o.Memory = c.memory
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		sol, err := ilp.Solve(context.Background(), c.step, c.o)
		runtime.ReadMemStats(&after)
		if err != nil || sol.Status != optgap.StatusFeasible || sol.EndedBy != optgap.EndedMemoryLimit ||
			sol.GridBound <= 0 || sol.Schedule.Check(c.step) != nil {
			t.Errorf("%s: found %+v, %v", c.name, sol, err)
		}
		if taken := int64(after.TotalAlloc - before.TotalAlloc); taken > c.memory {
			t.Errorf("%s: %d bytes were taken, %d are allowed", c.name, taken, c.memory)
		}
	}
}
