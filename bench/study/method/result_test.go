package method

import (
	"fmt"
	"maps"
	"math"
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
		must.Hold(t, search.Status == optgap.StatusOptimal && search.Scope == program.Scope &&
			search.TimeScale == program.TimeScale && search.GridObjective == program.GridObjective &&
			search.GridBound == program.GridObjective && search.Objective <= search.GridObjective,
			"scale", scale, "horizon", horizon, "found", search, "by the search", program, "by the program")
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
	must.Hold(t, tight.Status == optgap.StatusFeasible && tight.EndedBy == optgap.EndedMemoryLimit &&
		tight.GridObjective != 0 && tight.Quality != nil,
		"memory limit: found", tight.Status, tight.EndedBy, tight)
	o.NoBounds, o.TimeLimit = false, time.Second
	bounded := Solve(t.Context(), ILP, step, o)
	if bounded.Status != optgap.StatusFeasible || bounded.EndedBy != optgap.EndedMemoryLimit || bounded.Bound == 0 {
		t.Errorf("memory limit with bounds: found %s, bound %d", bounded.Status, bounded.Bound)
	}
	nodes := Solve(t.Context(), Exact, step, Options{Limits: exact.Limits{NodeLimit: 2000}})
	must.Hold(t, nodes.Status == optgap.StatusFeasible && nodes.EndedBy == optgap.EndedNodeLimit &&
		nodes.Bounds[optgap.BoundExact] != 0,
		"exact, node limit: found", nodes.Status, nodes.EndedBy, "bounds", nodes.Bounds)
	verified(t, step, short, tight, bounded, nodes)
}

// A run that fails is a result with the reason and without a schedule; its
// bounds hold all the same.
func TestFailure(t *testing.T) {
	step := hard()
	r := Solve(t.Context(), ILP, step, Options{Formulation: "none", Limits: exact.Limits{TimeLimit: time.Second}})
	must.Hold(t, r.Status == optgap.StatusError && r.Error != "" && r.Bound != 0 && r.Starts == nil &&
		r.Objective == 0 && r.Gap == nil,
		"found", r, "expected an error, bounds and no schedule")
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

func checked(step *optgap.Step, r record.Result) verify.Report {
	results, steps := harness.Each([]record.Result{r}), harness.Each([]optgap.Step{*step})
	return must.Get(verify.Results(results, steps, verify.Options{OptimumJobs: -1}))
}

// TestCertificatesHold: package verify computes, from the prices that package bound stores, exactly
// the bounds that package bound states. The same holds for the fluid bound. A bound that is higher
// by 1 is a fault.
func TestCertificatesHold(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 21))
		step := steptest.Random(r, steptest.Options{
			MaxJobs: 9, MaxEstimate: 5 + 40*int64(seed%2), MaxMachine: 20, Dips: seed%3 == 0,
		})
		var o Options
		o.MinsumRatio = []float64{0, 1.3}[seed%2]
		res := Solve(t.Context(), Policies, &step, o)
		report := checked(&step, res)
		of := report.Bounds
		if len(report.Faults) > 0 || of[record.ProofRecomputed] != 1 || of[record.ProofCertificate] < 1 {
			t.Fatalf("seed %d: %+v\nstep %+v", seed, report, step)
		}
		for _, name := range slices.Sorted(maps.Keys(res.Bounds)) {
			if res.Proofs[name] != record.ProofCertificate && res.Proofs[name] != record.ProofRecomputed {
				continue
			}
			raised := res
			raised.Bounds, raised.Certificates = maps.Clone(res.Bounds), maps.Clone(res.Certificates)
			raised.Bounds[name]++
			want := "bounds." + string(name)
			if c, ok := raised.Certificates[name]; ok {
				c.Bound = raised.Bounds[name]
				raised.Certificates[name], want = c, "certificates."+string(name)+".bound"
			}
			if found := fmt.Sprint(checked(&step, raised).Faults); !strings.Contains(found, want) {
				t.Fatalf("seed %d: %s raised by 1 to %d is not found: %s\nstep %+v\n%+v",
					seed, name, raised.Bounds[name], found, step, res.Certificates[name])
			}
		}
	}
}

// largeMachine is a step on up to a billion processors, where sets of jobs are packed with rounded widths.
func largeMachine(seed uint64) optgap.Step {
	r := rand.New(rand.NewPCG(seed, 49))
	machine := int64(1e5 * math.Pow(10, 4*r.Float64()))
	step := optgap.Step{
		Machine: machine, History: optgap.History{{Time: 0, Free: 1 + r.Int64N(machine)}, {Time: 700, Free: machine}},
	}
	for i := range 8 + r.Int64N(15) {
		width := 1 + r.Int64N(machine/(1+r.Int64N(6)))
		step.Jobs = append(step.Jobs, optgap.Job{ID: i + 1, Width: width, Estimate: 1 + r.Int64N(9000)})
	}
	return step
}

// heavyJobs is a step whose weights come near the largest ones of a valid step.
func heavyJobs(seed uint64) optgap.Step {
	r := rand.New(rand.NewPCG(seed, 50))
	step := steptest.Random(r, steptest.Options{
		MaxJobs: 1 + int(seed%8), MaxMachine: 40, MaxEstimate: 2 + r.Int64N(1_000_000), Dips: seed%3 == 0,
	})
	most := math.MaxInt64 / 4 / (step.SafeEnd() + 40) / int64(len(step.Jobs)) >> r.IntN(4)
	for i := range step.Jobs {
		step.Jobs[i].Weight = 1 + r.Int64N([]int64{most, most, 1000}[r.IntN(3)])
	}
	return step
}

// TestExtremes: what the search proves of extreme steps holds again.
func TestExtremes(t *testing.T) {
	for seed := range uint64(100) {
		step := heavyJobs(seed)
		if seed < 4 {
			step = largeMachine(seed)
		}
		res := Solve(t.Context(), Exact, &step, Options{Limits: exact.Limits{NodeLimit: 200}, NoBounds: true})
		wrong := seed < 4 && res.Proofs["lagrange"] != record.ProofCertificate
		if found := checked(&step, res).Faults; len(found) > 0 || wrong {
			t.Errorf("seed %d, %d processors, %d jobs: %v, proofs %v", seed, step.Machine, len(step.Jobs), found, res.Proofs)
		}
	}
}

// TestProofs: a bound without a certificate has the proof on which it rests.
func TestProofs(t *testing.T) {
	step := steptest.Random(rand.New(rand.NewPCG(5, 5)), steptest.Options{MinJobs: 5, MaxJobs: 5})
	found := Solve(t.Context(), Exact, &step, Options{NoCertificates: true, Limits: exact.Limits{Seed: 4}})
	want := map[optgap.BoundName]record.Proof{
		"exact": record.ProofSearch, "lagrange": record.ProofSearch, "fluid": record.ProofRecomputed,
		"minsum": record.ProofSolver, "lp": record.ProofSearch,
	}
	must.Hold(t, maps.Equal(found.Proofs, want) && found.Certificates == nil && found.Seed == 4,
		"found", found.Proofs, found.Certificates, "seed", found.Seed, "expected", want, "and no certificates")
	program := Solve(t.Context(), ILP, &step, Options{Grid: grid.Choice{Scale: 1}})
	must.Equal(t, program.Proofs["ilp"], record.ProofSolver)
	must.Equal(t, program.Proofs["minsum"], record.ProofCertificate)
}
