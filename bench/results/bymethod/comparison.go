package bymethod

import (
	"math"
	"slices"

	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
)

// Comparison holds what several methods found for the same steps.
type Comparison struct {
	Methods []string // names, in the order in which they appear; with their grids where a method has several for a step
	Steps   []Step   // in the order in which they appear
}

// Step is what the methods found for one step.
type Step struct {
	First   *record.Result   // any of them: it tells the step's moment and size
	Results []*record.Result // one for each method; nil: none
}

// Collect sorts results by step and method. A method with several results for a step, on
// different grids, counts as several methods. Of two by the same method for the same step
// and time scale the last counts.
func Collect(results []record.Result) *Comparison {
	c, places, name := &Comparison{}, map[step]int{}, Names(results)
	for i := range results {
		if n := name(&results[i]); !slices.Contains(c.Methods, n) {
			c.Methods = append(c.Methods, n)
		}
	}
	for i := range results {
		r := &results[i]
		at, ok := places[stepOf(r)]
		if !ok {
			at = len(c.Steps)
			places[stepOf(r)] = at
			c.Steps = append(c.Steps, Step{r, make([]*record.Result, len(c.Methods))})
		}
		c.Steps[at].Results[slices.Index(c.Methods, name(r))] = r
	}
	return c
}

// Best returns the least objective that a method found for the step; 0: none did.
func (s Step) Best() int64 {
	best := int64(0)
	for _, r := range s.Results {
		if summary.Solved(r) && (best == 0 || r.Objective < best) {
			best = r.Objective
		}
	}
	return best
}

// seconds returns the method's time for each step on which it proves the claim,
// +Inf for the others.
func (c *Comparison) seconds(method int, claim Claim) []float64 {
	times := make([]float64, len(c.Steps))
	for i, s := range c.Steps {
		times[i] = math.Inf(1)
		if r := s.Results[method]; r != nil && r.SolveSeconds > 0 && Proves(r, claim) {
			times[i] = r.SolveSeconds
		}
	}
	return times
}

// Solver is a method and what it is to prove.
type Solver struct {
	Method string
	Claim  Claim
}

// Times returns, for each method and kind of own proof that appears among the
// results, the time of each step, +Inf where the proof is missing.
func (c *Comparison) Times() (solvers []Solver, seconds [][]float64) {
	for k, method := range c.Methods {
		for _, claim := range []Claim{AtSecond, OnGrid} {
			times := c.seconds(k, claim)
			if slices.ContainsFunc(times, func(v float64) bool { return !math.IsInf(v, 1) }) {
				solvers, seconds = append(solvers, Solver{method, claim}), append(seconds, times)
			}
		}
	}
	return solvers, seconds
}

// Objectives returns each method's objective of each step, +Inf where it has no
// schedule of its own.
func (c *Comparison) Objectives() [][]float64 {
	return c.Values(func(r *record.Result) (float64, bool) { return float64(r.Objective), summary.Solved(r) })
}

// Values returns what the function says of each method's result for each step, +Inf where it
// says nothing or there is no result.
func (c *Comparison) Values(of func(*record.Result) (value float64, ok bool)) [][]float64 {
	values := make([][]float64, len(c.Methods))
	for k := range values {
		values[k] = make([]float64, len(c.Steps))
		for i, s := range c.Steps {
			values[k][i] = math.Inf(1)
			if r := s.Results[k]; r != nil {
				if v, ok := of(r); ok {
					values[k][i] = v
				}
			}
		}
	}
	return values
}
