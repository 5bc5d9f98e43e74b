package heuristics_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
)

// weight returns what a job weighs in the objective.
func weight(j optgap.Job) int64 {
	if j.Weight > 0 {
		return j.Weight
	}
	return j.Width
}

// TestPolicyKeys: the keys order jobs as the definitions say, ratios without
// rounding.
func TestPolicyKeys(t *testing.T) {
	definitions := map[string]func(a, b optgap.Job) int{
		"FCFS": func(a, b optgap.Job) int { return cmp.Compare(a.Submit, b.Submit) },
		"SJF":  func(a, b optgap.Job) int { return cmp.Compare(a.Estimate, b.Estimate) },
		"LJF":  func(a, b optgap.Job) int { return cmp.Compare(b.Estimate, a.Estimate) },
		"FFIA": func(a, b optgap.Job) int { return cmp.Compare(a.Width*a.Estimate, b.Width*b.Estimate) },
		"LAF":  func(a, b optgap.Job) int { return cmp.Compare(b.Width*b.Estimate, a.Width*a.Estimate) },
		"NJF":  func(a, b optgap.Job) int { return cmp.Compare(a.Width, b.Width) },
		"WJF":  func(a, b optgap.Job) int { return cmp.Compare(b.Width, a.Width) },
		"WSPT": func(a, b optgap.Job) int { return cmp.Compare(a.Estimate*weight(b), b.Estimate*weight(a)) },
	}
	r := rand.New(rand.NewPCG(12, 1))
	draw := func() optgap.Job {
		j := optgap.Job{Width: 1 + r.Int64N(20), Estimate: 1 + r.Int64N(20), Submit: r.Int64N(20)}
		if r.IntN(2) == 0 { // ratios that differ by little
			j.Width = 46340 - r.Int64N(3)
			j.Estimate = 1<<32 - 1 - r.Int64N(3)
		}
		if r.IntN(3) == 0 {
			j.Weight = 1 + r.Int64N(46340)
		}
		return j
	}
	for _, p := range heuristics.Policies() {
		if p.Score != nil {
			continue // see TestScores
		}
		want, ok := definitions[p.Name]
		if !ok {
			t.Errorf("%s has no definition here", p.Name)
			continue
		}
		for range 10000 {
			a, b := draw(), draw()
			got := cmp.Compare(p.Key(a), p.Key(b))
			must.Need(t, got == want(a, b), p.Name, a, "against", b, "is", got, "want", want(a, b))
		}
	}
	for i, p := range heuristics.DynP() {
		must.Equal(t, heuristics.Policies()[i].Name, p.Name, "policy", i)
	}
}

// TestScores: a job of 4 processors and 100 s that was submitted in second 1000 has these scores at second 1200.
func TestScores(t *testing.T) {
	j := optgap.Job{Width: 4, Estimate: 100, Submit: 1000}
	want := map[string]float64{
		"WFP3": -32, "UNICEF": -1, "SEXP": 3, "F1": 2618, "F2": 76_840, "F3": 20_580_400, "F4": 1_590_200,
	}
	for _, p := range heuristics.Policies() {
		if p.Score == nil {
			continue
		}
		got, known := p.Score(j, 1200), want[p.Name]
		must.Hold(t, math.Abs(got-known) <= 1e-9*math.Abs(known) && known != 0,
			p.Name, got, "want", known)
		later := j
		later.Submit, later.Width = 1100, 1
		if a, b := p.At(j, 1200), p.At(later, 1200); (a < b) != (p.Score(j, 1200) < p.Score(later, 1200)) {
			t.Errorf("%s: keys %d and %d, scores %v and %v", p.Name, a, b, p.Score(j, 1200), p.Score(later, 1200))
		}
	}
	serial := optgap.Job{Width: 1, Estimate: 100, Submit: 1200}
	p := must.Get(heuristics.PolicyByName("unicef"))
	must.Hold(t, p.At(serial, 1200) < p.At(j, 1200), "UNICEF has a serial job behind another")
}

func TestInOrder(t *testing.T) {
	names := slices.Values([]string{"easy", "LJF", "WJF", "SJF", "FCFS", "conservative", "SJF"})
	want := []string{"FCFS", "SJF", "LJF", "WJF", "conservative", "easy"}
	must.EqualSlices(t, heuristics.InOrder(names), want)
}

// WSPT follows the objective of the step: it orders by width under artww, and as SJF under art and sld, where
// a longer job never weighs more.
func TestWSPTObjectives(t *testing.T) {
	wspt := must.Get(heuristics.PolicyByName("wspt"))
	r := rand.New(rand.NewPCG(3, 29))
	differ := 0
	for range 500 {
		step := steptest.Random(r, steptest.Options{MaxJobs: 8})
		for _, o := range []optgap.Objective{optgap.ObjectiveARTwW, optgap.ObjectiveART, optgap.ObjectiveSLD} {
			with := must.Get(o.Of(&step))
			same := slices.Equal(steptest.Plan(with, wspt), steptest.Plan(with, heuristics.SJF))
			if o == optgap.ObjectiveARTwW && !same {
				differ++
			}
			if o != optgap.ObjectiveARTwW && !same {
				t.Fatalf("%s: WSPT and SJF plan differently: %+v", o, with)
			}
		}
	}
	must.Hold(t, differ >= 100,
		"under artww WSPT and SJF differ on", differ, "of 500 steps, expected many")
}
