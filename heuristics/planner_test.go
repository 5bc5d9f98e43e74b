package heuristics_test

import (
	"strings"
	"testing"

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
