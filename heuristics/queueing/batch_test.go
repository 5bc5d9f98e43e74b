package queueing_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
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

// TestBatchesFollowEachOther: a batch holds the jobs that have arrived when the one
// before it has ended. No job starts later than it was planned.
func TestBatchesFollowEachOther(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 21))
		machine := 1 + r.Int64N(16)
		jobs := randomTrace(r, 60, machine)
		type batch struct{ begin, jobs, end int64 } // end: as planned
		var batches []batch
		plan := func(step *optgap.Step) optgap.Schedule {
			if err := step.Validate(); err != nil {
				t.Fatal(err)
			}
			s := steptest.Plan(step, heuristics.LJF)
			batches = append(batches, batch{step.Now, int64(len(step.Jobs)), step.Now + s.Makespan(step)})
			return s
		}
		s, err := queueing.NewBatch(machine, jobs, plan)
		if err != nil {
			t.Fatal(err)
		}
		starts, err := slowreplay.Run(jobs, s)
		if err != nil {
			t.Fatal(err)
		}
		order := make([]int, len(jobs)) // by batch: those of a batch start before all of the next
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int { return int(starts[a] - starts[b]) })
		before, at := int64(0), 0
		for _, b := range batches {
			if b.begin < before {
				t.Fatalf("seed %d: a batch begins at %d, the one before it ends at %d", seed, b.begin, before)
			}
			for _, i := range order[at : at+int(b.jobs)] {
				end := starts[i] + jobs[i].Duration()
				if starts[i] < b.begin || end > b.end || jobs[i].Submit > b.begin {
					t.Fatalf("seed %d: job %d runs from %d to %d in a batch from %d to %d, submitted at %d",
						seed, i, starts[i], end, b.begin, b.end, jobs[i].Submit)
				}
				before = max(before, end)
			}
			at += int(b.jobs)
		}
		if at != len(jobs) {
			t.Fatalf("seed %d: %d jobs in batches, expected %d", seed, at, len(jobs))
		}
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
	s, err := queueing.NewBatch(4, jobs, func(step *optgap.Step) optgap.Schedule {
		if err := step.Validate(); err != nil {
			t.Error(err)
		}
		return steptest.Plan(step, heuristics.FCFS)
	})
	if err != nil {
		t.Fatal(err)
	}
	starts, err := slowreplay.Run(jobs, s)
	if want := []int64{0, 5, 15, 25}; err != nil || !slices.Equal(starts, want) {
		t.Errorf("starts %v, error %v, expected %v", starts, err, want)
	}
}
