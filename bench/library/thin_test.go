package library

import (
	"context"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/bound"
)

// searched returns a random step, with what method exact finds for it.
func searched(seed uint64) (*optgap.Step, record.Result) {
	step := steptest.Random(rand.New(rand.NewPCG(seed, 7)), steptest.Options{MinJobs: 4, MaxJobs: 8, Dips: seed%2 == 0})
	return &step, method.Solve(context.Background(), method.Exact, &step, method.Options{})
}

// TestSmallCertificatesHold: what a small certificate states is what its prices prove, and is at most the
// optimum. It keeps to the rule: short, or without a loss where it proves the optimum; a loss of at most
// the share of its worth where it need not be cut.
func TestSmallCertificatesHold(t *testing.T) {
	rules := []rule{{numbers: 1 << 30}, {loss: 0.01, numbers: 1000}, {loss: 0.3, numbers: 9}, {loss: 0.1, numbers: 40}}
	kept := 0
	for seed := range uint64(60) {
		step, r := searched(seed)
		starts, optimum := steptest.Optimum(step)
		for name, c := range r.Certificates {
			for _, rule := range rules {
				small, err := rule.certificate(step, name, &c, starts)
				if err != nil {
					t.Fatalf("step %d, %s: %v", seed, name, err)
				}
				if small == nil {
					continue
				}
				kept++
				proven, err := verify.Proven(step, name, small)
				switch {
				case err != nil || proven != small.Bound || proven > optimum || proven <= bound.Fluid(step):
					t.Errorf("step %d, %s: states %d, proves %d, %v; the optimum is %d", seed, name, small.Bound, proven, err, optimum)
				case len(small.Ends)*(1+max(1, len(small.Groups))) > rule.numbers && small.Bound < optimum:
					t.Errorf("step %d, %s: found %d ends, expected at most %d numbers", seed, name, len(small.Ends), rule.numbers)
				case rule.numbers == 1000 && float64(small.Bound-bound.Fluid(step)) < 0.99*float64(c.Bound-bound.Fluid(step)):
					t.Errorf("step %d, %s: kept %d of %d", seed, name, small.Bound, c.Bound)
				}
			}
		}
	}
	if kept < 100 {
		t.Errorf("kept %d certificates, expected at least 100", kept)
	}
}

// TestEqualPiecesAreJoined: pieces that only repeat a price go without a loss, so a certificate by
// buckets becomes one by ends.
func TestEqualPiecesAreJoined(t *testing.T) {
	step := &optgap.Step{
		Format: optgap.StepFormat, Machine: 4, History: optgap.History{{Time: 0, Free: 4}},
		Jobs: []optgap.Job{{ID: 1, Width: 3, Estimate: 50}, {ID: 2, Width: 2, Estimate: 60}},
	}
	// Started at once, both jobs cost 3*50 + 2*60 = 270. They pay 3*50 + 2*50 at a price of 1 until second
	// 50. At most 3 of the 4 processors can be in use: 270 + 250 - 3*50 = 370, the optimum.
	c := &optgap.Certificate{Bound: 370, Bits: 2, Bucket: 10, Price: []int64{4, 4, 4, 4, 4}}
	small, err := rule{}.certificate(step, optgap.BoundLP, c, optgap.Schedule{0, 50})
	if err != nil || small == nil {
		t.Fatalf("found %v, %v", small, err)
	}
	if want := (optgap.Certificate{Bound: 370, Ends: []int64{50}, Price: []int64{1}}); !reflect.DeepEqual(*small, want) {
		t.Errorf("found %+v, expected %+v", *small, want)
	}
}

// TestWrongCertificates: a bound above what the prices prove, and prices that make no sense, are refused;
// prices of 0 are worth nothing.
func TestWrongCertificates(t *testing.T) {
	step, r := searched(3)
	starts, _ := steptest.Optimum(step)
	for want, c := range map[string]*optgap.Certificate{
		"which the prices prove":        {Bound: r.Objective + 1},
		"found -1, expected at least 0": {Bucket: 10, Price: []int64{-1}},
	} {
		_, err := rule{}.certificate(step, optgap.BoundLP, c, starts)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("found %v, expected %s", err, want)
		}
	}
	small, err := rule{numbers: 9}.certificate(step, optgap.BoundLP, &optgap.Certificate{}, starts)
	if small != nil || err != nil {
		t.Errorf("found %v, %v, expected none", small, err)
	}
}
