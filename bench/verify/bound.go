package verify

import (
	"github.com/optgap/optgap"
)

// bounds checks the lower bounds on the one-second problem.
func (j *judge) bounds() {
	for name, bound := range sorted(j.Bounds) {
		j.below("bounds."+string(name), bound)
	}
	if j.objective == nil {
		return
	}
	largest, meets := largestOf(j.Bounds), largestOf(j.Bounds) == *j.objective
	if j.Status == optgap.StatusFeasible && j.EndedBy == optgap.EndedFinished {
		j.hold(!meets || largest == 0, "status", j.Status,
			"optimal, as the bound meets the objective %d and the method finished", largest)
	}
	if j.Status == optgap.StatusOptimal && j.Scope == optgap.ScopeSecond {
		j.hold(meets, "bound", largest, "the objective %d, as the status is optimal at one second", *j.objective)
		if best := j.facts.optimum; best != nil {
			j.hold(*j.objective == *best, "objective", *j.objective,
				"the optimum %d, as the status is optimal at one second", *best)
		}
	}
}

// others holds the result against the results of the same step before it. The values at one second and those on the
// same grid are held against each other.
func (j *judge) others() {
	contests := []contest{{&j.facts.atSecond, "objective", "bound", j.objective, j.Bound}}
	if in, ok := j.slots(); ok {
		var value *int64
		if j.GridObjective != 0 {
			value = &j.GridObjective
		}
		contests = append(contests, contest{j.facts.rivalsOn(in), "grid_objective", "grid_bound", value, j.GridBound})
	}
	j.against(contests...)
}

// below checks a lower bound on the one-second problem against everything that
// is feasible for it.
func (j *judge) below(field string, bound int64) {
	j.hold(bound >= 0, field, bound, "at least 0")
	if j.objective != nil {
		j.hold(bound <= *j.objective, field, bound, "at most the objective %d", *j.objective)
	}
	for _, name := range j.names {
		v := j.policyObjective(name)
		j.hold(bound <= v, field, bound, "at most the objective %d of policy %s", v, name)
	}
	if best := j.facts.optimum; best != nil {
		j.hold(bound <= *best, field, bound, "at most the optimum %d", *best)
	}
}
