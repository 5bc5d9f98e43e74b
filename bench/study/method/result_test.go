package method

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp"
	"github.com/optgap/optgap/ilp/exact"
	"github.com/optgap/optgap/ilp/grid"
)

// verified reports every fault that the independent check finds in the results
// of a step. They may be of one method with several options, which one study never
// holds: numbers tell their names apart.
func verified(t *testing.T, step *optgap.Step, results ...record.Result) {
	t.Helper()
	results = slices.Clone(results)
	for i := range results {
		results[i].Method += fmt.Sprint(" ", i+1)
	}
	rep := must.Get(verify.Results(harness.Each(results), harness.Each([]optgap.Step{*step}), verify.Options{}))
	for _, f := range rep.Faults {
		t.Errorf("%v\nstep %+v", f, *step)
	}
}

// small is a random step of at most six jobs. Every other seed makes a history with dips.
func small(stream uint64, seed, minJobs int) optgap.Step {
	return steptest.Random(rand.New(rand.NewPCG(stream, uint64(seed))), steptest.Options{
		MinJobs: minJobs, MaxJobs: 6, MaxEstimate: 40, Dips: seed%2 == 0,
	})
}

// The results of Solve for random steps, by any method on any grid, pass the independent check, whatever the objective.
// On a grid of one second the answer is the optimum.
func TestResultsHold(t *testing.T) {
	for seed := range 5 {
		step := small(7, seed, 1)
		switch seed {
		case 1:
			step = *must.Get(optgap.ObjectiveART.Of(&step))
		case 2:
			step = *must.Get(optgap.ObjectiveSLD.Of(&step))
		case 3:
			steptest.Weigh(rand.New(rand.NewPCG(7, 3)), &step)
		}
		_, optimum := steptest.Optimum(&step)
		proven := Solve(t.Context(), Exact, &step, Options{})
		if proven.Status != optgap.StatusOptimal || proven.Scope != optgap.ScopeSecond || proven.Objective != optimum {
			t.Errorf("exact: found %s, %s, %d, expected the optimum %d", proven.Status, proven.Scope, proven.Objective, optimum)
		}
		results := []record.Result{proven, Solve(t.Context(), Policies, &step, Options{})}
		for _, scale := range []int64{1, 60, 0} {
			results = append(results, programs(t, &step, scale, optimum)...)
			results = append(results, searches(t, &step, scale, optimum)...)
		}
		verified(t, &step, results...)
	}
}

// programs returns the results of the integer program on a grid.
func programs(t *testing.T, step *optgap.Step, scale, optimum int64) (results []record.Result) {
	t.Helper()
	for _, o := range []Options{
		{Grid: grid.Choice{Scale: scale}},
		{Grid: grid.Choice{Scale: scale, Horizon: grid.HorizonPolicies}, Formulation: grid.FormulationPulse, NoBounds: true},
		{Grid: grid.Choice{Scale: scale}, Statement: ilp.StatementLiteral, Limits: exact.Limits{RelGap: 0.2}},
	} {
		r := Solve(t.Context(), ILP, step, o)
		must.Equal(t, r.Status, optgap.StatusOptimal, "scale", scale, "status", r.Error)
		second := scale == 1 && o.RelGap == 0 && o.Grid.Horizon == ""
		if second && (r.Scope != optgap.ScopeSecond || r.Objective != optimum) {
			t.Errorf("found %d, scope %s, expected the optimum %d", r.Objective, r.Scope, optimum)
		}
		results = append(results, r)
	}
	return results
}

// searches returns the results of the exact search on a grid, each after that of the integer program.
func searches(t *testing.T, step *optgap.Step, scale, optimum int64) (results []record.Result) {
	t.Helper()
	for _, horizon := range []grid.Horizon{grid.HorizonSafe, grid.HorizonPolicies} {
		o := Options{Grid: grid.Choice{Scale: scale, Horizon: horizon}, NoBounds: true}
		program := Solve(t.Context(), ILP, step, o)
		o.Scaled = true
		search := Solve(t.Context(), Exact, step, o)
		if search.Status != optgap.StatusOptimal || search.Scope != program.Scope ||
			search.TimeScale != program.TimeScale || search.GridObjective != program.GridObjective ||
			search.GridBound != program.GridObjective || search.Objective > search.GridObjective {
			t.Errorf("scale %d, horizon %s: found %+v by the search, %+v by the program", scale, horizon, search, program)
		}
		second := scale == 1 && horizon == grid.HorizonSafe
		if second != (len(search.Bounds) > 0) || second && search.Objective != optimum {
			t.Errorf("scale %d, horizon %s: found bounds %v, objective %d, the optimum is %d",
				scale, horizon, search.Bounds, search.Objective, optimum)
		}
		results = append(results, program, search)
	}
	return results
}

// hard is a step that no solver finishes within a moment: 40 jobs of many sizes.
func hard() *optgap.Step {
	r := rand.New(rand.NewPCG(3, 3))
	step := steptest.Random(r, steptest.Options{
		MinJobs: 40, MaxJobs: 40, MaxMachine: 64, MaxEstimate: 20000, MaxChanges: 20,
	})
	step.Machine = 64
	step.History[len(step.History)-1].Free = 64
	for i := range step.Jobs {
		step.Jobs[i].Width = 1 + r.Int64N(64)
	}
	return &step
}

// Limits make statuses that hold as well: the best policy's schedule stands in.
func TestLimits(t *testing.T) {
	step := hard()
	must.Do(step.Validate())
	short := Solve(t.Context(), ILP, step, Options{
		Grid: grid.Choice{Scale: 120}, Limits: exact.Limits{TimeLimit: 1}, NoBounds: true,
	})
	known := short.Status == optgap.StatusFeasible || short.Status == optgap.StatusLimit
	must.Hold(t, known && short.EndedBy == optgap.EndedTimeLimit,
		"time limit: found", short.Status, short.EndedBy)
	o := Options{Grid: grid.Choice{Scale: 600}, Limits: exact.Limits{Memory: 1}, NoBounds: true}
	tight := Solve(t.Context(), ILP, step, o)
	if tight.Status != optgap.StatusFeasible || tight.EndedBy != optgap.EndedMemoryLimit ||
		tight.GridObjective == 0 || tight.Quality == nil {
		t.Errorf("memory limit: found %s, %s, %+v", tight.Status, tight.EndedBy, tight)
	}
	o.NoBounds, o.TimeLimit = false, time.Second
	bounded := Solve(t.Context(), ILP, step, o)
	if bounded.Status != optgap.StatusFeasible || bounded.EndedBy != optgap.EndedMemoryLimit || bounded.Bound == 0 {
		t.Errorf("memory limit with bounds: found %s, bound %d", bounded.Status, bounded.Bound)
	}
	nodes := Solve(t.Context(), Exact, step, Options{Limits: exact.Limits{NodeLimit: 2000}})
	if nodes.Status != optgap.StatusFeasible || nodes.EndedBy != optgap.EndedNodeLimit ||
		nodes.Bounds[optgap.BoundExact] == 0 {
		t.Errorf("exact, node limit: found %s, %s, bounds %v", nodes.Status, nodes.EndedBy, nodes.Bounds)
	}
	verified(t, step, short, tight, bounded, nodes)
}

// A run that fails is a result with the reason and without a schedule; its
// bounds hold all the same.
func TestFailure(t *testing.T) {
	step := hard()
	r := Solve(t.Context(), ILP, step, Options{Formulation: "none", Limits: exact.Limits{TimeLimit: time.Second}})
	if r.Status != optgap.StatusError || r.Error == "" || r.Bound == 0 ||
		r.Starts != nil || r.Objective != 0 || r.Gap != nil {
		t.Errorf("found %+v, expected an error, bounds and no schedule", r)
	}
	verified(t, step, r)
	empty := &optgap.Step{Format: optgap.StepFormat, Machine: 1, History: optgap.History{{Free: 1}}}
	r = Solve(t.Context(), ILP, empty, Options{})
	must.Hold(t, r.Status == optgap.StatusError && r.Policies == nil,
		"no jobs: found", r, "expected an error")
	verified(t, empty, r)
	for want, s := range steptest.Refused() {
		r := Solve(t.Context(), Exact, s, Options{})
		must.Hold(t, r.Status == optgap.StatusError && strings.HasPrefix(r.Error, want),
			"found", r, "expected", want)
	}
}

// timeless returns a result as text, without what depends on the clock.
func timeless(r record.Result) string {
	r.SolveSeconds, r.PrimalIntegral, r.Power, r.Cost = 0, 0, 0, record.Cost{}
	for name, p := range r.Policies {
		p.PlanSeconds, p.Power = 0, 0
		r.Policies[name] = p
	}
	r.Nodes, r.Gap, r.LossPercent, r.MIPRelGap, r.MIPAbsGap, r.Quality = nil, nil, nil, nil, nil, nil // pointers
	return fmt.Sprintf("%+v", r)
}
