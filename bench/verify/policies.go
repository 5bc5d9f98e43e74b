package verify

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/schedulers"
)

// policies finds the values of the policies, those that are left out with the reasons as they are
// stored, and the best one.
func (j *judge) policies() {
	mayFail := j.class == none || j.Status == optgap.StatusCrashed
	j.unplanned = mayFail && len(j.Policies) == 0 && len(j.PoliciesLeftOut) == 0
	listed := j.ListedPolicies()
	if j.PolicyList == nil { // others may be there too
		listed = append(listed, slices.Sorted(maps.Keys(j.Policies))...)
	}
	listed = lists.Distinct(listed, func(name string) string { return name })
	j.planned = record.Result{
		PolicyList:      listed,
		Policies:        make(map[string]record.Policy),
		PoliciesLeftOut: make(map[string]string),
		PoliciesFailed:  make(map[string]optgap.Status),
	}
	for _, name := range append(slices.Clip(listed), slices.Sorted(maps.Keys(j.PoliciesLeftOut))...) {
		again := j.facts.remake(name)
		stored, there := j.Policies[name]
		reason, left := j.PoliciesLeftOut[name]
		field := "policies." + name
		switch {
		case again == nil && left, again != nil && again.leftOut:
			j.planned.PoliciesLeftOut[name] = cmp.Or(reason, "a reason")
			j.fail(name, again)
		case !slices.Contains(listed, name):
		case again == nil && !there:
			j.hold(j.unplanned, field, "none", "the policy's values")
		case again == nil:
			j.planned.Policies[name] = j.stored(field, stored)
		default:
			j.planned.Policies[name] = j.with(stored, again.Policy)
		}
	}
	j.planned.Derive(&j.facts.step, nil)
}

// fail derives how a policy has failed that has no values. That a program failed cannot be tried
// again.
func (j *judge) fail(name string, again *replanned) {
	status := optgap.StatusError
	switch {
	case again != nil:
		status = again.failed
	case schedulers.IsRecorded(name), j.planned.PoliciesLeftOut[name] == schedulers.NoReservations:
		status = ""
	case j.PoliciesFailed[name] == optgap.StatusLimit:
		status = optgap.StatusLimit
	}
	if status != "" {
		j.planned.PoliciesFailed[name] = status
	}
}

// with returns the values of a policy that follow from its plan, beside what is stored of it.
func (j *judge) with(stored, plan record.Policy) record.Policy {
	plan.PlanSeconds = stored.PlanSeconds
	plan.Power = stored.Power
	plan.LossPercent = stored.LossPercent
	if len(stored.Starts) == 0 && !j.storesStarts() {
		plan.Starts = nil
	}
	return plan
}

// stored returns the values of a policy that cannot be planned again: those of its stored starts,
// which have to be possible. Where there are none, the range of the stored values is checked.
func (j *judge) stored(field string, p record.Policy) record.Policy {
	step := &j.facts.step
	if len(p.Starts) > 0 {
		starts, complete := j.positioned(field+".starts", p.Starts)
		if !complete {
			return p
		}
		j.fits(field+".starts", starts)
		return j.with(p, worth(step, starts))
	}
	j.hold(!j.storesStarts(), field+".starts", "none", "some, as the run was to store them")
	least := value(step, make([]int64, len(step.Jobs))).Int64()
	longest := int64(0)
	if best := j.facts.optimum(); best != nil {
		least = *best
	}
	for _, job := range step.Jobs {
		longest = max(longest, job.Estimate)
	}
	j.hold(p.Objective >= least, field+".objective", p.Objective, "at least %d", least)
	j.hold(
		p.Makespan >= longest,
		field+".makespan",
		p.Makespan,
		"at least %d, the largest estimate",
		longest,
	)
	if !hasWeights(step) && len(step.Jobs) > 0 {
		p.ARTwW = float64(p.Objective) / float64(step.TotalWidth())
		p.SLDwA = float64(p.Objective) / float64(step.TotalArea())
	}
	return p
}

// storesStarts reports whether the run was to store the schedules of the policies.
func (j *judge) storesStarts() bool {
	return cmp.Or(j.options.Arguments["policy-starts"], "false") != "false"
}

// askedFor derives the list of policies: that of the arguments, or else each name once.
func (j *judge) askedFor() []string {
	asked := j.PolicyList
	if j.options.Arguments != nil && !j.unplanned {
		asked = schedulers.PaperPlans()
		if names := j.options.Arguments["policies"]; names != "" {
			asked = strings.Split(names, ",")
		}
		asked = lists.Each(
			asked,
			func(name string) string { return schedulers.PlanKey(strings.ToLower(name)) },
		)
		if slices.Equal(asked, j.ListedPolicies()) { // that of the paper may be left out
			return j.PolicyList
		}
	}
	return lists.Distinct(asked, func(name string) string { return name })
}
