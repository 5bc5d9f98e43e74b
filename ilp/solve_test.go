package ilp_test

import (
	"context"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp"
	"github.com/optgap/optgap/ilp/exact"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/gridtest"
	"github.com/optgap/optgap/timescale"
)

func solve(t *testing.T, s *optgap.Step, c grid.Choice, o ilp.Options) *ilp.Solution {
	t.Helper()
	sol, err := ilp.Solve(context.Background(), must.Get(grid.Scale(s, c)), o)
	must.Need(t, err == nil, err, s)
	return sol
}

// TestOneSecondOptimum: at a scale of one second, the program's optimum is that of brute
// force over the orders of the jobs. This holds in every formulation, in every
// statement, for every objective and any weights.
func TestOneSecondOptimum(t *testing.T) {
	t.Parallel()
	for i, r := range steptest.Sources(12, 11) {
		random := steptest.Random(r, steptest.Options{MinJobs: 1, MaxJobs: 7, MaxEstimate: 12, Dips: i%2 == 0})
		s := &random
		if objectives := optgap.Objectives(); i%4 < uint64(len(objectives)) {
			s = must.Get(objectives[i%4].Of(s))
		} else {
			steptest.Weigh(r, s)
		}
		_, want := steptest.Optimum(s)
		for _, statement := range ilp.Statements() {
			for _, f := range []grid.Formulation{grid.FormulationStep, grid.FormulationPulse} {
				o := ilp.Options{Statement: statement, Formulation: f}
				sol := solve(t, s, grid.Choice{Scale: 1}, o)
				if sol.Status != optgap.StatusOptimal || sol.GridObjective != want || sol.GridBound != want ||
					sol.Schedule.Objective(s) != want || sol.Schedule.Check(s) != nil {
					t.Fatalf("step %d, %+v: %+v, want optimum %d of %+v", i, o, sol, want, s)
				}
			}
		}
	}
}

// TestGridOptimum: on coarser grids the program's optimum is that of brute force on the
// grid, with either horizon. The compacted schedule is feasible and no worse. Each report is a bound and a
// feasible schedule.
func TestGridOptimum(t *testing.T) {
	t.Parallel()
	for i, r := range steptest.Sources(60, 12) {
		s := steptest.Random(r, steptest.Options{MaxJobs: 6, MaxEstimate: 40, Dips: i%2 == 0})
		if i%3 == 1 {
			steptest.Weigh(r, &s)
		}
		scale := 2 + r.Int64N(9)
		safe, policies := gridtest.Optima(&s, scale)
		for horizon, want := range map[grid.Horizon]int64{grid.HorizonSafe: safe, grid.HorizonPolicies: policies} {
			for k, f := range []grid.Formulation{grid.FormulationStep, grid.FormulationPulse} {
				o := ilp.Options{Formulation: f, Statement: ilp.Statements()[(int(i)+k)%2]}
				reports := 0
				o.Report = func(now ilp.Solution) {
					reports++
					if (now.Status == optgap.StatusOptimal) != (now.GridBound == now.GridObjective) || now.Scale != scale ||
						now.GridBound > want || now.GridObjective < want || now.Schedule.Check(&s) != nil {
						t.Errorf("%+v: reported %+v, want %d of %+v", o, now, want, s)
					}
				}
				sol := solve(t, &s, grid.Choice{Scale: scale, Horizon: horizon}, o)
				got := sol.Schedule.Objective(&s)
				if sol.GridObjective != want || got > want || sol.Schedule.Check(&s) != nil || reports == 0 {
					t.Fatalf("%+v: found %+v, %d at one second, %d reports, want %d of %+v", o, sol, got, reports, want, s)
				}
			}
		}
	}
}

// TestWideJobs: on machines of up to a billion processors, of which HiGHS may take one too many, what a
// statement calls optimal is the optimum on the grid, and its bound is one. Where HiGHS proves nothing, a
// warning says so.
func TestWideJobs(t *testing.T) {
	t.Parallel()
	check := func(s *optgap.Step, scale int64, o ilp.Options) *ilp.Solution {
		t.Helper()
		sol := solve(t, s, grid.Choice{Scale: scale}, o)
		_, want := gridtest.Best(s, scale)
		proven := sol.Status == optgap.StatusOptimal
		if sol.GridBound > want || sol.GridObjective < want || proven && sol.GridObjective != want ||
			sol.Schedule.Check(s) != nil || !proven && len(sol.Warnings) != 1 {
			t.Errorf("%+v: %+v, optimum %d of %+v", o, sol, want, s)
		}
		return sol
	}
	// HiGHS has lost the optimum of these jobs by a restart, as their costs are large.
	large := &optgap.Step{Machine: 11e5, History: optgap.History{{Time: 0, Free: 11e5}}}
	for i, j := range [][3]int64{{3e5, 59, -2130}, {2e5, 60, -3825}, {6e5, 59, -914}, {4e5, 61, -961}, {4e5, 59, -2283},
		{4e5, 59, -3862}} {
		large.Jobs = append(large.Jobs, optgap.Job{ID: int64(i), Width: j[0], Estimate: j[1], Submit: j[2]})
	}
	o := ilp.Options{Statement: ilp.StatementLiteral, Formulation: grid.FormulationStep}
	sol := check(large, 60, o)
	must.Equal(t, sol.Status, optgap.StatusOptimal, sol)
	jobs := []optgap.Job{
		{ID: 1, Width: 3549865, Estimate: 600, Submit: -3139}, {ID: 2, Width: 3549866, Estimate: 3599, Submit: -958},
		{ID: 3, Width: 5324801, Estimate: 3599, Submit: -580}, {ID: 4, Width: 3549865, Estimate: 3599, Submit: -2930},
	}
	s := &optgap.Step{
		Format: optgap.StepFormat, Machine: 10649600, Jobs: jobs,
		History: optgap.History{{Time: 0, Free: 10649599}, {Time: 61, Free: 10649600}},
	}
	const best = 89_788_530_161
	if sol := check(s, 60, ilp.Options{Statement: ilp.StatementLiteral}); sol.Status != optgap.StatusFeasible ||
		sol.GridBound < best*9/10 {
		t.Errorf("%+v, expected no proof, and a bound near %d", sol, best)
	}
	if sol := check(s, 60, ilp.Options{}); sol.GridObjective != best || sol.Status != optgap.StatusOptimal {
		t.Errorf("%+v, expected the optimum %d", sol, best)
	}
	for i, r := range steptest.Sources(8, 61) {
		s := wide(r)
		if i%4 == 3 {
			steptest.Weigh(r, s)
		}
		scale, other := []int64{60, 100, 600}[r.IntN(3)], ilp.Statements()[i%2]
		for _, o := range []ilp.Options{
			{Statement: ilp.StatementLiteral},
			{Statement: other, Formulation: grid.FormulationStep},
		} {
			check(s, scale, o)
		}
	}
}

func TestOptionsAreChecked(t *testing.T) {
	s := steptest.Random(rand.New(rand.NewPCG(1, 1)), steptest.Options{})
	for field, o := range map[string]ilp.Options{
		"formulation": {Formulation: "pulses"}, "statement": {Statement: "short"},
		"node-limit": {Limits: exact.Limits{NodeLimit: -1}},
	} {
		scaled := must.Get(grid.Scale(&s, grid.Choice{}))
		_, solved := ilp.Solve(t.Context(), scaled, o)
		_, _, read := ilp.ReadSolution(scaled, o, strings.NewReader(""), "a.sol")
		for _, err := range []error{solved, ilp.Write(io.Discard, "lp", scaled, o), read} {
			must.Equal(t, must.Field(err), field, err)
		}
	}
}

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
		must.Do(err)
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
