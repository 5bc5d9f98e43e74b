package library

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
)

// randomStep returns a step of up to so many jobs.
func randomStep(seed uint64, jobs int) *optgap.Step {
	step := steptest.Random(rand.New(rand.NewPCG(seed, 5)), steptest.Options{MinJobs: 2, MaxJobs: jobs, Dips: seed%2 == 0})
	step.Index = int(seed)
	return &step
}

// offerOf returns the result of a method as an offer.
func offerOf(r record.Result) *Offer {
	var lines strings.Builder
	must.Do(record.NewWriter(&lines).Write(r))
	for o, err := range offersOfResults(strings.NewReader(lines.String()), "r") {
		if err != nil {
			panic(err)
		}
		return &o
	}
	return nil
}

// TestImproveKeepsWhatIsBest: what the search finds improves what is known or leaves it, a second
// offer changes nothing, and the result verifies. On small steps enumeration proves the bound.
func TestImproveKeepsWhatIsBest(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(40) {
		step := randomStep(seed, 6)
		k := must.Get(Begin(step))
		if found, err := k.Check(ctx, step, 0); err != nil || len(found.Wrong) > 0 {
			t.Fatalf("step %d: %v %v", seed, found.Wrong, err)
		}
		r := method.Solve(ctx, method.Exact, step, method.Options{NoBounds: true})
		next, better, err := k.Improve(ctx, step, offerOf(r), time.Hour)
		if err != nil {
			t.Fatalf("step %d: %v", seed, err)
		}
		if !next.Proven() || next.Objective != r.Objective || better.Objective != (r.Objective < k.Objective) {
			t.Errorf("step %d: %+v, expected the optimum %d", seed, next, r.Objective)
		}
		if _, optimum := steptest.Optimum(step); next.Objective != optimum {
			t.Errorf("step %d: found %d, expected %d by brute force", seed, next.Objective, optimum)
		}
		again, better, err := next.Improve(ctx, step, offerOf(r), time.Hour)
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
	k := must.Get(Begin(step))
	if k.Objective != 370 { // SJF: 3*50 + 2*110
		t.Fatalf("found %d, expected 370", k.Objective)
	}
	index := 0
	starts := func(a, b int64) *record.Schedule {
		return &record.Schedule{Index: &index, Starts: []record.Start{{ID: 1, Start: a}, {ID: 2, Start: b}}}
	}
	foreign := starts(60, 0)
	foreign.Trace = "other"
	bound := func(v int64, c *optgap.Certificate) []Bound {
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
		"which the prices prove":   {Bounds: bound(369, &optgap.Certificate{Bound: 369, Bucket: 10})},
		"each job of the step":     {Schedule: &record.Schedule{Index: &index}},
		"above the range of int64": {Schedule: starts(1<<62, 0)},
	} {
		next, _, err := k.Improve(ctx, step, o, time.Hour)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("found %v, expected %s", err, want)
		}
		if next != k || k.Objective != 370 {
			t.Errorf("%s: what is known has changed", want)
		}
	}
}

// larger returns steps above the size that is enumerated, each with what is known at first and what the
// search finds.
func larger(n int, each func(step *optgap.Step, k *Known, r record.Result)) {
	for seed := uint64(0); n > 0; seed++ {
		step := randomStep(seed, 12)
		if len(step.Jobs) <= EnumeratedJobs {
			continue
		}
		n--
		solved := method.Solve(context.Background(), method.Exact, step, method.Options{NoBounds: true})
		each(step, must.Get(Begin(step)), solved)
	}
}

// TestStated: a bound at the word of its giver is searched for again. What that does not prove is a claim,
// which closes no line, verifies, and goes once there is a proof.
func TestStated(t *testing.T) {
	ctx := context.Background()
	claims := 0
	larger(40, func(step *optgap.Step, k *Known, _ record.Result) {
		r := method.Solve(ctx, method.Exact, step, method.Options{NoBounds: true, NoCertificates: true})
		next, _, err := k.Improve(ctx, step, offerOf(r), time.Hour)
		needed := k.Bound().Value < r.Objective
		if err != nil || !next.Proven() || next.Claim != nil || needed && next.How() != record.ProofSearch {
			t.Errorf("step %d: found %+v, %v, expected a proof by search", step.Index, next, err)
		}
		hasty, better, err := k.Improve(ctx, step, offerOf(r), 1)
		if err != nil || hasty.Proven() == better.Claim || better.Claim && hasty.Claim.Value != r.Objective {
			t.Errorf("step %d: found %+v, %v, expected a claim or a proof", step.Index, hasty, err)
		}
		if !better.Claim {
			return
		}
		claims++
		if found, err := hasty.Check(ctx, step, 0); err != nil || len(found.Wrong) > 0 {
			t.Errorf("step %d: %v %v", step.Index, found.Wrong, err)
		}
		proven, _, err := hasty.Improve(ctx, step, offerOf(r), time.Hour)
		if err != nil || !proven.Proven() || proven.Claim != nil {
			t.Errorf("step %d: found %+v, %v, expected the claim to be proven", step.Index, proven, err)
		}
		wrong := *hasty
		wrong.Claim = &Claim{Value: hasty.Objective + 1}
		if found, err := wrong.Check(ctx, step, 0); err != nil || len(found.Wrong) == 0 {
			t.Errorf("step %d: a claim above the objective is no fault: %v", step.Index, err)
		}
	})
	if claims == 0 {
		t.Error("no step was fit for a claim")
	}
}

// TestTamperedOffers: 280 bounds above the optimum, without a certificate or with one that proves less,
// under any name and label, are refused.
func TestTamperedOffers(t *testing.T) {
	larger(40, func(step *optgap.Step, k *Known, r record.Result) {
		var certificate *optgap.Certificate
		if c, ok := r.Certificates[optgap.BoundLagrange]; ok {
			certificate = &c
		}
		raised := r.Objective + 1
		for _, b := range []Bound{
			{Name: "mine", Proof: record.ProofClaimed}, {Name: "mine", Proof: record.ProofSearch},
			{Name: "exact", Proof: record.ProofSearch}, {Name: "lagrange", Proof: record.ProofSearch},
			{Name: "fluid", Proof: record.ProofRecomputed}, {Name: "lagrange", Proof: record.ProofCertificate},
			{Name: "lagrange", Proof: record.ProofSearch, Certificate: certificate},
		} {
			b.Value = raised
			next, _, err := k.Improve(context.Background(), step, &Offer{Bounds: b.parts()}, time.Hour)
			if err == nil || next != k {
				t.Errorf("step %d: %s, %s: found %+v, expected a refusal", step.Index, b.Name, b.Proof, next.Bound())
			}
		}
	})
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
