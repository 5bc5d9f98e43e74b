package verify_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/exact"
	"github.com/optgap/optgap/ilp/grid"
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

// TestWeightedResultsPass: the results of the methods hold, with their bounds and certificates.
func TestWeightedResultsPass(t *testing.T) {
	certified := 0
	for seed := range uint64(20) {
		s := weightedStep(seed)
		for _, m := range []method.Method{method.Policies, method.Exact, method.ILP} {
			o := method.Options{
				Limits: exact.Limits{TimeLimit: 2 * time.Second},
				Grid:   grid.Choice{Scale: 1 + int64(seed%4)*50}, Scaled: seed%5 == 0,
			}
			r := method.Solve(context.Background(), m, s, o)
			report, err := verify.Results(one(r), one(*s), verify.Options{})
			if err != nil || len(report.Faults) > 0 || r.Status == optgap.StatusError {
				t.Fatalf("seed %d: %v, faults %v\nstep %+v\nresult %+v", seed, err, report.Faults, s, r)
			}
			certified += len(r.Certificates)
		}
	}
	if certified < 50 {
		t.Errorf("%d certificates", certified)
	}
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
