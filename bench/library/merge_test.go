package library

import (
	"cmp"
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/bound"
)

// randomStep returns a step of up to so many jobs.
func randomStep(seed uint64, jobs int) *optgap.Step {
	step := steptest.Random(rand.New(rand.NewPCG(seed, 5)), steptest.Options{MinJobs: 2, MaxJobs: jobs, Dips: seed%2 == 0})
	step.Index = int(seed)
	return &step
}

// begun returns an entry of which the best plan of the policies and the bound fluid are known.
func begun(step *optgap.Step) *Entry {
	a := &method.Answer{
		Schedule: heuristics.BestPlan(step), Status: optgap.StatusFeasible, EndedBy: optgap.EndedFinished,
		Bounds: []method.Bound{{Name: optgap.BoundFluid, Value: bound.Fluid(step), RestsOn: record.ProofRecomputed}},
	}
	r := method.Complete(context.Background(), method.Method{Name: record.Given}, step, a, method.Options{NoBounds: true})
	return &Entry{Result: &r, Set: &Set{Name: "test"}, Step: step}
}

// offered returns what becomes of the offer of a result.
func offered(e *Entry, r record.Result, limit time.Duration) *Added {
	r.Index = e.Index
	r.Method = cmp.Or(r.Method, "mine")
	l := &Library{known: map[int]*Entry{e.Index: e}}
	return must.Get(l.Add(context.Background(), r, Adding{Limit: limit}))
}

// holds checks that what is known of an entry verifies.
func holds(t *testing.T, e *Entry) {
	t.Helper()
	found, err := Check(context.Background(), []*Entry{e}, func() {})
	must.Hold(t, err == nil && len(found.Faults) == 0,
		"step", e.Index, "found", found.Faults, err, "expected no fault")
}

// TestAddKeepsWhatIsBest: what the search finds improves what is known or leaves it, a second offer changes nothing,
// and the result verifies. On small steps enumeration proves the bound.
func TestAddKeepsWhatIsBest(t *testing.T) {
	for seed := range uint64(40) {
		step := randomStep(seed, 6)
		e := begun(step)
		holds(t, e)
		r := method.Solve(t.Context(), method.Exact, step, method.Options{NoBounds: true})
		before := e.Objective
		a := offered(e, r, time.Hour)
		_, optimum := steptest.Optimum(step)
		must.Hold(t, a.Wrong == nil && e.Status == optgap.StatusOptimal && e.Objective == optimum,
			"step", seed, "found", e.Result, a.Wrong, "expected the optimum", optimum)
		must.Equal(t, e.ScheduleFrom != nil, optimum < before, "step", seed, "better",
			"the objective was", before, "and is", optimum)
		holds(t, e)
		known := e.Result
		again := offered(e, r, time.Hour)
		must.Hold(t, e.Result == known && again.Wrong == nil,
			"step", seed, "a second offer made", e.Result, "better", again.Wrong)
	}
}

// TestWrongOffers: a schedule with a collision, a foreign trace, another objective, a bound above the optimum, and a
// certificate that proves less than it says are refused, and nothing changes.
func TestWrongOffers(t *testing.T) {
	step := &optgap.Step{
		Format: optgap.StepFormat, Trace: "t", Machine: 4, History: optgap.History{{Time: 0, Free: 4}},
		Jobs: []optgap.Job{{ID: 1, Width: 3, Estimate: 50}, {ID: 2, Width: 2, Estimate: 60}},
	}
	e := begun(step)
	known := e.Result
	if known.Objective != 370 { // SJF: 3*50 + 2*110
		t.Fatalf("found %d, expected 370", known.Objective)
	}
	starts := func(a, b int64) record.Result {
		return record.Result{Starts: []record.Start{{ID: 1, Start: a}, {ID: 2, Start: b}}}
	}
	foreign := starts(60, 0)
	foreign.Trace = "other"
	bound := func(v int64, c *optgap.Certificate) record.Result {
		r := record.Result{Bounds: map[optgap.BoundName]int64{"mine": v}}
		if c != nil {
			r.Certificates = map[optgap.BoundName]optgap.Certificate{"mine": *c}
		}
		return r
	}
	for want, r := range map[string]record.Result{
		"too many in use":          starts(0, 5),
		`trace: found "other"`:     foreign,
		"objective_name":           {ObjectiveName: "art"},
		"0 to 370":                 bound(371, nil),
		"expected at most":         bound(369, &optgap.Certificate{Bound: 369, Bucket: 10}),
		"each job of the step":     {Starts: []record.Start{}},
		"above the range of int64": starts(1<<62, 0),
		"found -1":                 bound(-1, nil),
	} {
		a := offered(e, r, time.Hour)
		must.Hold(t, a.Wrong != nil && strings.Contains(a.Wrong.Error(), want),
			"found", a.Wrong, "expected", want)
		must.Equal(t, e.Result, known, want, "what is known has changed")
	}
}

// unlisted returns steps above the size that is enumerated, with what is known at first and what the search finds.
func unlisted(n int, o method.Options, each func(e *Entry, r record.Result)) {
	for seed := uint64(0); n > 0; seed++ {
		step := randomStep(seed, 12)
		if len(step.Jobs) > EnumeratedJobs {
			n--
			each(begun(step), method.Solve(context.Background(), method.Exact, step, o))
		}
	}
}

// TestStated: a bound at the word of its giver is searched for again. What that does not prove is a claim,
// which closes no line, verifies, and goes once there is a proof.
func TestStated(t *testing.T) {
	claims := 0
	unlisted(40, method.Options{NoBounds: true, NoCertificates: true}, func(e *Entry, r record.Result) {
		needed := e.Bound < r.Objective
		hasty := begun(e.Step)
		a := offered(e, r, time.Hour)
		if a.Wrong != nil || e.Bound != r.Objective || needed && e.Line().Proof != record.ProofSearch {
			t.Errorf("step %d: found %+v, %v, expected a proof by search", e.Index, e.Result, a.Wrong)
		}
		a = offered(hasty, r, 1)
		proven := hasty.Bound == r.Objective
		if a.Wrong != nil || proven == a.Claimed || a.Claimed && hasty.Claim.Value != r.Objective {
			t.Errorf("step %d: found %+v, %v, expected a claim or a proof", e.Index, hasty.Result, a.Wrong)
		}
		if !a.Claimed {
			return
		}
		claims++
		holds(t, hasty)
		wrong := *hasty.Result
		wrong.Claim = &record.Claim{Value: wrong.Objective + 1}
		found, err := Check(t.Context(), []*Entry{{Result: &wrong, Set: hasty.Set, Step: hasty.Step}}, func() {})
		must.Hold(t, err == nil && len(found.Faults) != 0,
			"step", e.Index, "a claim above the objective is no fault", err)
		a = offered(hasty, r, time.Hour)
		must.Hold(t, a.Wrong == nil && hasty.Bound == r.Objective && hasty.Claim == nil,
			"step", e.Index, "found", hasty.Result, a.Wrong, "expected the claim to be proven")
	})
	must.Hold(t, claims != 0, "no step was fit for a claim")
}

// TestTamperedOffers: 140 bounds above the optimum, times the effort, are refused, without a certificate or with one
// that proves less, under any name and label.
func TestTamperedOffers(t *testing.T) {
	unlisted(steptest.Times(20), method.Options{NoBounds: true}, func(e *Entry, r record.Result) {
		known := e.Result
		for _, b := range []struct {
			name  optgap.BoundName
			proof record.Proof
		}{
			{"mine", record.ProofClaimed}, {"mine", record.ProofSearch}, {"exact", record.ProofSearch},
			{"lagrange", record.ProofSearch}, {"fluid", record.ProofRecomputed}, {"lagrange", record.ProofCertificate},
			{"exact", record.ProofCertified},
		} {
			bad := record.Result{
				Bounds: map[optgap.BoundName]int64{b.name: r.Objective + 1}, Certificates: r.Certificates,
				Proofs: map[optgap.BoundName]record.Proof{b.name: b.proof},
			}
			a := offered(e, bad, time.Hour)
			must.Hold(t, a.Wrong != nil && e.Result == known,
				"step", e.Index, b.name, b.proof, "found", e.Bound, "expected a refusal")
		}
	})
}

// TestTwoBounds: beside a larger bound that rests on a search, the largest that needs none stays.
func TestTwoBounds(t *testing.T) {
	var bounds []method.Bound
	for _, b := range []method.Bound{
		{Name: "fluid", Value: 5, RestsOn: record.ProofRecomputed}, {Name: "exact", Value: 9, RestsOn: record.ProofSearch},
		{Name: "lagrange", Value: 7, RestsOn: record.ProofCertificate},
		{Name: "exact", Value: 8, RestsOn: record.ProofSearch},
	} {
		bounds, _ = kept(append(bounds, b))
	}
	must.Hold(t, len(bounds) == 2 && bounds[0].Value == 7 && bounds[1].Value == 9,
		"found", bounds, "expected 7 and 9")
	certified := method.Bound{Name: "lagrange", Value: 9, RestsOn: record.ProofCertificate}
	bounds, _ = kept(append(bounds, certified))
	must.Hold(t, len(bounds) == 1 && bounds[0].Name == "lagrange",
		"found", bounds, "expected the certificate of 9 alone")
}

// TestHidden: what is hidden has no size of a job, and what is revealed again verifies.
func TestHidden(t *testing.T) {
	hid := 0
	unlisted(steptest.Times(40), method.Options{NoBounds: true}, func(e *Entry, r record.Result) {
		offered(e, r, time.Hour)
		secret := hidden(e.Certificates, e.Step)
		for _, c := range secret {
			for _, g := range c.Groups {
				hid++
				must.Need(t, g.Width == 0 && g.Estimate == 0 && g.Weight == 0,
					"step", e.Index, "found sizes in", g)
			}
		}
		must.Do(reveal(secret, e.Step))
		e.Certificates = secret
		holds(t, e)
		for name, c := range secret {
			if len(c.Groups) > 1 {
				c.Groups = c.Groups[:1]
				secret[name] = c
				must.Hold(t, reveal(secret, e.Step) != nil,
					"step", e.Index, "revealed a certificate of another number of groups")
			}
		}
	})
	must.Hold(t, hid >= 12, "found", hid, "groups, expected at least 12")
}
