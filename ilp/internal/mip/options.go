package mip

import (
	"fmt"
	"math"
	"time"
)

// FeasibilityTolerance is the violation up to which HiGHS accepts a solution,
// and [Solve] a start solution.
const FeasibilityTolerance = 1e-6

// MostSum is the sum of integer coefficients from which on HiGHS can take a row for kept that an
// integer solution breaks by 1, or for broken that one keeps. Each column may be off by the
// tolerance.
const MostSum = 1 / (2 * FeasibilityTolerance)

// Unprovable says to a reader what a row with a sum of MostSum or more means.
var Unprovable = fmt.Sprintf(
	"HiGHS proves nothing here: it keeps rows within %g, and the widths of the jobs in one add up to %d or more",
	FeasibilityTolerance,
	int64(MostSum),
)

// Tolerance returns the error allowed for in a floating-point bound: 1e-9 of the bound, and
// at least 1e-6. This is far above the rounding errors of sums of doubles.
func Tolerance(bound float64) float64 { return max(1e-6, 1e-9*math.Abs(bound)) }

// cutoffTolerance widens a cutoff, relative to max(1, |cutoff|), so that
// solutions exactly at it are not lost to rounding.
const cutoffTolerance = 1e-6

// Options steer one solve, which takes one thread. The zero value solves to proven optimality
// without limits.
type Options struct {
	// TimeLimit covers the whole of Solve, handing over the model included;
	// 0: none. The context's deadline counts as well.
	TimeLimit time.Duration
	// RelGap and AbsGap are gaps at which a mixed-integer solve may end as optimal:
	// (incumbent - bound)/|incumbent| and incumbent - bound. 0 asks for proven optimality.
	// HiGHS's own defaults (1e-4 and 1e-6) are not used.
	RelGap, AbsGap float64
	// Start is a feasible solution, or nil. It is an error if it violates a
	// constraint by more than FeasibilityTolerance.
	Start []float64
	// Cutoff is the largest objective (within 1e-6, relative) of a solution that is of
	// interest, nil if all solutions are. The search skips the others. It ends with
	// StatusCutoff when it has proven that no solution is of interest.
	Cutoff *float64
	// NodeLimit is the number of nodes of the branch-and-bound tree at which a solve ends;
	// 0: none.
	NodeLimit int64
	// IterationLimit ends a mixed-integer solve after so many iterations of the simplex; 0: none.
	// It may take a few more, as HiGHS looks at limits now and then. Unlike a time limit it keeps
	// solves repeatable.
	IterationLimit int64
	// Seed is that of HiGHS's random numbers; not negative. Without a time or memory limit a solve
	// is repeatable.
	Seed int
	// MemoryLimit is the resident memory of this process, in bytes, above which
	// the solve is interrupted (see "Limits are checked" above); 0: none.
	MemoryLimit int64
	// Report is called while HiGHS works on a mixed-integer program: when the work
	// begins, and within a tenth of a second of a better solution or bound; it may
	// be nil. Another goroutine than that of Solve makes the calls, one at a time, and none
	// once Solve returns. Where HiGHS fails and Solve tries again, the second attempt
	// begins anew, and reports of the first one do not count.
	Report func(Progress)
	// HiGHS holds further options by HiGHS's own names. The values are bool, int,
	// float64 or string. These options are set last.
	HiGHS map[string]any
}

// interesting reports whether an objective is within the cutoff.
func (o *Options) interesting(objective float64) bool {
	return o.Cutoff == nil || objective <= widened(*o.Cutoff)
}

// report passes on a progress, without a solution or a bound above the cutoff. The bound
// of a search says nothing of nodes above the cutoff, as the search has dropped them.
func (o *Options) report(p Progress) {
	if o.Cutoff != nil {
		p.Bound = min(p.Bound, *o.Cutoff)
	}
	if p.X != nil && !o.interesting(p.Objective) {
		p.X = nil
	}
	o.Report(p)
}

// widened returns a cutoff with its tolerance.
func widened(cutoff float64) float64 {
	return cutoff + cutoffTolerance*max(1, math.Abs(cutoff))
}
