package loss

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/internal/base/paired"
	"github.com/optgap/optgap/bench/internal/results/methodstats"
	"github.com/optgap/optgap/bench/record"
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

// An Observation holds the losses at one step.
type Observation struct {
	Jobs int
	// Objective is what the results of the step minimise; "": the ARTwW.
	Objective optgap.Objective

	Proven bool              // the best schedule meets the best bound
	Loss   []paired.Interval // in percent, in the order of [Schedulers]
}

// Observe returns the losses of the policies, and of the schedulers that take the best of them, at
// one step. The results are those of one or more methods. The least objective and the largest bound
// of all results count. A nil result is ignored. why says what is missing; "": nothing.
func Observe(policies []string, results ...*record.Result) (o Observation, why string) {
	o, known, bound, values := gather(results)
	switch {
	case bound == 0:
		return o, "no lower bound"
	case len(policies) == 0:
		return o, "no schedule of a policy"
	}
	objectives := make(map[string]int64, len(policies)+2)
	for _, name := range policies {
		v := values[name].Objective
		if v == 0 {
			return o, "no schedule of " + name
		}
		objectives[name], objectives[Best] = v, lesser(objectives[Best], v)
		if ofDynP(name) {
			objectives[DynP] = lesser(objectives[DynP], v)
		}
	}
	best := lesser(known, objectives[Best])
	if bound > best {
		return o, "a bound above a schedule"
	}
	o.Proven = bound == best
	for _, name := range Schedulers(policies) {
		v := objectives[name]
		o.Loss = append(o.Loss, paired.Interval{Low: percent(best, v), High: percent(bound, v)})
	}
	return o, ""
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

// Left counts the steps that are not among the losses, by what they lack.
type Left map[string]int

// Steps returns the number of all of them.
func (l Left) Steps() (n int) {
	for _, steps := range l {
		n += steps
	}
	return n
}

// String is such as "3 of 40 steps are left out: 2 with no lower bound, 1 with no schedule of easy", of a number of
// steps; "": none is.
func (l Left) String(of int) string {
	if len(l) == 0 {
		return ""
	}
	reasons := frame.ByCount(l)
	for i, why := range reasons {
		reasons[i] = format.Integer(int64(l[why])) + " with " + why
	}
	verb := "are"
	if l.Steps() == 1 {
		verb = "is"
	}
	return fmt.Sprintf("%s of %s %s left out: %s", format.Integer(int64(l.Steps())), format.Count(int64(of), "step"), verb,
		strings.Join(reasons, ", "))
}

// Of returns the losses on all steps of a comparison. policies are those of which some step has values. Steps
// for which [Observe] lacks something are left out, so that all losses are of the same steps. against: see
// [Distribute].
func Of(c *methodstats.Comparison, against string) Table {
	observations, left := observed(c)
	t := Distribute(c.Policies(), observations, against)
	t.Left = left
	return t
}

// observed returns the losses on the steps of a comparison, and the steps that are left out.
func observed(c *methodstats.Comparison) (all []Observation, left Left) {
	policies, left := c.Policies(), Left{}
	for _, s := range c.Steps {
		if o, why := Observe(policies, s.Results...); why == "" {
			all = append(all, o)
		} else {
			left[why]++
		}
	}
	return all, left
}

// OfBest returns the name of the first scheduler of the ranking, and its loss on each step in percent; "": no step has
// losses.
func OfBest(c *methodstats.Comparison) (name string, losses []paired.Interval) {
	observations, _ := observed(c)
	if len(observations) == 0 {
		return "", nil
	}
	names := Schedulers(c.Policies())
	sums := lossSums(len(names), observations)
	slices.Reverse(sums) // of equal ones the last goes first, as in Ranking
	k := len(sums) - 1 - slices.Index(sums, slices.Min(sums))
	return names[k], frame.Each(observations, func(o Observation) paired.Interval { return o.Loss[k] })
}

// Ranking returns the indices of the schedulers, the one with the least average loss first. Of equal ones the scheduler
// that takes the best of the others goes first, as it loses no more than they do.
func (t Table) Ranking() []int {
	order := make([]int, len(t.All.Losses))
	for k := range order {
		order[k] = len(order) - 1 - k
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(t.All.Losses[a].Average.High, t.All.Losses[b].Average.High)
	})
	return order
}

func percent(optimum, policy int64) float64 { return (1 - float64(optimum)/float64(policy)) * 100 }
