package loss

import (
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/bymethod"
	"github.com/optgap/optgap/heuristics"
)

// DynP is the name of the best of the three policies at each step.
const DynP = "dynP"

// Schedulers returns the names of the schedulers in the order of the tables: the policies of
// dynP, then DynP.
func Schedulers() []string {
	var names []string
	for _, p := range heuristics.DynP() {
		names = append(names, p.Name)
	}
	return append(names, DynP)
}

// An Interval encloses a value. The value is known exactly where both ends are the same.
type Interval struct{ Low, High float64 }

// An Observation holds the losses at one step.
type Observation struct {
	Jobs   int
	Proven bool       // the best schedule meets the best bound
	Loss   []Interval // in percent, in the order of [Schedulers]
}

// Observe returns the losses at one step from the results of one or more methods. The least
// objective and the largest bound of all results count. A nil result is ignored. ok is false
// where there is no bound or a policy is missing.
func Observe(results ...*record.Result) (o Observation, ok bool) {
	var best, bound int64
	var policies map[string]record.Policy
	lower := func(v int64) {
		if v > 0 && (best == 0 || v < best) {
			best = v
		}
	}
	for _, r := range results {
		if r == nil {
			continue
		}
		o.Jobs = r.Jobs
		bound = max(bound, r.Bound)
		lower(r.Objective)
		if len(r.Policies) > 0 {
			policies = r.Policies
		}
	}
	objectives := make([]int64, len(Schedulers()))
	dynp := &objectives[len(objectives)-1]
	for i, name := range Schedulers()[:len(objectives)-1] {
		v := policies[name].Objective
		if v == 0 {
			return o, false
		}
		if objectives[i] = v; *dynp == 0 || v < *dynp {
			*dynp = v
		}
	}
	lower(*dynp)
	if bound == 0 || bound > best {
		return o, false
	}
	o.Proven = bound == best
	for _, v := range objectives {
		o.Loss = append(o.Loss, Interval{percent(best, v), percent(bound, v)})
	}
	return o, true
}

// ObserveAll observes each step of a comparison. left is the number of steps for which
// [Observe] is not ok.
func ObserveAll(c *bymethod.Comparison) (observations []Observation, left int) {
	for _, s := range c.Steps {
		if o, ok := Observe(s.Results...); ok {
			observations = append(observations, o)
		} else {
			left++
		}
	}
	return observations, left
}

func percent(optimum, policy int64) float64 { return (1 - float64(optimum)/float64(policy)) * 100 }
