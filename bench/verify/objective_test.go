package verify_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
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
	for seed := range uint64(60) {
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
	if certified < 150 {
		t.Errorf("%d certificates", certified)
	}
}

// TestWeightedFaults plants faults in a result for the slowdown.
func TestWeightedFaults(t *testing.T) {
	for name, c := range map[string]struct {
		damage func(*record.Result)
		want   string
	}{
		"the name":     {func(r *record.Result) { r.ObjectiveName = "art" }, "objective_name"},
		"no name":      {func(r *record.Result) { r.ObjectiveName = "" }, "objective_name"},
		"the value":    {func(r *record.Result) { r.ObjectiveValue *= 1.001 }, "objective_value"},
		"the error":    {func(r *record.Result) { r.ObjectiveValueError = 0.1 }, "objective_value_error"},
		"the artww":    {func(r *record.Result) { r.ARTwW *= 1.01 }, "artww"},
		"a bound":      {func(r *record.Result) { r.Bounds["fluid"]++ }, "bounds.fluid"},
		"another step": {func(r *record.Result) { r.Objective++ }, "objective"},
	} {
		s := weightedStep(5)
		r := method.Solve(context.Background(), method.Exact, s, method.Options{})
		c.damage(&r)
		report, err := verify.Results(one(r), one(*s), verify.Options{})
		if err != nil || !slices.ContainsFunc(report.Faults, func(f verify.Fault) bool { return f.Field == c.want }) {
			t.Errorf("%s: %v, faults %v, expected one of %s", name, err, report.Faults, c.want)
		}
	}
}

// TestWrongWeights: steps whose weights are not those of their objective are refused.
func TestWrongWeights(t *testing.T) {
	s := weightedStep(5)
	r := method.Solve(context.Background(), method.Policies, s, method.Options{NoBounds: true})
	s.Jobs[0].Weight *= 2
	report, err := verify.Results(one(r), one(*s), verify.Options{})
	if found := fmt.Sprint(err, report); !strings.Contains(found, "objective_name is sld") {
		t.Errorf("found %s, expected weights that are refused", found)
	}
}
