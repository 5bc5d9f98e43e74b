package verify

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// policies checks the schedules of the policies, and finds the best one.
func (j *judge) policies() {
	mayFail := j.class == none || j.Status == optgap.StatusCrashed
	j.unplanned = mayFail && len(j.Policies) == 0 && len(j.PoliciesLeftOut) == 0
	if !j.unplanned {
		j.list()
	}
	listed := j.listed()
	others := slices.DeleteFunc(slices.Sorted(maps.Keys(j.Policies)), func(name string) bool {
		return slices.Contains(listed, name)
	})
	for _, name := range slices.Concat(listed, others) {
		again := j.facts.remake(name)
		if again != nil && !again.leftOut {
			j.plans[name] = again
		}
		if !j.unplanned {
			j.policy(name, again)
		}
		if _, stored := j.Policies[name]; j.plans[name] != nil || again == nil && stored {
			j.names = append(j.names, name)
		}
	}
	for i, name := range j.names {
		if v := j.policyObjective(name); i == 0 || v < j.bestValue {
			j.best, j.bestValue = name, v
		}
	}
}

// list checks the names of the policies that were asked for, and that no others are there.
func (j *judge) list() {
	listed := j.listed()
	distinct := len(slices.Compact(slices.Sorted(slices.Values(listed))))
	j.hold(distinct == len(listed), "policy_list", strings.Join(listed, ","), "each policy once")
	if j.options.Arguments != nil {
		asked := strings.Join(paper, ",")
		if names, ok := j.options.Arguments["policies"]; ok {
			asked = inResults(names)
		}
		j.hold(strings.Join(listed, ",") == asked, "policy_list", strings.Join(listed, ","),
			"%s, the argument policies of the run", asked)
	}
	if j.PolicyList == nil {
		return
	}
	for name := range sorted(j.Policies) {
		j.hold(slices.Contains(listed, name), "policies."+name, "values", "none, as the policy is not listed")
	}
}

// inResults returns names of schedulers, between commas, as results have them.
func inResults(names string) string {
	all := strings.Split(names, ",")
	for i, name := range all {
		if upper := strings.ToUpper(name); slices.Contains(paper, upper) {
			all[i] = upper
		}
	}
	return strings.Join(all, ",")
}

// listed returns the policies that were asked for.
func (j *judge) listed() []string {
	if j.PolicyList == nil {
		return paper
	}
	return j.PolicyList
}

// policy holds a policy against its schedule made again; nil: it cannot be. Of another policy the stored schedule is
// kept, or else the range of its values is checked.
func (j *judge) policy(name string, again *schedule) {
	field := "policies." + name
	stored, there := j.Policies[name]
	_, left := j.PoliciesLeftOut[name]
	if again != nil {
		j.hold(left == again.leftOut, "policies_left_out."+name, left, "%t, as the policy and the history have it",
			again.leftOut)
		left = again.leftOut
	}
	if left {
		j.hold(!there, field, "values", "none, as the policy is left out")
		return
	}
	if !j.hold(there, field, "none", "the policy's values") {
		return
	}
	if len(stored.Starts) > 0 {
		j.stored(name, stored, again)
	} else {
		asked := cmp.Or(j.options.Arguments["policy-starts"], "false")
		j.hold(asked == "false", field+".starts", "none", "some, as the run was to store them")
	}
	if again == nil {
		least := j.facts.least()
		if best := j.facts.optimum; best != nil {
			least = *best
		}
		j.hold(j.policyObjective(name) >= least, field+".objective", stored.Objective, "at least %d", least)
		j.hold(stored.Makespan >= j.facts.longest(), field+".makespan", stored.Makespan,
			"at least %d, the largest estimate", j.facts.longest())
	}
}

// stored checks the stored schedule of a policy.
func (j *judge) stored(name string, p record.Policy, again *schedule) {
	field := "policies." + name + ".starts"
	starts, complete := j.positioned(field, p.Starts)
	switch {
	case !complete:
	case again != nil:
		j.hold(slices.Equal(starts, again.starts), field, "another plan", "the one that is planned again")
	default:
		j.fits(field, starts)
		j.plans[name] = j.facts.schedule(starts)
	}
}

// policyObjective returns the objective of a policy: that of its schedule, or else the stored one.
func (j *judge) policyObjective(name string) int64 {
	if s := j.plans[name]; s != nil {
		return s.objective
	}
	return j.Policies[name].Objective
}

// latest returns the largest makespan of the policies.
func (j *judge) latest() (latest int64) {
	for _, name := range j.names {
		end := j.Policies[name].Makespan
		if s := j.plans[name]; s != nil {
			end = s.makespan
		}
		latest = max(latest, end)
	}
	return latest
}
