package queueing_test

import (
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/queueing"
	"github.com/optgap/optgap/heuristics/slowreplay"
	"github.com/optgap/optgap/heuristics/steptest"
)

// late plans by a policy, but leaves the machine idle for some seconds first.
func late(policy heuristics.Policy, idle int64) func(*optgap.Step) optgap.Schedule {
	return func(step *optgap.Step) optgap.Schedule {
		plan := steptest.Plan(step, policy)
		for i := range plan {
			plan[i] += idle
		}
		return plan
	}
}

// TestLargeBatchesAreSplit: the sums of a batch stay within int64. Three jobs of 2^58 s on
// two of four processors arrive while another one runs. Two have sums of 4 processors and
// 2^59 s, whose product is 2^61. So each makes a batch.
func TestLargeBatchesAreSplit(t *testing.T) {
	jobs := []optgap.TraceJob{{Job: optgap.Job{ID: 9, Width: 1, Estimate: 5}, RunTime: 5}}
	for id := range int64(3) {
		jobs = append(jobs, optgap.TraceJob{Job: optgap.Job{ID: id, Width: 2, Estimate: 1 << 58, Submit: 1}, RunTime: 10})
	}
	s := must.Get(queueing.NewBatch(4, jobs, func(step *optgap.Step) optgap.Schedule {
		if err := step.Validate(); err != nil {
			t.Error(err)
		}
		return steptest.Plan(step, heuristics.FCFS)
	}))
	starts, err := slowreplay.Run(jobs, s)
	if want := []int64{0, 5, 15, 25}; err != nil || !slices.Equal(starts, want) {
		t.Errorf("starts %v, error %v, expected %v", starts, err, want)
	}
}
