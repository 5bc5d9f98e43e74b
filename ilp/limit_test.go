package ilp_test

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp"
	"github.com/optgap/optgap/ilp/exact"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/timescale"
)

// hard returns a step that takes HiGHS long: many different jobs, a fine grid.
func hard() *optgap.Step {
	r := rand.New(rand.NewPCG(14, 1))
	history := optgap.History{{Time: 0, Free: 20}, {Time: 5000, Free: 100}}
	s := &optgap.Step{Format: optgap.StepFormat, Machine: 100, History: history}
	for i := range 30 {
		j := optgap.Job{ID: int64(i), Width: 1 + r.Int64N(60), Estimate: 60 + r.Int64N(40000), Submit: -int64(i)}
		s.Jobs = append(s.Jobs, j)
	}
	return s
}

// TestLimits: a limit leaves a feasible schedule, no worse than the policies' on the grid, and a bound that is
// not above it. No program is begun that would surely outlast the time, nor one whose slots, starts or nonzeros
// would not fit into memory.
func TestLimits(t *testing.T) {
	short, long := hard(), hard()
	short.Jobs = short.Jobs[:12] // more take HiGHS minutes before its first node
	for i := range long.Jobs {
		long.Jobs[i].Estimate *= 100 // 60 million slots
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	memory, brief := exact.Limits{Memory: 64 << 20}, exact.Limits{TimeLimit: time.Nanosecond}
	for _, c := range []struct {
		name  string
		ctx   context.Context
		step  *optgap.Step
		scale int64
		o     ilp.Options
		want  optgap.EndedBy
	}{
		{"nodes", t.Context(), short, 1800, ilp.Options{Limits: exact.Limits{NodeLimit: 1}}, optgap.EndedNodeLimit},
		{"cancelled", cancelled, hard(), 60, ilp.Options{}, optgap.EndedInterrupt},
		{"time", t.Context(), hard(), 1, ilp.Options{Limits: brief}, optgap.EndedTimeLimit},
		{"time, pulse", t.Context(), hard(), 1, ilp.Options{
			Limits: brief, Formulation: grid.FormulationPulse,
		}, optgap.EndedTimeLimit},
		{"time, literal", t.Context(), hard(), 1, ilp.Options{
			Limits: brief, Statement: ilp.StatementLiteral,
		}, optgap.EndedTimeLimit},
		{"memory", t.Context(), hard(), 60, ilp.Options{
			Limits: exact.Limits{Memory: 1 << 20},
		}, optgap.EndedMemoryLimit},
		{"slots", t.Context(), long, 1, ilp.Options{
			Limits: memory, Statement: ilp.StatementLiteral,
		}, optgap.EndedMemoryLimit},
		{"starts", t.Context(), hard(), 1, ilp.Options{
			Limits: memory, Statement: ilp.StatementLiteral,
		}, optgap.EndedMemoryLimit},
		{"nonzeros", t.Context(), hard(), 300, ilp.Options{
			Limits: memory, Statement: ilp.StatementLiteral,
		}, optgap.EndedMemoryLimit},
		{"nonzeros, step", t.Context(), hard(), 60, ilp.Options{
			Limits: memory, Statement: ilp.StatementLiteral, Formulation: grid.FormulationStep,
		}, optgap.EndedMemoryLimit},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		sol, err := ilp.Solve(c.ctx, must.Get(grid.Scale(c.step, grid.Choice{Scale: c.scale})), c.o)
		runtime.ReadMemStats(&after)
		if err != nil {
			t.Fatal(err)
		}
		begun := sol.Effort.Columns > 0 && (c.want == optgap.EndedMemoryLimit || c.want == optgap.EndedTimeLimit)
		if sol.Status != optgap.StatusFeasible || sol.EndedBy != c.want || sol.Schedule.Check(c.step) != nil ||
			sol.GridBound <= 0 || sol.GridBound > sol.GridObjective || begun {
			t.Errorf("%s: found %+v", c.name, sol)
		}
		if taken := int64(after.TotalAlloc - before.TotalAlloc); c.o.Limits == memory && taken > memory.Memory {
			t.Errorf("%s: %d bytes were taken, %d are allowed", c.name, taken, memory.Memory)
		}
		for _, p := range heuristics.DynP() {
			if v := steptest.Plan(timescale.Restrict(c.step, c.scale), p).Objective(c.step); v < sol.GridObjective {
				t.Errorf("%s: %s reaches %d, the solution %d", c.name, p.Name, v, sol.GridObjective)
			}
		}
	}
}

// wide returns a valid step of two to six jobs on a machine of 1 to a billion processors. Most widths are
// quarters, thirds, halves and two thirds of the machine, plus or minus a processor, and most histories come
// within a few processors of the machine. In every fourth step all widths are multiples of one number.
func wide(r *rand.Rand) *optgap.Step {
	machine, unit := int64(math.Exp(r.Float64()*math.Log(1e9))), int64(1)
	if r.IntN(4) == 0 {
		unit = 1 + r.Int64N(1+machine/10)
		machine /= unit
	}
	about := func(n int64) int64 { return n + r.Int64N(3) - 1 }
	nearly := func() int64 { return max(1, machine-r.Int64N(3)) }
	s := &optgap.Step{Format: optgap.StepFormat, Machine: machine * unit}
	levels := [][]int64{
		{machine}, {machine - 1, machine}, {nearly(), nearly()}, {r.Int64N(machine + 1), nearly(), nearly()},
	}[r.IntN(4)]
	second := int64(0)
	for _, free := range levels {
		s.History = append(s.History, optgap.Change{Time: second, Free: free * unit})
		second += 1 + r.Int64N(1000)
	}
	for i := range 2 + r.Int64N(5) {
		width := []int64{
			about(machine / 4), about(machine / 3), about(machine / 3), about(machine / 2), about(machine / 2),
			about(2 * machine / 3), 1 + r.Int64N(machine),
		}[r.IntN(7)]
		estimate := []int64{59, 60, 61, 600, 1200, 1801, 1 + r.Int64N(2400)}[r.IntN(7)]
		s.Jobs = append(s.Jobs, optgap.Job{
			ID: i + 1, Width: min(max(1, width), levels[len(levels)-1]) * unit, Estimate: estimate, Submit: -r.Int64N(4000),
		})
	}
	return s
}
