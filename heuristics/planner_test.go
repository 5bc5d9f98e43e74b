package heuristics_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
)

// TestPlanRefuses: a step that is not valid and a policy without a key have no plan.
func TestPlanRefuses(t *testing.T) {
	for want, s := range steptest.Refused() {
		plan, err := heuristics.Plan(s, heuristics.FCFS)
		must.Hold(t, plan == nil && must.Field(err) != "" && strings.HasPrefix(err.Error(), want),
			"plan", plan, "error", err, "expected", want)
	}
	must.AboutField(t, must.Err(heuristics.Plan(steadyStep(2), heuristics.Policy{})), "policy",
		"no key")
}

func TestPlanningAllocatesNothing(t *testing.T) {
	step := steadyStep(185)
	var tuner heuristics.Tuner
	policies := heuristics.DynP()
	tuner.Plans(step, policies)
	must.Equal(t, testing.AllocsPerRun(20, func() { tuner.Plans(step, policies) }), 0,
		"allocations per self-tuning step")
}

// TestPlanMatchesSerial compares plans with serial planning on a count per
// second, on steps with ties, equal jobs, full machines and dipping histories.
func TestPlanMatchesSerial(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	var tuner heuristics.Tuner
	for range 1000 {
		s := steptest.Random(r, steptest.Options{MaxJobs: 25, Dips: true})
		r.Shuffle(len(s.Jobs), func(a, b int) { s.Jobs[a], s.Jobs[b] = s.Jobs[b], s.Jobs[a] })
		for i, plan := range tuner.Plans(&s, heuristics.DynP()) {
			policy := heuristics.DynP()[i]
			want := steptest.Serial(&s, policyOrder(s.Jobs, policy.Name))
			must.Need(t, slices.Equal(plan, want), policy.Name, "on", s, "plan", plan, "want", want)
			must.Do(plan.Check(&s))
		}
	}
}

// policyOrder sorts as the definitions say: by submission, by estimate, by
// falling estimate; ties by submission, then id.
func policyOrder(jobs []optgap.Job, policy string) []int {
	order := make([]int, len(jobs))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(x, y int) int {
		a, b := jobs[x], jobs[y]
		c := int64(0)
		switch policy {
		case "SJF":
			c = a.Estimate - b.Estimate
		case "LJF":
			c = b.Estimate - a.Estimate
		}
		return int(cmp.Or(c, a.Submit-b.Submit, a.ID-b.ID))
	})
	return order
}
