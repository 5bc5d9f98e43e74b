package verify_test

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/timescale"
)

// TestPoliciesHorizon: with the paper's horizon the grid's optimum is that of the
// schedules that have ended when all policies' plans have.
func TestPoliciesHorizon(t *testing.T) {
	cut := 0
	for seed, r := range steptest.Sources(150, 8) {
		s := steptest.Random(r, steptest.Options{MinJobs: 2, MaxJobs: 4, MaxMachine: 6, Dips: seed%2 == 0})
		scale, end := 1+r.Int64N(6), int64(0)
		for _, plan := range policyPlans(&s, scale) {
			end = max(end, plan.Makespan(timescale.Restrict(&s, scale)))
		}
		onGrid := bestBy(&s, scale, end)
		result := searched(&s, scale)
		safe := result.GridObjective
		result.Horizon, result.Starts = "policies", nil
		for i, start := range trivial(&s, byStart(onGrid), 1) {
			result.Starts = append(result.Starts, record.Start{ID: s.Jobs[i].ID, Start: start})
		}
		result.GridObjective, _ = worth(&s, onGrid)
		result.GridBound = result.GridObjective
		if result.GridObjective > safe {
			cut++
		}
		inGrid := func() (fields []string) {
			for _, f := range check(&s, &result, verify.Options{}) {
				if strings.HasPrefix(f.Field, "grid") {
					fields = append(fields, f.Field)
				}
			}
			return fields
		}
		if f := inGrid(); f != nil {
			t.Fatalf("seed %d: faults in %v of %+v, the optimum of %+v", seed, f, result, s)
		}
		result.GridObjective += scale * s.Jobs[0].Width
		result.GridBound = result.GridObjective
		if f := inGrid(); !slices.Contains(f, "grid_bound") {
			t.Fatalf("seed %d: faults in %v of %+v, above the optimum of %+v", seed, f, result, s)
		}
	}
	must.Hold(t, cut != 0, "no horizon cut an optimum off")
}

// TestGridClaims: the bound of a grid rests on what computed it, unless enumeration
// confirms it. On the grid of one second it is the bound at one second.
func TestGridClaims(t *testing.T) {
	s := sample()
	second := searched(s, 1)
	second.Scope, second.Bounds, second.Bound = optgap.ScopeSecond, map[optgap.BoundName]int64{"exact": 745}, 745
	second.Proofs = map[optgap.BoundName]record.Proof{"exact": record.ProofSearch}
	second.Gap, second.RatioToBound = new(0.0), 1
	unbounded := func(r record.Result) record.Result {
		r.Bounds, r.Bound, r.Gap, r.RatioToBound = nil, 0, nil, 0
		return r
	}
	onGrid := func(p record.Proof) []verify.Claim {
		return []verify.Claim{{TimeScale: 7, Horizon: "safe", Proof: p, Bound: 927, Objective: 927}}
	}
	for _, c := range []struct {
		result     record.Result
		enumerated int
		want       []verify.Claim
		grids      verify.Tally
	}{
		{unbounded(searched(s, 7)), 0, nil, verify.Tally{record.ProofRecomputed: 1}},
		{unbounded(searched(s, 7)), -1, onGrid(record.ProofSearch), verify.Tally{record.ProofSearch: 1}},
		{unbounded(gridResult(s, 7)), -1, onGrid(record.ProofSolver), verify.Tally{record.ProofSolver: 1}},
		{
			second, -1, []verify.Claim{{Proof: record.ProofSearch, Bound: 745, Objective: 745}},
			verify.Tally{record.ProofSearch: 1},
		},
		{secondResult(s), 0, nil, verify.Tally{}},
	} {
		rep, err := verify.Results(one(c.result), one(*s), verify.Options{OptimumJobs: c.enumerated})
		must.Need(t, err == nil && len(rep.Faults) == 0, err, rep.Faults)
		for i := range c.want {
			c.want[i].Line, c.want[i].Method = 1, c.result.Method
			c.want[i].Step = rep.Claims[i].Step
		}
		must.Hold(t, reflect.DeepEqual(rep.Claims, c.want) && maps.Equal(rep.Grids, c.grids),
			"found", rep.Claims, "and", rep.Grids, "expected", c.want, "and", c.grids)
	}
}

// TestValidResultsPass shows that no result whose values another planner and
// another enumeration found has a fault.
func TestValidResultsPass(t *testing.T) {
	for seed, r := range steptest.Sources(100, 14) {
		s := steptest.Random(r, steptest.Options{MaxJobs: 4, MaxMachine: 9, MaxEstimate: 12, Dips: seed%2 == 0})
		own := result(&s, optgap.StatusFeasible, trivial(&s, r.Perm(len(s.Jobs)), 1), nil)
		for _, res := range []record.Result{
			own, secondResult(&s), gridResult(&s, 1+r.Int64N(9)), limitResult(&s), errorResult(&s),
		} {
			rep := must.Get(verify.Results(one(res), one(s), verify.Options{}))
			if len(rep.Faults) > 0 || rep.Results != 1 || rep.Steps != 1 || rep.Unanswered != 0 || rep.Checks < 20 {
				t.Fatalf("seed %d: %+v\nstep %+v\nresult %+v", seed, rep, s, res)
			}
		}
	}
}
