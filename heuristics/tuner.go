package heuristics

import (
	"slices"

	"github.com/optgap/optgap"
)

// Tuner computes the plans of self-tuning steps (Streit 2002, section 3.2). It
// is reusable; its zero value is ready.
type Tuner struct {
	planner Planner
	plans   []optgap.Schedule
}

// Plans returns a plan of the step for each of the policies. The schedules
// belong to the tuner and are overwritten by the next call.
func (t *Tuner) Plans(step *optgap.Step, policies []Policy) []optgap.Schedule {
	for len(t.plans) < len(policies) {
		t.plans = append(t.plans, nil)
	}
	t.planner.rank(step.Jobs)
	for i, policy := range policies {
		t.plans[i] = slices.Grow(t.plans[i][:0], len(step.Jobs))[:len(step.Jobs)]
		t.planner.planRanked(step, policy, t.plans[i])
	}
	return t.plans[:len(policies)]
}

// BestPlan returns the plan with the smallest objective among those of the dynP
// policies, the first of equal ones. It is nil for a step without jobs.
func BestPlan(step *optgap.Step) optgap.Schedule {
	var best optgap.Schedule
	for _, plan := range new(Tuner).Plans(step, DynP()) {
		if best == nil || plan.Objective(step) < best.Objective(step) {
			best = plan
		}
	}
	return best
}
