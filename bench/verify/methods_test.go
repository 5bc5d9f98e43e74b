package verify_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
)

// Several results of one step are held against each other, in either order: 745
// is the optimum, so that a bound of 780 beside an objective of 817 is wrong, which
// that result alone does not tell without the enumeration. The same goes for results on one grid with one horizon.
func TestResultsOfOneStep(t *testing.T) {
	s := sample()
	second, grid, wrong := secondResult(s), gridResult(s, 7), gridResult(s, 7)
	wrong.Method = "another"
	wrong.Bounds, wrong.Bound = map[optgap.BoundName]int64{"lp": 780}, 780
	wrong.Gap, wrong.RatioToBound = new(37.0/817), 817.0/780
	other := gridResult(s, 5)
	high := searched(s, 7) // the order of its starts plans 927, and the program found 927
	high.GridObjective, high.GridBound = 927+7*5, 927+7
	high.Status, high.EndedBy = optgap.StatusFeasible, optgap.EndedTimeLimit
	cut := high // of another problem
	cut.Horizon = "policies"
	const above = "line 2: step 3, method exact: grid_bound: found 934, expected at most 927, the "
	const twice = " a second time, expected it once: it is on line 1 already"
	for _, c := range []struct {
		results []record.Result
		want    string // of the only fault
	}{
		{[]record.Result{second, grid, other}, ""},
		{[]record.Result{wrong}, ""},
		{[]record.Result{second, grid, second}, "line 3: step 3, method exact: method: found exact" + twice},
		{[]record.Result{grid, grid}, "line 2: step 3, method ilp: method: found ilp" + twice},
		{[]record.Result{grid, second, wrong},
			"line 3: step 3, method another: bounds.lp: found 780, expected at most 745, the objective on line 2"},
		{[]record.Result{wrong, grid, second},
			"line 3: step 3, method exact: objective: found 745, expected at least 780, the bound on line 1"},
		{[]record.Result{grid, searched(s, 7)}, ""},
		{[]record.Result{grid, searched(s, 5)}, ""},
		{[]record.Result{grid, high}, above + "objective of a plan in slots of 7 s\n" + above + "grid_objective on line 1"},
		{[]record.Result{grid, cut}, ""},
	} {
		rep := must.Get(verify.Results(one(c.results...), one(*s), verify.Options{OptimumJobs: -1}))
		var found []string
		for _, f := range rep.Faults {
			found = append(found, f.String())
		}
		must.Equal(t, strings.Join(found, "\n"), c.want)
		must.Hold(t, rep.Results == len(c.results) && rep.Steps == 1 && rep.Unanswered == 0,
			"found", rep, "expected", len(c.results), "results of one step")
	}
}

// A method of another program is told once, and all is checked that does not depend on it. It has no objectives.
func TestOfAnotherProgram(t *testing.T) {
	for _, c := range []struct {
		known             []string
		method, objective string
		foreign           string
		want              string // found and expected; "": no fault
	}{
		{nil, "oracle", "", "", ""},
		{[]string{"policies", "exact"}, "exact", "", "", ""},
		{[]string{"policies", "exact"}, "oracle", "", "oracle", ""},
		{[]string{"policies", "exact"}, "Exact", "", "Exact", ""},
		{[]string{"policies", "exact"}, "", "", "", "method: found none, expected a name"},
		{nil, "exact", "tardiness", "", "objective_name: found tardiness, expected none, as derived again"},
	} {
		s := sample()
		r := secondResult(s)
		r.Method, r.ObjectiveName = c.method, c.objective
		var found []string
		rep := must.Get(verify.Results(one(r), one(*s), verify.Options{Methods: c.known}))
		for _, f := range rep.Faults {
			found = append(found, f.Field+": found "+f.Found+", expected "+f.Expected)
		}
		if got, foreign := strings.Join(found, "; "), strings.Join(rep.Foreign, ", "); got != c.want || foreign != c.foreign {
			t.Errorf("%q of %q: found %q and %q, expected %q and %q", c.method, c.known, got, foreign, c.want, c.foreign)
		}
		r.Starts[0].Start = 0 // where too few processors are free
		rep = must.Get(verify.Results(one(r), one(*s), verify.Options{Methods: c.known}))
		if !slices.ContainsFunc(rep.Faults, func(f verify.Fault) bool { return f.Field == "starts" }) {
			t.Errorf("%q, %q: found %v, expected a fault of the starts", c.method, c.objective, rep.Faults)
		}
	}
}

// Results that steps lack and other steps have are listed apart from the faults.
func TestMissing(t *testing.T) {
	var steps []optgap.Step
	for i := range 3 {
		s := sample()
		s.Index = i
		steps = append(steps, *s)
	}
	second := func(i int) record.Result { return secondResult(&steps[i]) }
	grid := func(i int) record.Result { return gridResult(&steps[i], 7) }
	failed := func(i int) record.Result {
		r := errorResult(&steps[i])
		r.Method = "ilp"
		return r
	}
	const lacks = "result: found none, expected one, as other steps have one by this method"
	for _, c := range []struct {
		results    []record.Result
		unanswered int
		want       []string
	}{
		{[]record.Result{second(2), second(0), second(1)}, 0, nil},
		{[]record.Result{second(0), second(2)}, 1, []string{"step 1, method exact: " + lacks}},
		{[]record.Result{second(0), grid(1), second(1), grid(2), second(2)}, 0, []string{"step 0, method ilp: " + lacks}},
		{[]record.Result{grid(1), second(0)}, 1, []string{
			"step 0, method ilp: " + lacks, "step 1, method exact: " + lacks, "step 2, method ilp: " + lacks,
			"step 2, method exact: " + lacks}},
		{[]record.Result{grid(0), failed(1), failed(2)}, 0, nil},
		{[]record.Result{failed(0), failed(2)}, 1, []string{"step 1, method ilp: " + lacks}},
		{nil, 3, nil},
	} {
		rep, err := verify.Results(one(c.results...), one(steps...), verify.Options{})
		must.Need(t, err == nil && len(rep.Faults) == 0, err, rep.Faults)
		var found []string
		for _, f := range rep.Missing {
			found = append(found, f.String())
		}
		must.EqualSlices(t, found, c.want)
		must.Equal(t, rep.Unanswered, c.unanswered)
	}
}

// weightedStep returns a small step that minimises another average than the ARTwW.
func weightedStep(seed uint64) *optgap.Step {
	r := rand.New(rand.NewPCG(seed, 5))
	s := steptest.Random(r, steptest.Options{MaxJobs: 6, MaxEstimate: 300, Dips: seed%2 == 0})
	for i := range s.Jobs {
		s.Jobs[i].ID += 100
	}
	o := optgap.ObjectiveSLD
	switch seed % 3 {
	case 0:
		steptest.Weigh(r, &s)
		return &s
	case 1:
		o = optgap.ObjectiveART
	}
	return must.Get(o.Of(&s))
}

// TestObjectiveOfResult: a step that names no objective may be planned for any. The result says for which, if the
// arguments of its run do not say another.
func TestObjectiveOfResult(t *testing.T) {
	s := sample()
	var results []record.Result
	for _, o := range []optgap.Objective{optgap.ObjectiveARTwW, optgap.ObjectiveART, optgap.ObjectiveSLD} {
		results = append(results, method.Solve(t.Context(), method.Exact, must.Get(o.Of(s)), method.Options{}))
	}
	report := must.Get(verify.Results(one(results...), one(*s), verify.Options{}))
	must.Hold(t, len(report.Faults) == 0 && report.Results == 3 && results[1].ObjectiveName == "art",
		"found", report, "of", results)
	asked := verify.Options{Arguments: map[string]string{"objective": "sld"}}
	faults := check(s, &results[1], asked)
	must.Hold(t, len(faults) == 1 && faults[0].Field == "objective_name", "found", faults)
}
