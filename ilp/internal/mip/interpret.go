//go:build cgo

package mip

import (
	"context"
	"math"

	"github.com/optgap/optgap"
)

// interpret makes a Result of an outcome.
func interpret(ctx context.Context, t task, o *Options, out *outcome) Result {
	r := Result{
		EndedBy:      endedBy(ctx, out),
		Objective:    math.NaN(),
		Bound:        math.Inf(-1),
		Nodes:        out.nodes,
		LPIterations: out.lpIterations,
	}
	if t.integer {
		r.Bound = out.bound
	}
	r.X = bestOf(t, o, out.x)
	if r.X != nil {
		r.Objective = t.Objective(r.X)
	}
	switch out.status {
	case highsOptimal, highsEmpty:
		finishOptimal(&r, o, out, t.integer)
	case highsInfeasible:
		finishInfeasible(&r, o, t.integer)
	case highsUnbounded, highsUnboundedOrInfeasible:
		r.Status = StatusUnbounded
		r.Bound = math.Inf(-1)
	default:
		finishStopped(&r, o, t.integer)
	}
	return r
}

// bestOf returns the better of HiGHS's solution and the start solution; nil if neither
// is within the cutoff. A HiGHS that is stopped early has not looked at the start
// solution.
func bestOf(t task, o *Options, x []float64) []float64 {
	if o.Start != nil && (x == nil || t.Objective(o.Start) < t.Objective(x)) {
		x = append([]float64(nil), o.Start...)
	}
	if x == nil || !o.interesting(t.Objective(x)) {
		return nil
	}
	return x
}

// endedBy returns why HiGHS ended; "" for a reason of its own, such as trouble with
// numbers or a limit that nobody has set.
func endedBy(ctx context.Context, out *outcome) optgap.EndedBy {
	switch out.reason {
	case monitorCancelled:
		if context.Cause(ctx) == context.DeadlineExceeded {
			return optgap.EndedTimeLimit
		}
		return optgap.EndedInterrupt
	case monitorDeadline:
		return optgap.EndedTimeLimit
	case monitorMemory:
		return optgap.EndedMemoryLimit
	case monitorIteration:
		return EndedIterationLimit
	}
	switch out.status {
	case highsOptimal, highsEmpty, highsInfeasible, highsUnbounded, highsUnboundedOrInfeasible:
		return optgap.EndedFinished
	case highsTimeLimit:
		return optgap.EndedTimeLimit
	case highsIterationLimit:
		return EndedIterationLimit
	case highsSolutionLimit:
		return optgap.EndedNodeLimit
	case highsInterrupt:
		return optgap.EndedInterrupt
	}
	return ""
}

// finishOptimal completes the result where HiGHS has found an optimum.
func finishOptimal(r *Result, o *Options, out *outcome, integer bool) {
	r.EndedBy = optgap.EndedFinished // also when a limit was hit on the last step
	switch {
	case r.X == nil && o.Cutoff == nil:
		r.Status = StatusError
		r.EndedBy = "" // an optimum without a solution
		return
	case r.X == nil:
		r.Status, r.Bound = StatusCutoff, *o.Cutoff
		return
	}
	r.Status = StatusOptimal
	if integer {
		r.Bound = min(r.Bound, r.Objective)
		return
	}
	r.Bound = r.Objective
	r.RowDual = out.rowDual
}

// finishInfeasible completes the result where HiGHS has proven that there is no solution,
// or none better than the start solution, or none within the cutoff.
func finishInfeasible(r *Result, o *Options, integer bool) {
	r.EndedBy = optgap.EndedFinished
	switch {
	case r.X != nil: // nothing better than the start solution
		r.Status = StatusOptimal
		r.Bound = r.Objective
	case integer && o.Cutoff != nil:
		r.Status, r.Bound = StatusCutoff, *o.Cutoff
	default:
		r.Status = StatusInfeasible
		r.Bound = math.Inf(1)
	}
}

// finishStopped completes the result where HiGHS was stopped. A stop for another reason
// than a limit or a cancelled context is an error, also where there is a solution: the
// bound may be wrong too.
func finishStopped(r *Result, o *Options, integer bool) {
	if integer && o.Cutoff != nil {
		// HiGHS drops nodes above the cutoff, so its bound says nothing of them.
		r.Bound = min(r.Bound, *o.Cutoff)
	}
	switch {
	case r.EndedBy == "":
		r.Status = StatusError
	case r.X != nil:
		r.Status = StatusFeasible
		r.Bound = min(r.Bound, r.Objective)
	default:
		r.Status = StatusLimit
	}
}
