package mip

import (
	"context"
	"slices"
	"testing"

	"github.com/optgap/optgap"
)

// TestEndedBy goes through all ways in which HiGHS and its monitor can end, with and
// without a solution. A result names a reason of package optgap, or the iteration limit
// where the monitor or HiGHS has stopped the solve for it. Anything else is an error.
func TestEndedBy(t *testing.T) {
	reasons := []optgap.EndedBy{
		optgap.EndedFinished, optgap.EndedTimeLimit, optgap.EndedMemoryLimit, optgap.EndedNodeLimit, optgap.EndedInterrupt,
	}
	m := knapsack()
	for status := range 25 {
		for reason := range monitorIteration + 1 {
			for _, x := range [][]float64{nil, {1, 0, 1}} {
				r := interpret(context.Background(), m, &Options{}, &outcome{status: status, reason: reason, x: x, bound: 90}, true)
				limited := reason == monitorIteration || status == highsIterationLimit
				known := slices.Contains(reasons, r.EndedBy) || r.EndedBy == EndedIterationLimit && limited
				if known == (r.Status == StatusError) || !known && r.EndedBy != "" {
					t.Errorf("model status %d, monitor %d: status %s, ended by %q", status, reason, r.Status, r.EndedBy)
				}
			}
		}
	}
	for status, want := range map[int]optgap.EndedBy{
		highsOptimal: optgap.EndedFinished, highsInfeasible: optgap.EndedFinished, highsTimeLimit: optgap.EndedTimeLimit,
		highsSolutionLimit: optgap.EndedNodeLimit, highsInterrupt: optgap.EndedInterrupt, highsSolveError: "",
		highsIterationLimit: EndedIterationLimit, 15: "",
	} {
		if got := endedBy(context.Background(), &outcome{status: status}); got != want {
			t.Errorf("model status %d: ended by %q, want %q", status, got, want)
		}
	}
}
