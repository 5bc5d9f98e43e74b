package verify_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/verify"
)

// drawStep draws a sane step of up to 4 jobs whose history rises and dips.
func drawStep(t *rapid.T) *optgap.Step {
	machine := rapid.Int64Range(1, 9).Draw(t, "machine")
	s := &optgap.Step{Format: optgap.StepFormat, Trace: "t.swf", Index: rapid.IntRange(0, 9).Draw(t, "index"), Now: 77,
		Machine: machine}
	second := int64(0)
	for range rapid.IntRange(0, 4).Draw(t, "changes") {
		s.History = append(s.History, optgap.Change{Time: second, Free: rapid.Int64Range(0, machine).Draw(t, "free")})
		second += rapid.Int64Range(1, 15).Draw(t, "apart")
	}
	s.History = append(s.History, optgap.Change{Time: second, Free: machine})
	for i := range rapid.IntRange(1, 4).Draw(t, "jobs") {
		s.Jobs = append(s.Jobs, optgap.Job{ID: int64(40 - i), Width: rapid.Int64Range(1, machine).Draw(t, "width"),
			Estimate: rapid.Int64Range(1, 12).Draw(t, "estimate"), Submit: -rapid.Int64Range(0, 3).Draw(t, "waited")})
	}
	return s
}

func drawResult(t *rapid.T, s *optgap.Step) record.Result {
	switch rapid.IntRange(0, 4).Draw(t, "kind") {
	case 0:
		return secondResult(s)
	case 1:
		return gridResult(s, rapid.Int64Range(1, 9).Draw(t, "scale"))
	case 2:
		return limitResult(s)
	case 3:
		return errorResult(s)
	}
	order := rapid.Permutation([]int{0, 1, 2, 3}[:len(s.Jobs)]).Draw(t, "order")
	return result(s, optgap.StatusFeasible, trivial(s, order, 1), nil)
}

// TestValidResultsPass shows that no result whose values another planner and
// another enumeration found has a fault.
func TestValidResultsPass(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawStep(t)
		r := drawResult(t, s)
		report, err := verify.Results(one(r), one(*s), verify.Options{})
		if err != nil || len(report.Faults) > 0 {
			t.Fatalf("%v, faults %v\nstep %+v\nresult %+v", err, report.Faults, s, r)
		}
		if report.Results != 1 || report.Steps != 1 || report.Unanswered != 0 || report.Checks < 20 {
			t.Fatalf("report %+v", report)
		}
	})
}
