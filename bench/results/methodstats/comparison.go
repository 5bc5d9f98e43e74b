// Package methodstats compares methods that solved the same steps:
//
//	results    -> Collect             -> Comparison: results by step and method
//	Comparison -> Totals              -> each method over all steps, with its gaps, times and costs
//	Comparison -> Times, Objectives   -> costs by solver and step
//	costs      -> Performance, Cactus -> performance profiles and a cactus plot
//
// # What counts as solved
//
// A result is proven at one second where its status is optimal with scope second. If a bound
// of the method meets the objective, the proof is the method's own ([AtSecond]). If only the
// minsum, fluid or linear-programming bound does, the proof rests on bounds computed beside
// the method ([ByBounds]). The time of those bounds is not part of solve_seconds. A proof
// for the time-scaled program ([OnGrid]) is another claim: the optimum on the grid need not
// be one at one second.
//
// Profiles of time and cactus plots therefore show own proofs alone. Proofs on the grid are
// a curve of their own.
//
// The package may change at any time.
package methodstats

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
)

// A Comparison holds the results of several methods for the same steps.
type Comparison struct {
	// Methods holds names in the order of their appearance. Where a method has results on
	// several grids for a step, each name includes the grid.
	Methods  []string
	Policies []string       // of which some result has values, in one order
	Average  optgap.Average // that all results minimise
	Steps    []Step         // in the order of their appearance
}

// A Step holds the results of the methods for one step.
type Step struct {
	First   *record.Result   // any of the results, for the moment and size of the step
	Results []*record.Result // one for each method, nil if the method has none
}

// Collect sorts results by step and method. A method with results on several grids for a
// step counts as several methods. Of two results with the same method, step and time scale
// the last counts.
func Collect(results []record.Result) *Comparison {
	all, name := lists.Pointers(results), Names(results)
	c := &Comparison{
		Methods: lists.Distinct(all, name), Policies: record.PolicyNames(results), Average: record.AverageIn(results),
	}
	for _, own := range lists.GroupBy(all, (*record.Result).Step) {
		s := Step{own[0], make([]*record.Result, len(c.Methods))}
		for _, r := range own {
			s.Results[slices.Index(c.Methods, name(r))] = r
		}
		c.Steps = append(c.Steps, s)
	}
	return c
}

// Best returns the least objective of all methods for the step; 0: no method has a schedule.
func (s Step) Best() int64 {
	best := int64(0)
	for _, r := range s.Results {
		if summary.Solved(r) && (best == 0 || r.Objective < best) {
			best = r.Objective
		}
	}
	return best
}

// A Solver is a method together with the claim that it is to prove.
type Solver struct {
	Method string
	Claim  Claim
}

// Times returns the time of each step in seconds for each method and kind of own proof. The
// time is +Inf where the proof is missing. A pair of method and proof without any time is
// left out.
func (c *Comparison) Times() (solvers []Solver, seconds [][]float64) {
	for k, method := range c.Methods {
		for _, claim := range []Claim{AtSecond, OnGrid} {
			times := c.Values(func(r *record.Result) (float64, bool) {
				return r.SolveSeconds, r.SolveSeconds > 0 && Proves(r, claim)
			})[k]
			if slices.Min(times) < math.Inf(1) {
				solvers, seconds = append(solvers, Solver{method, claim}), append(seconds, times)
			}
		}
	}
	return solvers, seconds
}

// Objectives returns the objective of each method for each step. It is +Inf where the method
// has no schedule of its own.
func (c *Comparison) Objectives() [][]float64 {
	return c.Values(func(r *record.Result) (float64, bool) { return float64(r.Objective), summary.Solved(r) })
}

// PrimalGap is the mean primal gap of a method over the steps of which its result holds what it knew as it changed.
type PrimalGap struct {
	Method   string
	Curve    Curve   // by seconds, from FirstSeconds on; 1 before it begins
	Integral float64 // [s] up to the longest time of any result
}

// FirstSeconds is when a curve of primal gaps begins. All before is of plans that every method begins with.
const FirstSeconds = 0.001

// PrimalGaps returns the primal gaps (see [record.PrimalIntegral]) of the methods that have some. They are against the
// least objective of the methods on a step.
func (c *Comparison) PrimalGaps() (all []PrimalGap) {
	until := 0.0
	for _, s := range c.Steps {
		for _, r := range s.Results {
			if r != nil {
				until = max(until, r.SolveSeconds)
			}
		}
	}
	for k, method := range c.Methods {
		changes, steps, g := map[float64]float64{}, 0, PrimalGap{Method: method}
		for _, s := range c.Steps {
			r, before := s.Results[k], 1.0
			if r == nil || r.Progress == nil {
				continue
			}
			steps++
			g.Integral += record.PrimalIntegral(r.Progress, s.Best(), until)
			for _, p := range r.Progress {
				gap := p.Gap(s.Best())
				changes[max(p.Seconds, FirstSeconds)] += gap - before
				before = gap
			}
		}
		if steps == 0 {
			continue
		}
		g.Integral /= float64(steps)
		sum := 0.0
		for _, seconds := range slices.Sorted(maps.Keys(changes)) {
			sum += changes[seconds]
			g.Curve.X = append(g.Curve.X, seconds)
			g.Curve.Y = append(g.Curve.Y, max(0, 1+sum/float64(steps)))
		}
		all = append(all, g)
	}
	return all
}

// Values returns a value of each method for each step. It is +Inf where there is no result
// or ok is false.
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

// Names returns a function that names the method of a result. If a method has results on
// several grids for one step, their names differ. The name is the shortest with that
// property.
func Names(results []record.Result) func(*record.Result) string {
	type place struct {
		method string
		step   record.StepKey
	}
	onGrid, slots := map[string]bool{}, map[string]bool{} // methods whose names say so
	at := func(r *record.Result) place { return place{r.Method, r.Step()} }
	for _, own := range lists.GroupBy(lists.Pointers(results), at) {
		scales := lists.Distinct(own, func(r *record.Result) int64 { return r.TimeScale })
		if len(scales) > 1 {
			onGrid[own[0].Method] = true
			slots[own[0].Method] = slots[own[0].Method] || len(scales) > 2 || !slices.Contains(scales, 0)
		}
	}
	return func(r *record.Result) string {
		switch {
		case r.TimeScale == 0 || !onGrid[r.Method]:
			return r.Method
		case slots[r.Method]:
			return fmt.Sprintf("%s, slots of %d s", r.Method, r.TimeScale)
		}
		return r.Method + " on the grid"
	}
}
