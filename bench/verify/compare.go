package verify

import (
	"cmp"
	"math/big"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// policies checks the policies' values, makespan and best_policy.
func (j *judge) policies() {
	mayFail := j.class == none || j.Status == optgap.StatusCrashed
	if mayFail && len(j.Policies) == 0 && len(j.PoliciesLeftOut) == 0 { // it failed before it planned
		j.hold(j.BestPolicy == "", "best_policy", j.BestPolicy, "none, as there are no policies")
		j.hold(j.Makespan == 0 || j.Makespan == j.latest(), "makespan", j.Makespan,
			"0 or %d, the largest of the policies' plans", j.latest())
		j.choose()
		return
	}
	j.list()
	for _, name := range j.listed() {
		j.replanned(name)
	}
	for name, p := range sorted(j.Policies) {
		j.policy("policies."+name, name, p)
	}
	j.equal("makespan", j.Makespan, j.latest(), "the largest of the policies' plans")
	j.choose()
	if j.best == "" {
		j.hold(j.BestPolicy == "", "best_policy", j.BestPolicy, "none, as all policies are left out")
		return
	}
	j.hold(j.BestPolicy == j.best, "best_policy", j.BestPolicy, "%s with the smallest objective %d", j.best, j.bestValue)
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

// replanned holds a listed policy against its schedule made again.
func (j *judge) replanned(name string) {
	field, again := "policies."+name, j.facts.remake(name)
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
	if again != nil {
		j.equal(field+".objective", stored.Objective, again.objective, "as planned again")
		j.equal(field+".makespan", stored.Makespan, again.makespan, "as planned again")
	}
	if len(stored.Starts) == 0 {
		asked := cmp.Or(j.options.Arguments["policy-starts"], "false")
		j.hold(asked == "false", field+".starts", "none", "some, as the run was to store them")
		return
	}
	j.plan(field, stored, again)
}

// plan checks the stored schedule of a policy. again is the one that was made again; nil: none was.
func (j *judge) plan(field string, stored record.Policy, again *schedule) {
	starts, complete := j.positioned(field+".starts", stored.Starts)
	if !complete {
		return
	}
	if again != nil {
		j.hold(slices.Equal(starts, again.starts), field+".starts", "another plan", "the one that is planned again")
		return
	}
	j.fits(field+".starts", starts)
	end := int64(0)
	for i, job := range j.facts.step.Jobs {
		end = max(end, starts[i]+job.Estimate)
	}
	j.equalBig(field+".objective", stored.Objective, value(&j.facts.step, starts), "the sum of weight times response time")
	if hasWeights(&j.facts.step) {
		j.averages(field+".", wide(&j.facts.step, starts), stored.ARTwW, stored.SLDwA)
	}
	j.equal(field+".makespan", stored.Makespan, end, "the latest end")
}

// policy checks the values of a policy of any name.
func (j *judge) policy(field, name string, p record.Policy) {
	objective, again := integer(j.policyObjective(name)), j.facts.remake(name)
	switch {
	case !hasWeights(&j.facts.step):
		j.averages(field+".", objective, p.ARTwW, p.SLDwA)
	case again != nil && !again.leftOut:
		j.averages(field+".", wide(&j.facts.step, again.starts), p.ARTwW, p.SLDwA)
	}
	j.finite(field+".plan_seconds", p.PlanSeconds)
	if again != nil {
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

// averages checks the averages that follow from the sum of width times response time, which may be
// unknown. prefix begins the names of the fields.
func (j *judge) averages(prefix string, wide *big.Int, artww, sldwa float64) {
	j.ratio(prefix+"artww", optional(artww), quotient(wide, j.facts.width), 0,
		"the sum of width times response time divided by the sum of widths")
	j.ratio(prefix+"sldwa", optional(sldwa), quotient(wide, j.facts.area), 0,
		"the sum of width times response time divided by the sum of areas")
}

// policyObjective returns the objective of a policy: that of the schedule that was made again, or else
// the stored one.
func (j *judge) policyObjective(name string) int64 {
	if again := j.facts.remake(name); again != nil {
		return again.objective
	}
	return j.Policies[name].Objective
}

// names returns the policies that have schedules: the listed ones in order, then the others by name.
func (j *judge) names() []string {
	var names []string
	for _, name := range j.listed() {
		_, there := j.Policies[name]
		if again := j.facts.remake(name); again != nil && !again.leftOut || again == nil && there {
			names = append(names, name)
		}
	}
	for name := range sorted(j.Policies) {
		if !slices.Contains(j.listed(), name) {
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
	for _, name := range j.names() {
		if again := j.facts.remake(name); again != nil {
			latest = max(latest, again.makespan)
		} else {
			latest = max(latest, j.Policies[name].Makespan)
		}
	}
	return latest
}

// comparison checks quality, loss and power: Eq. 7 and what follows from it. A given schedule is judged as policies
// are, against the best known one. Where the plan of the best policy stands in, these values say nothing and may
// be absent.
func (j *judge) comparison() {
	lossOf := func(quality *big.Rat) *big.Rat {
		if quality == nil {
			return nil
		}
		loss := new(big.Rat).Sub(big.NewRat(1, 1), quality)
		return loss.Mul(loss, big.NewRat(100, 1))
	}
	mine, known, text := big.NewRat(1, 1), j.objective, "objective divided by that of the best policy"
	var quality *big.Rat
	if len(j.Policies) > 0 && j.best != "" {
		best := integer(j.bestValue)
		quality = quotient(j.objective, best)
		if j.Method == record.Given && j.objective != nil {
			if best.Cmp(known) < 0 {
				known = best
			}
			quality = quotient(known, j.objective)
			mine, text = quality, "the best known objective divided by that of the schedule"
		}
	}
	if stored := j.Quality; stored != nil {
		j.ratio("quality.artww", &stored.ARTwW, quality, 0, text)
		j.ratio("quality.sldwa", &stored.SLDwA, quality, 0, text)
	} else {
		j.hold(quality == nil || j.class == standIn, "quality", "none", "one, as there is a schedule")
	}
	if j.LossPercent != nil || j.class != standIn {
		j.ratio("loss_percent", j.LossPercent, lossOf(quality), 100, "(1 - quality) * 100")
	}
	j.power("power", j.Power, mine, j.SolveSeconds)
	for name, p := range sorted(j.Policies) {
		quality := quotient(known, integer(j.policyObjective(name)))
		j.power("policies."+name+".power", p.Power, quality, p.PlanSeconds)
		if j.Method != record.Given || j.class != own {
			quality = nil
		}
		if quality != nil || p.LossPercent != nil {
			j.ratio("policies."+name+".loss_percent", p.LossPercent, lossOf(quality), 100, "(1 - quality) * 100")
		}
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
