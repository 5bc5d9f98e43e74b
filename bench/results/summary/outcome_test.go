package summary_test

import (
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/internal/testing/recordtest"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
)

// ended returns a result of the program on slots of 60 s.
func ended(status optgap.Status, scope optgap.Scope, by optgap.EndedBy) *record.Result {
	return &record.Result{
		Method: "ilp", Status: status, Scope: scope, EndedBy: by, TimeScale: 60, Objective: 5000, ARTwW: 500,
	}
}

// The two meanings of optimal have two texts. A result without a schedule is unsolved.
func TestOutcome(t *testing.T) {
	for _, c := range []struct {
		r            *record.Result
		want, onGrid string
		solved       bool
	}{
		{
			ended(optgap.StatusOptimal, optgap.ScopeGrid, optgap.EndedFinished),
			"optimal on the grid", "optimal on the grid of 60 s", true,
		},
		{
			ended(optgap.StatusOptimal, optgap.ScopeSecond, optgap.EndedFinished),
			"optimal at 1 s", "optimal at 1 s, slots of 60 s", true,
		},
		{ended(optgap.StatusFeasible, "", optgap.EndedFinished), "feasible", "feasible, slots of 60 s", true},
		{
			ended(optgap.StatusFeasible, "", optgap.EndedTimeLimit),
			"feasible: time limit", "feasible: time limit, slots of 60 s", true,
		},
		{
			&record.Result{Status: optgap.StatusFeasible, EndedBy: optgap.EndedTimeLimit, Formulation: "step", Columns: 1},
			"feasible: time limit", "feasible: time limit", true,
		},
		{
			&record.Result{Status: optgap.StatusFeasible, EndedBy: optgap.EndedTimeLimit, Formulation: "step"},
			"feasible: too little time for its program", "feasible: too little time for its program", true,
		},
		{
			&record.Result{Status: optgap.StatusFeasible, EndedBy: optgap.EndedMemoryLimit, Formulation: "step"},
			"feasible: too little memory for its program", "feasible: too little memory for its program", true,
		},
		{
			ended(optgap.StatusLimit, "", optgap.EndedTimeLimit),
			"unsolved: time limit", "unsolved: time limit, slots of 60 s", false,
		},
		{
			ended(optgap.StatusLimit, "", optgap.EndedNodeLimit),
			"unsolved: node limit", "unsolved: node limit, slots of 60 s", false,
		},
		{
			ended(optgap.StatusLimit, "", optgap.EndedInterrupt),
			"unsolved: interrupted", "unsolved: interrupted, slots of 60 s", false,
		},
		{ended(optgap.StatusLimit, "", ""), "unsolved: limit", "unsolved: limit, slots of 60 s", false},
		{
			ended(optgap.StatusMemory, "", optgap.EndedMemoryLimit),
			"unsolved: memory limit", "unsolved: memory limit, slots of 60 s", false,
		},
		{ended(optgap.StatusCrashed, "", optgap.EndedSignal), "unsolved: crashed", "unsolved: crashed, slots of 60 s", false},
		{
			ended(optgap.StatusInfeasible, "", optgap.EndedFinished),
			"unsolved: infeasible", "unsolved: infeasible, slots of 60 s", false,
		},
		{&record.Result{Status: optgap.StatusError}, "unsolved: failed", "unsolved: failed", false},
	} {
		if got := summary.Outcome(c.r); got != c.want {
			t.Errorf("found %q, expected %q", got, c.want)
		}
		if got := summary.OutcomeOnGrid(c.r); got != c.onGrid {
			t.Errorf("found %q, expected %q", got, c.onGrid)
		}
		if got := summary.Solved(c.r); got != c.solved {
			t.Errorf("%s: found solved %v", c.want, got)
		}
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
		if got := u.String(); got != want {
			t.Errorf("found %q, expected %q", got, want)
		}
	}
	if got := new(summary.Unsolved).String(); got != "" {
		t.Errorf("of no results: found %q", got)
	}
}

// The ratios to bounds are those of the method, never those of a policy whose schedule
// stands in.
func TestUnsolvedHasNoRatio(t *testing.T) {
	results := recordtest.Studied()
	before := summary.Of(results)
	results[2].Bound, results[2].RatioToBound, results[2].Bounds = 2500, 2, map[optgap.BoundName]int64{"fluid": 2500}
	after := summary.Of(results)
	if after.RatioToBound != before.RatioToBound || after.RatiosToBounds["fluid"] != before.RatiosToBounds["fluid"] {
		t.Errorf("found %v and %v, expected those of the solved steps", after.RatioToBound, after.RatiosToBounds)
	}
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
	if len(misses) != len(want) {
		t.Fatalf("found %v, expected three policies", misses)
	}
	for i, m := range misses {
		if m.String() != want[i].text || m.Lost() != want[i].lost {
			t.Errorf("found %q, lost %t, expected %+v", m, m.Lost(), want[i])
		}
	}
}
