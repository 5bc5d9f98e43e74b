package summary_test

import (
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/internal/testing/recordtest"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/heuristics/must"
)

// ended returns a result of the program on slots of 60 s.
func ended(status optgap.Status, scope optgap.Scope, by optgap.EndedBy) *record.Result {
	return &record.Result{
		Method: "ilp", Status: status, Scope: scope, EndedBy: by, TimeScale: 60, Objective: 5000, ARTwW: 500,
	}
}

// The two meanings of optimal have two texts. A result without a schedule is unsolved. With its grid a result says the
// length of a slot.
func TestOutcome(t *testing.T) {
	check := func(r *record.Result, want, onGrid string) {
		t.Helper()
		solved := !strings.HasPrefix(want, "unsolved")
		if got := summary.Outcome(r); got != want || summary.Solved(r) != solved {
			t.Errorf("found %q, solved %v, expected %q", got, summary.Solved(r), want)
		}
		must.Equal(t, summary.OutcomeOnGrid(r), onGrid)
	}
	for _, c := range []struct {
		status optgap.Status
		scope  optgap.Scope
		by     optgap.EndedBy
		want   string
	}{
		{optgap.StatusOptimal, optgap.ScopeGrid, optgap.EndedFinished, "optimal on the grid"},
		{optgap.StatusOptimal, optgap.ScopeSecond, optgap.EndedFinished, "optimal at 1 s"},
		{optgap.StatusFeasible, "", optgap.EndedFinished, "feasible"},
		{optgap.StatusFeasible, "", optgap.EndedTimeLimit, "feasible: time limit"},
		{optgap.StatusLimit, "", optgap.EndedTimeLimit, "unsolved: time limit"},
		{optgap.StatusLimit, "", optgap.EndedNodeLimit, "unsolved: node limit"},
		{optgap.StatusLimit, "", optgap.EndedInterrupt, "unsolved: interrupted"},
		{optgap.StatusLimit, "", "", "unsolved: limit"},
		{optgap.StatusMemory, "", optgap.EndedMemoryLimit, "unsolved: memory limit"},
		{optgap.StatusCrashed, "", optgap.EndedSignal, "unsolved: crashed"},
		{optgap.StatusInfeasible, "", optgap.EndedFinished, "unsolved: infeasible"},
		{optgap.StatusError, "", "", "unsolved: failed"},
	} {
		onGrid := c.want + ", slots of 60 s"
		if c.scope == optgap.ScopeGrid {
			onGrid = c.want + " of 60 s"
		}
		check(ended(c.status, c.scope, c.by), c.want, onGrid)
	}
	for by, what := range map[optgap.EndedBy]string{optgap.EndedTimeLimit: "time", optgap.EndedMemoryLimit: "memory"} {
		r := &record.Result{Status: optgap.StatusFeasible, EndedBy: by, Formulation: "step"}
		want := "feasible: too little " + what + " for its program"
		check(r, want, want)
		r.Columns = 1
		check(r, "feasible: "+what+" limit", "feasible: "+what+" limit")
	}
}

func TestUnsolved(t *testing.T) {
	limit := ended(optgap.StatusLimit, "", optgap.EndedTimeLimit)
	crash := ended(optgap.StatusCrashed, "", optgap.EndedSignal)
	unknown := ended(optgap.StatusLimit, "", "")
	done := ended(optgap.StatusOptimal, optgap.ScopeGrid, optgap.EndedFinished)
	other := &record.Result{Method: "policies", Status: optgap.StatusFeasible}
	for want, results := range map[string][]*record.Result{
		"": {done, done},
		"3 of 4 steps are unsolved: 2 at the time limit, 1 crashed":      {crash, limit, done, limit},
		"1 of 1 step is unsolved: 1 at the time limit":                   {limit},
		"2 of 3 results are unsolved: 1 crashed, 1 at the time limit":    {crash, limit, other},
		"2 of 2 steps are unsolved: 1 at the limit, 1 at the time limit": {unknown, limit},
	} {
		var u summary.Unsolved
		for _, r := range results {
			u.Count(r)
		}
		must.Equal(t, u.String(), want)
	}
	must.Equal(t, new(summary.Unsolved).String(), "", "of no results")
}

// The ratios to bounds are those of the method, never those of a policy whose schedule
// stands in.
func TestUnsolvedHasNoRatio(t *testing.T) {
	results := recordtest.Studied()
	before := summary.Of(results)
	results[2].Bound, results[2].RatioToBound, results[2].Bounds = 2500, 2, map[optgap.BoundName]int64{"fluid": 2500}
	after := summary.Of(results)
	must.Equal(t, after.RatioToBound, before.RatioToBound)
	must.Equal(t, after.RatiosToBounds["fluid"], before.RatiosToBounds["fluid"])
}

// Two of three steps have no schedule of easy, and its average is of the third. ivs has none at all. mine fails on two
// steps, on one by a late decision. The results of two methods for one step count once.
func TestMisses(t *testing.T) {
	var results []record.Result
	for i, index := range []int{0, 1, 1, 2} {
		r := record.Result{
			Index: index, PolicyList: []string{"SJF", "easy", "ivs", "mine"},
			PoliciesLeftOut: map[string]string{"easy": "a dip", "ivs": "a dip"},
		}
		switch i {
		case 0:
			delete(r.PoliciesLeftOut, "easy")
		case 3:
			r.PoliciesLeftOut["mine"] = "it is late"
			r.PoliciesFailed = map[string]optgap.Status{"mine": optgap.StatusLimit}
		default:
			r.PoliciesLeftOut["mine"] = "it ends"
			r.PoliciesFailed = map[string]optgap.Status{"mine": optgap.StatusError}
		}
		results = append(results, r)
	}
	want := []struct {
		text string
		lost bool
	}{
		{"easy: 2 of 3 steps are left out: 2 as a dip", false},
		{"ivs: 3 of 3 steps are left out: 3 as a dip", true},
		{"mine failed on 2 of 3 steps, on 1 by a late decision, as on a busy machine (first: it ends)", true},
	}
	misses := summary.Misses(results)
	must.Need(t, len(misses) == len(want), "found", misses, "expected three policies")
	for i, m := range misses {
		must.Equal(t, m.String(), want[i].text)
		must.Equal(t, m.Lost(), want[i].lost)
	}
}
