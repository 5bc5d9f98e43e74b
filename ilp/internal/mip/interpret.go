package mip

import (
	"context"
	"math"
)

// interpret makes a Result of what HiGHS left behind.
func interpret(ctx context.Context, m *Model, o *Options, out *outcome, integer bool) Result {
	r := Result{
		EndedBy:      endedBy(ctx, out),
		Objective:    math.NaN(),
		Bound:        math.Inf(-1),
		Nodes:        out.nodes,
		LPIterations: out.lpIterations,
	}
	if integer {
		r.Bound = out.bound
	}
	r.X = bestOf(m, o, out.x, integer)
	if r.X != nil {
		r.Objective = m.Objective(r.X)
	}
	switch out.status {
	case highsOptimal, highsEmpty:
		finishOptimal(&r, o, out, integer)
	case highsInfeasible:
		finishInfeasible(&r, o, integer)
	case highsUnboundedOrInfeasible:
		r.Status, r.Bound = StatusInfeasibleOrUnbounded, math.Inf(-1)
	case highsUnbounded:
		r.Status, r.Bound = StatusUnbounded, math.Inf(-1)
	default:
		finishStopped(&r, o, integer)
	}
	return r
}

// bestOf returns the better of HiGHS's solution and the start solution (which
// HiGHS has not looked at yet when it is stopped early), or nil if neither
// exists within the cutoff.
func bestOf(m *Model, o *Options, x []float64, integer bool) []float64 {
	if integer && o.Start != nil && (x == nil || m.Objective(o.Start) < m.Objective(x)) {
		x = append([]float64(nil), o.Start...)
	}
	if x == nil || !o.interesting(m.Objective(x)) {
		return nil
	}
	return x
}

func endedBy(ctx context.Context, out *outcome) EndedBy {
	switch out.reason {
	case monitorCancelled:
		if context.Cause(ctx) == context.DeadlineExceeded {
			return EndedTime
		}
		return EndedInterrupt
	case monitorDeadline:
		return EndedTime
	case monitorMemory:
		return EndedMemory
	case monitorIteration:
		return EndedIteration
	}
	switch out.status {
	case highsOptimal, highsEmpty, highsInfeasible, highsUnbounded, highsUnboundedOrInfeasible:
		return EndedFinished
	case highsTimeLimit:
		return EndedTime
	case highsSolutionLimit:
		return EndedNodes
	case highsIterationLimit:
		return EndedIteration
	case highsInterrupt:
		return EndedInterrupt
	}
	return EndedOther
}

func finishOptimal(r *Result, o *Options, out *outcome, integer bool) {
	r.EndedBy = EndedFinished // also when a limit was hit on the last step
	switch {
	case r.X == nil && o.Cutoff == nil:
		r.Status, r.EndedBy = StatusError, EndedOther // an optimum without a solution
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
	r.Bound, r.RowDual = r.Objective, out.rowDual
}

func finishInfeasible(r *Result, o *Options, integer bool) {
	r.EndedBy = EndedFinished
	switch {
	case r.X != nil: // nothing better than the start solution
		r.Status, r.Bound = StatusOptimal, r.Objective
	case integer && o.Cutoff != nil:
		r.Status, r.Bound = StatusCutoff, *o.Cutoff
	default:
		r.Status, r.Bound = StatusInfeasible, math.Inf(1)
	}
}

// finishStopped handles limits, and what HiGHS calls errors.
func finishStopped(r *Result, o *Options, integer bool) {
	if integer && o.Cutoff != nil {
		// Nodes beyond the cutoff are gone from the search and its bound.
		r.Bound = min(r.Bound, *o.Cutoff)
	}
	switch {
	case r.X != nil:
		r.Status, r.Bound = StatusFeasible, min(r.Bound, r.Objective)
	case r.EndedBy == EndedOther:
		r.Status = StatusError
	default:
		r.Status = StatusLimit
	}
}
