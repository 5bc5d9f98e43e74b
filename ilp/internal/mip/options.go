package mip

import (
	"fmt"
	"math"
	"time"
)

// FeasibilityTolerance is the violation up to which HiGHS accepts a solution,
// and [Solve] a start solution.
const FeasibilityTolerance = 1e-6

// cutoffTolerance widens a cutoff, relative to max(1, |cutoff|), so that
// solutions exactly at it are not lost to rounding.
const cutoffTolerance = 1e-6

// Options steer one solve. The zero value solves to proven optimality with one
// thread and no limits.
type Options struct {
	// TimeLimit covers the whole of Solve, handing over the model included;
	// 0: none. The context's deadline counts as well.
	TimeLimit time.Duration
	// Gaps at which a mixed-integer solve may end as optimal: (incumbent -
	// bound)/|incumbent| and incumbent - bound. 0 asks for proven optimality;
	// HiGHS's own defaults (1e-4 and 1e-6) are not used.
	RelGap, AbsGap float64
	// Start is a feasible solution, or nil. It is an error if it violates a
	// constraint by more than FeasibilityTolerance.
	Start []float64
	// Cutoff: only solutions with an objective of at most *Cutoff (within 1e-6,
	// relative) are of interest; nil: all are. The search skips the rest, and
	// ends with StatusCutoff when it has proven that there is none.
	Cutoff *float64
	// NodeLimit is the number of nodes of the branch-and-bound tree at which a solve ends;
	// 0: none.
	NodeLimit int64
	// IterationLimit ends a mixed-integer solve after so many simplex iterations, or
	// a few more, as HiGHS looks at limits now and then; 0: none. Unlike a time
	// limit it keeps solves repeatable.
	IterationLimit int64
	// Seed of HiGHS's random numbers; not negative.
	Seed int
	// Threads HiGHS may use; 0 means 1. With one thread and no time or memory
	// limit a solve is repeatable.
	Threads int
	// MemoryLimit is the resident memory of this process, in bytes, above which
	// the solve is interrupted (see "Limits are checked" above); 0: none.
	MemoryLimit int64
	// Relax drops the integrality of all columns.
	Relax bool
	// LPMethod for linear programs: "" (HiGHS chooses), "simplex", "ipm",
	// "ipm-nocrossover" (crosses over to a vertex only where the interior point is
	// not accurate enough) or "pdlp" (first-order; slow to become accurate).
	// Mixed-integer programs ignore it.
	LPMethod string
	// Report, where set, is called while HiGHS works on a mixed-integer program: when
	// it begins, and within a tenth of a second of a better solution or bound. It is
	// called by another goroutine than that of Solve, one call at a time, and no more
	// once Solve returns. Where HiGHS fails and Solve tries again, the second attempt
	// begins anew: what the first one reported does not count.
	Report func(Progress)
	// HiGHS sets further options by HiGHS's own names; the values are bool, int,
	// float64 or string. They are set last.
	HiGHS map[string]any
}

// Validate reports the first option that m cannot be solved with.
func (o *Options) Validate(m *Model) error {
	switch {
	case o.TimeLimit < 0, o.NodeLimit < 0, o.IterationLimit < 0, o.Seed < 0, o.Seed > math.MaxInt32, o.Threads < 0, o.MemoryLimit < 0:
		return fmt.Errorf("mip: negative time, node, iteration, thread or memory limit, or a seed outside 31 bits")
	case !(o.RelGap >= 0) || !(o.AbsGap >= 0):
		return fmt.Errorf("mip: gaps %v and %v", o.RelGap, o.AbsGap)
	case o.Cutoff != nil && math.IsNaN(*o.Cutoff):
		return fmt.Errorf("mip: cutoff is not a number")
	case o.Start != nil && len(o.Start) != m.Columns():
		return fmt.Errorf("mip: start solution of %d values for %d columns", len(o.Start), m.Columns())
	}
	if _, ok := lpMethods[o.LPMethod]; !ok {
		return fmt.Errorf("mip: no LP method %q", o.LPMethod)
	}
	if o.Start == nil || (o.Relax && m.isInteger()) {
		return nil
	}
	// Written so that NaN fails too.
	if v := m.Violation(o.Start); !(v <= FeasibilityTolerance) {
		return fmt.Errorf("mip: the start solution violates the model by %g", v)
	}
	return nil
}

var lpMethods = map[string]struct{ solver, crossover string }{
	"":                {"choose", "on"},
	"simplex":         {"simplex", "on"},
	"ipm":             {"ipm", "on"},
	"ipm-nocrossover": {"ipm", "choose"},
	"pdlp":            {"pdlp", "off"},
}

// interesting reports whether an objective is within the cutoff.
func (o *Options) interesting(objective float64) bool {
	return o.Cutoff == nil || objective <= widened(*o.Cutoff)
}

// report passes on what is within the cutoff. Nodes beyond the cutoff are gone from
// the search and its bound.
func (o *Options) report(p Progress) {
	if o.Cutoff != nil {
		p.Bound = min(p.Bound, *o.Cutoff)
	}
	if p.X != nil && !o.interesting(p.Objective) {
		p.X = nil
	}
	o.Report(p)
}

func widened(cutoff float64) float64 {
	return cutoff + cutoffTolerance*max(1, math.Abs(cutoff))
}
