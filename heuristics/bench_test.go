package heuristics_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

// steadyStep returns a step like those of a loaded 430-processor machine: n
// waiting jobs with round estimates, and running jobs that leave one by one.
func steadyStep(n int) *optgap.Step {
	const machine = 430
	r := rand.New(rand.NewPCG(uint64(n), 7))
	s := &optgap.Step{Format: optgap.StepFormat, Machine: machine}
	free := int64(0)
	for t := int64(0); free < machine; t += 1 + r.Int64N(3600) {
		free = min(machine, free+1+r.Int64N(16))
		s.History = append(s.History, optgap.Change{Time: t, Free: free})
	}
	for i := range n {
		s.Jobs = append(s.Jobs, optgap.Job{
			ID: int64(i), Width: 1 << r.IntN(8), Estimate: 300 * (1 + r.Int64N(216)), Submit: int64(i - n),
		})
	}
	return s
}

// waitingJobs returns the backlogs of the benchmarks: 25 and 185 as in Streit
// (2002), then the growth over three powers of ten.
func waitingJobs() []int {
	if testing.Short() {
		return []int{25, 185, 10000}
	}
	return []int{25, 100, 185, 1000, 10000, 100000}
}

// BenchmarkPlan measures a plan under one policy, its sorting included.
//
//	go test -run '^$' -bench Plan -count 10 ./heuristics
func BenchmarkPlan(b *testing.B) {
	policies := heuristics.DynP()
	if testing.Short() {
		policies = policies[1:2] // jobs wait in the order of the first one; the others sort alike
	}
	for _, policy := range policies {
		for _, n := range waitingJobs() {
			b.Run(fmt.Sprintf("policy=%s/jobs=%d", policy.Name, n), func(b *testing.B) {
				step := steadyStep(n)
				var planner heuristics.Planner
				starts := make(optgap.Schedule, n)
				planner.Plan(step, policy, starts)
				b.ReportAllocs()
				for b.Loop() {
					planner.Plan(step, policy, starts)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/job")
			})
		}
	}
}
