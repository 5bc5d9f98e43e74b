package compare_test

import (
	"math"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/compare"
	"github.com/optgap/optgap/bench/record"
)

// result is of step 7 unless changed.
func result(method string, status optgap.Status, scope optgap.Scope, objective int64, seconds float64) record.Result {
	return record.Result{Format: record.ResultFormat, Trace: "a.swf", Index: 7, Now: 1000, Jobs: 5, Method: method, Status: status, Scope: scope,
		Objective: objective, SolveSeconds: seconds}
}

// three methods on two steps: the program proves the grid's optimum, and a linear
// program computed beside it that on step 8 it is one at one second; the search
// proves step 7 and stops at a limit with no schedule of its own on step 8.
func three() []record.Result {
	policies := result("policies", optgap.StatusFeasible, "", 1100, 2e-6)
	policies.Bound, policies.Gap = 990, new(0.1)
	grid := result("ilp", optgap.StatusOptimal, optgap.ScopeGrid, 1010, 4)
	grid.TimeScale, grid.GridObjective, grid.GridBound, grid.Bound, grid.Gap = 60, 1200, 1200, 990, new(20.0/1010)
	exact := result("exact", optgap.StatusOptimal, optgap.ScopeSecond, 1000, 0.5)
	exact.Bounds, exact.Bound, exact.Gap = map[optgap.BoundName]int64{"exact": 1000, "lp": 990}, 1000, new(0.0)
	beside := grid
	beside.Index, beside.Scope, beside.Objective, beside.SolveSeconds = 8, optgap.ScopeSecond, 500, 2
	beside.Bounds, beside.Bound, beside.Gap = map[optgap.BoundName]int64{"lp": 500}, 500, new(0.0)
	late := result("exact", optgap.StatusLimit, "", 520, 10)
	late.Index, late.Bound = 8, 480
	return []record.Result{policies, grid, exact, beside, late}
}

func TestProves(t *testing.T) {
	all := three()
	one := all[2]
	one.Bounds = map[optgap.BoundName]int64{"ilp": 1000} // a program at one second
	one.Method, one.TimeScale = "ilp", 1
	for _, c := range []struct {
		name string
		r    record.Result
		want []compare.Claim
	}{
		{"policies", all[0], nil}, {"grid", all[1], []compare.Claim{compare.OnGrid}}, {"exact", all[2], []compare.Claim{compare.AtSecond}},
		{"beside", all[3], []compare.Claim{compare.ByBounds, compare.OnGrid}}, {"late", all[4], nil}, {"one second", one, []compare.Claim{compare.AtSecond}},
	} {
		var got []compare.Claim
		for _, claim := range []compare.Claim{compare.AtSecond, compare.ByBounds, compare.OnGrid} {
			if compare.Proves(&c.r, claim) {
				got = append(got, claim)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: found %v, expected %v", c.name, got, c.want)
		}
	}
}

func TestCollect(t *testing.T) {
	all := three()
	c := compare.Collect(all)
	if !slices.Equal(c.Methods, []string{"policies", "ilp", "exact"}) || len(c.Steps) != 2 {
		t.Fatalf("found %v and %d steps", c.Methods, len(c.Steps))
	}
	if c.Steps[1].Results[0] != nil || c.Steps[1].Results[2].Status != optgap.StatusLimit || c.Steps[0].Best() != 1000 || c.Steps[1].Best() != 500 {
		t.Errorf("found %+v", c.Steps)
	}
	solvers, seconds := c.Times()
	inf := math.Inf(1)
	want := []compare.Solver{{"ilp", compare.OnGrid}, {"exact", compare.AtSecond}}
	if !slices.Equal(solvers, want) || !slices.Equal(seconds[0], []float64{4, 2}) || !slices.Equal(seconds[1], []float64{0.5, inf}) {
		t.Errorf("found %v, %v", solvers, seconds)
	}
	objectives := c.Objectives()
	for k, want := range [][]float64{{1100, inf}, {1010, 500}, {1000, inf}} {
		if !slices.Equal(objectives[k], want) {
			t.Errorf("%s: found objectives %v, expected %v", c.Methods[k], objectives[k], want)
		}
	}
}
