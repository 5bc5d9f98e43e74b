package verify

import (
	"cmp"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// policies checks the schedules of the policies, and finds the best one. What follows from them is derived.
func (j *judge) policies() {
	mayFail := j.class == none || j.Status == optgap.StatusCrashed
	j.unplanned = mayFail && len(j.Policies) == 0 && len(j.PoliciesLeftOut) == 0
	listed := j.listed()
	if j.PolicyList == nil { // others may be there too
		for name := range sorted(j.Policies) {
			if !slices.Contains(paper, name) {
				listed = append(slices.Clip(listed), name)
			}
		}
	}
	if !j.unplanned {
		j.list()
	}
	for _, name := range listed {
		again := j.facts.remake(name)
		stored, there := j.Policies[name]
		if _, left := j.PoliciesLeftOut[name]; again == nil && left || again != nil && again.leftOut {
			continue
		}
		j.plans[name] = again
		if there {
			j.policy(name, stored, again)
		} else if again == nil {
			j.hold(j.unplanned, "policies."+name, "none", "the policy's values")
			continue
		}
		j.names = append(j.names, name)
	}
	for i, name := range j.names {
		if v := j.policyObjective(name); i == 0 || v < j.bestValue {
			j.best, j.bestValue = name, v
		}
	}
}

// list checks the names of the policies that were asked for.
func (j *judge) list() {
	listed := j.listed()
	distinct := len(slices.Compact(slices.Sorted(slices.Values(listed))))
	j.hold(distinct == len(listed), "policy_list", strings.Join(listed, ","), "each policy once")
	if j.options.Arguments != nil {
		asked := inResults(cmp.Or(j.options.Arguments["policies"], strings.Join(paper, ",")))
		j.hold(strings.Join(listed, ",") == asked, "policy_list", strings.Join(listed, ","),
			"%s, the argument policies of the run", asked)
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

// policy holds the stored schedule of a policy against the one that is made again; nil: it cannot be. Of another policy
// the stored one is kept, or else the range of its values is checked.
func (j *judge) policy(name string, stored record.Policy, again *schedule) {
	field := "policies." + name
	if len(stored.Starts) == 0 {
		asked := cmp.Or(j.options.Arguments["policy-starts"], "false")
		j.hold(asked == "false", field+".starts", "none", "some, as the run was to store them")
	} else if starts, complete := j.positioned(field+".starts", stored.Starts); complete && again != nil {
		j.hold(slices.Equal(starts, again.starts), field+".starts", "another plan", "the one that is planned again")
	} else if complete {
		j.fits(field+".starts", starts)
		j.plans[name] = j.facts.schedule(starts)
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
