package ilp_test

import (
	"context"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp"
	"github.com/optgap/optgap/ilp/exact"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/gridtest"
)

func solve(t *testing.T, s *optgap.Step, c grid.Choice, o ilp.Options) *ilp.Solution {
	t.Helper()
	sol, err := ilp.Solve(context.Background(), must.Get(grid.Scale(s, c)), o)
	if err != nil {
		t.Fatalf("%v: %+v", err, s)
	}
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
