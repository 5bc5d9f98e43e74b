package view_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/canvas"
	"github.com/optgap/optgap/bench/compare"
	"github.com/optgap/optgap/bench/golden"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/table"
	"github.com/optgap/optgap/bench/view"
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

// The times' averages: sqrt(5 * 3) - 1 = 2.873 s and sqrt(1.5 * 11) - 1 = 3.062 s.
// The program is 1 % above the best on one step of two, its gap 1.98 % there and 0
// on the other. The policy whose schedule stands in for the search on step 8 has no
// cell.
func TestMethodTables(t *testing.T) {
	c := compare.Collect(three())
	golden.Tables(t, "methods.txt", view.MethodSteps(c, "a.swf", 0), view.Methods(c))
	golden.Text(t, "methods-wide.txt", []byte(write(t, view.MethodSteps(c, "a.swf", 0), table.Wide)+"\n"+write(t, view.Methods(c), table.Wide)))
	if got := write(t, view.MethodSteps(c, "a.swf", 1), table.Text); !strings.Contains(got, "(1 of 2 steps shown)") || strings.Contains(got, "limit") {
		t.Errorf("found\n%s", got)
	}
}

func TestMethodFigures(t *testing.T) {
	figures := view.MethodFigures(compare.Collect(three()), "a.swf")
	for name, texts := range map[string][]string{
		"cactus":          {">ilp, grid optimum: 2 of 2<", ">exact, one-second optimum: 1 of 2<"},
		"profile-time":    {">exact, one-second optimum<", ">share of 2 steps<"},
		"profile-quality": {">policies<", ">exact<"},
	} {
		var svg bytes.Buffer
		if err := figures[name].Write(&svg, canvas.SVG); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, want := range texts {
			if !strings.Contains(svg.String(), want) {
				t.Errorf("%s lacks %s", name, want)
			}
		}
	}
	alone := view.MethodFigures(compare.Collect(three()[:1]), "a.swf")
	if len(alone) != 0 {
		t.Errorf("one method without a proof: found %d figures", len(alone))
	}
}
