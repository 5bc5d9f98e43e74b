package loss

import (
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/bymethod"
	"github.com/optgap/optgap/heuristics"
)

// Names of schedulers that take the best of several policies at each step.
const (
	DynP = "dynP" // of FCFS, SJF and LJF
	Best = "best" // of all policies
)

// Schedulers returns the names of the schedulers in the order of the tables: the policies, then DynP
// where all three of its policies are among them, then Best where that is another scheduler.
func Schedulers(policies []string) []string {
	names := slices.Clone(policies)
	whole := true
	for _, p := range heuristics.DynP() {
		whole = whole && slices.Contains(policies, p.Name)
	}
	if whole {
		names = append(names, DynP)
	}
	if len(policies) > 1 && !(whole && len(policies) == len(heuristics.DynP())) {
		names = append(names, Best)
	}
	return names
}

// An Interval encloses a value. The value is known exactly where both ends are the same.
type Interval struct{ Low, High float64 }

// An Observation holds the losses at one step.
type Observation struct {
	Jobs int
	// Objective is what the results of the step minimise; "": the ARTwW.
	Objective optgap.Objective

	Proven bool       // the best schedule meets the best bound
	Loss   []Interval // in percent, in the order of [Schedulers]
}

// Observe returns the losses of the policies, and of the schedulers that take the best of them, at
// one step. The results are those of one or more methods. The least objective and the largest bound
// of all results count. A nil result is ignored. ok is false where there is no bound, and where a policy is
// missing or none is given.
func Observe(policies []string, results ...*record.Result) (o Observation, ok bool) {
	o, known, bound, values := gather(results)
	objectives := make(map[string]int64, len(policies)+2)
	for _, name := range policies {
		v := values[name].Objective
		if v == 0 {
			return o, false
		}
		objectives[name], objectives[Best] = v, lesser(objectives[Best], v)
		if ofDynP(name) {
			objectives[DynP] = lesser(objectives[DynP], v)
		}
	}
	best := lesser(known, objectives[Best])
	o.Proven = bound == best
	if len(policies) == 0 || bound == 0 || bound > best {
		return o, false
	}
	for _, name := range Schedulers(policies) {
		v := objectives[name]
		o.Loss = append(o.Loss, Interval{percent(best, v), percent(bound, v)})
	}
	return o, true
}

// gather returns the number of jobs and the objective, the least value of it, the largest bound and the
// policies' values of results of one step; 0: there is none.
func gather(results []*record.Result) (o Observation, least, bound int64, values map[string]record.Policy) {
	for _, r := range results {
		if r == nil {
			continue
		}
		o.Jobs, o.Objective, bound = r.Jobs, optgap.Objective(r.ObjectiveName), max(bound, r.Bound)
		least = lesser(least, r.Objective)
		if len(r.Policies) > 0 {
			values = r.Policies
		}
	}
	return o, least, bound, values
}

// lesser returns the lesser of two objectives; 0 stands for none.
func lesser(a, b int64) int64 {
	if a == 0 || b == 0 {
		return max(a, b)
	}
	return min(a, b)
}

// ofDynP tells whether a policy is one of dynP.
func ofDynP(name string) bool {
	return slices.ContainsFunc(heuristics.DynP(), func(p heuristics.Policy) bool { return p.Name == name })
}

// ObserveAll observes each step of a comparison. policies are those of which some step has values.
// left is the number of steps for which [Observe] is not ok: so all losses are of the same steps.
func ObserveAll(c *bymethod.Comparison) (policies []string, observations []Observation, left int) {
	policies = c.Policies()
	for _, s := range c.Steps {
		if o, ok := Observe(policies, s.Results...); ok {
			observations = append(observations, o)
		} else {
			left++
		}
	}
	return policies, observations, left
}

func percent(optimum, policy int64) float64 { return (1 - float64(optimum)/float64(policy)) * 100 }
