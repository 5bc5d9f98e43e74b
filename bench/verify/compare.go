package verify

import (
	"math/big"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// policies checks the policies' values, makespan and best_policy.
func (j *judge) policies() {
	mayFail := j.class == none || j.Status == optgap.StatusCrashed
	if mayFail && len(j.Policies) == 0 { // it failed before it planned
		j.hold(j.BestPolicy == "", "best_policy", j.BestPolicy, "none, as there are no policies")
		j.hold(j.Makespan == 0 || j.Makespan == j.latest(), "makespan", j.Makespan,
			"0 or %d, the largest of the policies' plans", j.latest())
		j.choose()
		return
	}
	for _, p := range policies {
		field, stored := "policies."+p.name, j.Policies[p.name]
		if _, ok := j.Policies[p.name]; !j.hold(ok, field, "none", "the policy's values") {
			continue
		}
		plan := j.facts.plans[p.name]
		j.equal(field+".objective", stored.Objective, plan.objective, "as planned again")
		j.equal(field+".makespan", stored.Makespan, plan.makespan, "as planned again")
	}
	for name, p := range sorted(j.Policies) {
		j.policy("policies."+name, name, p)
	}
	j.equal("makespan", j.Makespan, j.latest(), "the largest of the policies' plans")
	j.choose()
	j.hold(j.BestPolicy == j.best, "best_policy", j.BestPolicy, "%s with the smallest objective %d", j.best, j.bestValue)
}

// policy checks the values of a policy of any name.
func (j *judge) policy(field, name string, p record.Policy) {
	objective := integer(j.policyObjective(name))
	j.averages(field+".", objective, p.ARTwW, p.SLDwA)
	j.finite(field+".plan_seconds", p.PlanSeconds)
	if _, replanned := j.facts.plans[name]; replanned {
		return
	}
	least := j.facts.least()
	if best := j.facts.optimum; best != nil {
		least = integer(*best)
	}
	j.hold(objective.Cmp(least) >= 0, field+".objective", p.Objective, "at least %d", least)
	j.hold(p.Makespan >= j.facts.longest(), field+".makespan", p.Makespan,
		"at least %d, the largest estimate", j.facts.longest())
}

// averages checks the averages that follow from an objective, which may be unknown. prefix
// begins the names of the fields.
func (j *judge) averages(prefix string, objective *big.Int, artww, sldwa float64) {
	j.ratio(prefix+"artww", optional(artww), quotient(objective, j.facts.width), 0,
		"objective divided by the sum of widths")
	j.ratio(prefix+"sldwa", optional(sldwa), quotient(objective, j.facts.area), 0,
		"objective divided by the sum of areas")
}

// policyObjective returns the objective of a policy: that of the plan that was made
// again, or else the stored one.
func (j *judge) policyObjective(name string) int64 {
	if p, ok := j.facts.plans[name]; ok {
		return p.objective
	}
	return j.Policies[name].Objective
}

// names returns the re-planned policies in order, then the others by name.
func (j *judge) names() []string {
	var names []string
	for _, p := range policies {
		names = append(names, p.name)
	}
	for name := range sorted(j.Policies) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// choose finds the best policy.
func (j *judge) choose() {
	for i, name := range j.names() {
		if v := j.policyObjective(name); i == 0 || v < j.bestValue {
			j.best, j.bestValue = name, v
		}
	}
}

// latest returns the largest makespan of the policies.
func (j *judge) latest() int64 {
	latest := int64(0)
	for _, p := range j.facts.plans {
		latest = max(latest, p.makespan)
	}
	for name, p := range j.Policies {
		if _, replanned := j.facts.plans[name]; !replanned {
			latest = max(latest, p.Makespan)
		}
	}
	return latest
}

// comparison checks quality, loss and power: Eq. 7 and what follows from it. Where the
// plan of the best policy stands in, these values say nothing and may be absent.
func (j *judge) comparison() {
	var quality, loss *big.Rat
	if len(j.Policies) > 0 {
		quality = quotient(j.objective, integer(j.bestValue))
	}
	if quality != nil {
		loss = new(big.Rat).Sub(big.NewRat(1, 1), quality)
		loss.Mul(loss, big.NewRat(100, 1))
	}
	if stored := j.Quality; stored != nil {
		j.ratio("quality.artww", &stored.ARTwW, quality, 0, "objective divided by that of the best policy")
		j.ratio("quality.sldwa", &stored.SLDwA, quality, 0, "objective divided by that of the best policy")
	} else {
		j.hold(quality == nil || j.class == standIn, "quality", "none", "one, as there is a schedule")
	}
	if j.LossPercent != nil || j.class != standIn {
		j.ratio("loss_percent", j.LossPercent, loss, 100, "(1 - quality) * 100")
	}
	j.power("power", j.Power, big.NewRat(1, 1), j.SolveSeconds)
	for name, p := range sorted(j.Policies) {
		j.power("policies."+name+".power", p.Power, quotient(j.objective, integer(j.policyObjective(name))), p.PlanSeconds)
	}
}

// power checks a quality per second.
func (j *judge) power(field string, found float64, quality *big.Rat, spent float64) {
	if found == 0 && j.class != own {
		return
	}
	var expected *big.Rat
	if s := seconds(spent); s != nil && quality != nil {
		expected = s.Quo(quality, s)
	}
	j.ratio(field, optional(found), expected, 0, "quality divided by seconds")
}
