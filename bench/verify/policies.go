package verify

import (
	"cmp"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// policies finds the schedules of the policies, and the best one. What follows from them is derived.
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
	for _, name := range listed {
		again := j.facts.remake(name)
		stored, there := j.Policies[name]
		_, left := j.PoliciesLeftOut[name]
		switch {
		case again == nil && left, again != nil && again.leftOut:
			continue
		case again == nil && !there:
			j.hold(j.unplanned, "policies."+name, "none", "the policy's values")
			continue
		case again == nil:
			again = j.stored("policies."+name, stored)
		}
		j.plans[name] = again
		j.names = append(j.names, name)
		if v := j.policyObjective(name); j.best == "" || v < j.bestValue {
			j.best, j.bestValue = name, v
		}
	}
}

// stored returns the stored schedule of a policy that cannot be made again, which has to be possible; nil if there is
// none. The range of its values is checked then.
func (j *judge) stored(field string, p record.Policy) *schedule {
	if len(p.Starts) > 0 {
		starts, complete := j.positioned(field+".starts", p.Starts)
		if !complete {
			return nil
		}
		j.fits(field+".starts", starts)
		return j.facts.schedule(starts)
	}
	j.hold(!j.storesStarts(), field+".starts", "none", "some, as the run was to store them")
	least, longest := value(&j.facts.step, make([]int64, len(j.facts.step.Jobs))).Int64(), int64(0)
	if best := j.facts.optimum; best != nil {
		least = *best
	}
	for _, job := range j.facts.step.Jobs {
		longest = max(longest, job.Estimate)
	}
	j.hold(p.Objective >= least, field+".objective", p.Objective, "at least %d", least)
	j.hold(p.Makespan >= longest, field+".makespan", p.Makespan, "at least %d, the largest estimate", longest)
	return nil
}

// storesStarts reports whether the run was to store the schedules of the policies.
func (j *judge) storesStarts() bool {
	return cmp.Or(j.options.Arguments["policy-starts"], "false") != "false"
}

// inResults returns names of schedulers, between commas, as results have them.
func inResults(names string) []string {
	all := strings.Split(names, ",")
	for i, name := range all {
		if upper := strings.ToUpper(name); slices.Contains(paper, upper) {
			all[i] = upper
		}
	}
	return all
}

// listed returns the policies that were asked for.
func (j *judge) listed() []string {
	if j.PolicyList == nil {
		return paper
	}
	return j.PolicyList
}

// askedFor derives the list of policies: that of the arguments, or else each name once.
func (j *judge) askedFor() []string {
	var asked []string
	for _, name := range j.PolicyList {
		if !slices.Contains(asked, name) {
			asked = append(asked, name)
		}
	}
	if j.options.Arguments == nil || j.unplanned {
		return asked
	}
	list := inResults(cmp.Or(j.options.Arguments["policies"], strings.Join(paper, ",")))
	if slices.Equal(list, j.listed()) { // that of the paper may be left out
		return j.PolicyList
	}
	return list
}

// policyObjective returns the objective of a policy: that of its schedule, or else the stored one.
func (j *judge) policyObjective(name string) int64 {
	if s := j.plans[name]; s != nil {
		return s.objective
	}
	return j.Policies[name].Objective
}

// derivePolicies derives the values of the policies, but for what is held against the schedule of the result.
func (j *judge) derivePolicies(r *record.Result) {
	if j.unplanned {
		r.Policies, r.BestPolicy, r.Makespan = nil, "", 0
		return
	}
	r.Policies, r.BestPolicy, r.Makespan = make(map[string]record.Policy), j.best, 0
	for _, name := range j.names {
		p := j.Policies[name]
		if j.starts != nil || j.objective == nil { // else a fault of the starts says all
			p.Power, p.LossPercent = 0, nil
		}
		if s := j.plans[name]; s != nil {
			p.Objective, p.Makespan = s.objective, s.makespan
			p.ARTwW, p.SLDwA = j.facts.averages(wide(&j.facts.step, s.starts).Int64())
			if len(p.Starts) > 0 || j.storesStarts() {
				p.Starts = j.facts.starts(s.starts)
			}
		} else if !hasWeights(&j.facts.step) {
			p.ARTwW, p.SLDwA = j.facts.averages(p.Objective)
		}
		r.Makespan = max(r.Makespan, p.Makespan)
		r.Policies[name] = p
	}
}
