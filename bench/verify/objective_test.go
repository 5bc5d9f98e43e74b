package verify_test

import (
	"math/rand/v2"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
)

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
	if len(report.Faults) > 0 || report.Results != 3 || results[1].ObjectiveName != "art" {
		t.Errorf("found %+v of %+v", report, results)
	}
	asked := verify.Options{Arguments: map[string]string{"objective": "sld"}}
	if faults := check(s, &results[1], asked); len(faults) != 1 || faults[0].Field != "objective_name" {
		t.Errorf("found %v", faults)
	}
}
