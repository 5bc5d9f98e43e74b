package best

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/heuristics/steptest"
)

// randomStep returns a step of up to so many jobs.
func randomStep(seed uint64, jobs int) *optgap.Step {
	step := steptest.Random(rand.New(rand.NewPCG(seed, 5)), steptest.Options{MinJobs: 2, MaxJobs: jobs, Dips: seed%2 == 0})
	step.Index = int(seed)
	return &step
}

func begin(t *testing.T, step *optgap.Step) *Known {
	t.Helper()
	k, err := Begin(step)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// offerOf returns the result of a method as an offer.
func offerOf(r record.Result) *Offer {
	var lines strings.Builder
	if err := record.NewWriter(&lines).Write(r); err != nil {
		panic(err)
	}
	for o, err := range ReadResults(strings.NewReader(lines.String()), "r") {
		if err != nil {
			panic(err)
		}
		return &o
	}
	return nil
}

// TestImproveKeepsWhatIsBest: what the search finds improves what is known or leaves it, a second
// offer changes nothing, and the result verifies. On small steps no trust is needed, as enumeration
// proves the bound.
func TestImproveKeepsWhatIsBest(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(40) {
		step := randomStep(seed, 6)
		k := begin(t, step)
		if found, err := k.Check(ctx, step, 0); err != nil || len(found.Wrong) > 0 {
			t.Fatalf("step %d: %v %v", seed, found.Wrong, err)
		}
		r := method.Solve(ctx, method.Exact, step, method.Options{NoBounds: true})
		next, better, err := k.Improve(ctx, step, offerOf(r), false)
		if err != nil {
			t.Fatalf("step %d: %v", seed, err)
		}
		if !next.Proven() || next.Objective != r.Objective || better.Objective != (r.Objective < k.Objective) {
			t.Errorf("step %d: %+v, expected the optimum %d", seed, next, r.Objective)
		}
		if _, optimum := steptest.Optimum(step); next.Objective != optimum {
			t.Errorf("step %d: found %d, expected %d by brute force", seed, next.Objective, optimum)
		}
		again, better, err := next.Improve(ctx, step, offerOf(r), true)
		if err != nil || better != (Better{}) || again.Objective != next.Objective {
			t.Errorf("step %d: a second offer made %+v better: %v", seed, better, err)
		}
	}
}

// TestWrongOffers: a schedule with a collision, a foreign trace, another objective, a bound above the
// optimum, and a certificate that proves less than it says are refused, and nothing changes.
func TestWrongOffers(t *testing.T) {
	ctx := context.Background()
	step := &optgap.Step{
		Format: optgap.StepFormat, Trace: "t", Machine: 4, History: optgap.History{{Time: 0, Free: 4}},
		Jobs: []optgap.Job{{ID: 1, Width: 3, Estimate: 50}, {ID: 2, Width: 2, Estimate: 60}},
	}
	k := begin(t, step)
	if k.Objective != 370 { // SJF: 3*50 + 2*110
		t.Fatalf("found %d, expected 370", k.Objective)
	}
	index := 0
	starts := func(a, b int64) *record.Schedule {
		return &record.Schedule{Index: &index, Starts: []record.Start{{ID: 1, Start: a}, {ID: 2, Start: b}}}
	}
	foreign := starts(60, 0)
	foreign.Trace = "other"
	bound := func(v int64, c *record.Certificate) []Bound {
		proof := record.ProofSearch
		if c != nil {
			proof = record.ProofCertificate
		}
		return []Bound{{Name: "mine", Value: v, Proof: proof, Certificate: c}}
	}
	for want, o := range map[string]*Offer{
		"too many in use":          {Schedule: starts(0, 5)},
		`trace: found "other"`:     {Schedule: foreign},
		"objective_name":           {Minimise: "art"},
		"at most 370":              {Bounds: bound(371, nil)},
		"which the prices prove":   {Bounds: bound(369, &record.Certificate{Bound: 369, Bucket: 10})},
		"each job of the step":     {Schedule: &record.Schedule{Index: &index}},
		"within the range of int6": {Schedule: starts(1<<62, 0)},
	} {
		next, _, err := k.Improve(ctx, step, o, true)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("found %v, expected %s", err, want)
		}
		if next != k || k.Objective != 370 {
			t.Errorf("%s: what is known has changed", want)
		}
	}
}

// TestUntrusted: above the size that is enumerated, a bound that rests on a search alone is counted
// and not taken without trust.
func TestUntrusted(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(200) {
		step := randomStep(seed, 12)
		if len(step.Jobs) <= EnumeratedJobs {
			continue
		}
		k := begin(t, step)
		offer := offerOf(method.Solve(ctx, method.Exact, step, method.Options{NoBounds: true, NoCertificates: true}))
		if offer.Bounds[len(offer.Bounds)-1].Value <= k.Bound().Value {
			continue
		}
		next, better, err := k.Improve(ctx, step, offer, false)
		if err != nil || better.Untrusted == 0 || next.Bound().Value != k.Bound().Value {
			t.Errorf("found %+v, %v, expected bounds that are not taken", better, err)
		}
		next, _, err = k.Improve(ctx, step, offer, true)
		if err != nil || !next.Proven() || next.How() != record.ProofSearch {
			t.Errorf("found %+v, %v, expected a proof by search", next, err)
		}
		return
	}
	t.Error("no step was fit for the test")
}

// TestSmallCertificates: a certificate is made small when it is taken, the bound that it proved stays, and
// the same offer again changes nothing.
func TestSmallCertificates(t *testing.T) {
	ctx := context.Background()
	smaller := 0
	for seed := range uint64(150) {
		step := randomStep(seed, 14)
		r := method.Solve(ctx, method.Exact, step, method.Options{NoBounds: true})
		given, ok := r.Certificates[optgap.BoundLagrange]
		if len(step.Jobs) <= EnumeratedJobs || !ok {
			continue
		}
		next, _, err := begin(t, step).Improve(ctx, step, offerOf(r), false)
		if err != nil {
			t.Fatalf("step %d: %v", seed, err)
		}
		if next.Bound().Value < given.Bound {
			t.Errorf("step %d: found the bound %d, expected at least %d", seed, next.Bound().Value, given.Bound)
		}
		if c := next.Bounds[0].Certificate; c != nil && len(c.Ends) < len(given.Ends) {
			smaller++
		}
		again, better, err := next.Improve(ctx, step, offerOf(r), false)
		if err != nil || better.Objective || better.Bound || !sameBounds(again.Bounds, next.Bounds) {
			t.Errorf("step %d: a second offer made %+v better: %v", seed, better, err)
		}
	}
	if smaller < 10 {
		t.Errorf("%d certificates got smaller, expected at least 10", smaller)
	}
}

// TestTwoBounds: beside a larger bound that rests on a search, the largest that needs none stays.
func TestTwoBounds(t *testing.T) {
	var k Known
	for _, b := range []Bound{
		{Name: "fluid", Value: 5, Proof: record.ProofRecomputed}, {Name: "exact", Value: 9, Proof: record.ProofSearch},
		{Name: "lagrange", Value: 7, Proof: record.ProofCertificate}, {Name: "exact", Value: 8, Proof: record.ProofSearch},
	} {
		k.keep(b)
	}
	if len(k.Bounds) != 2 || k.Bounds[0].Value != 7 || k.Bounds[1].Value != 9 {
		t.Errorf("found %+v, expected 7 and 9", k.Bounds)
	}
	k.keep(Bound{Name: "lagrange", Value: 9, Proof: record.ProofCertificate})
	if len(k.Bounds) != 1 || k.Bounds[0].Proof != record.ProofCertificate {
		t.Errorf("found %+v, expected the certificate of 9 alone", k.Bounds)
	}
}
