package bicriteria_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/bicriteria"
	"github.com/optgap/optgap/heuristics/must"
)

// steadyStep returns a step of a loaded machine: n waiting jobs with widths that are
// mostly small and round estimates, and running jobs that leave one by one.
func steadyStep(n int, machine int64) *optgap.Step {
	r := rand.New(rand.NewPCG(uint64(n), uint64(machine)))
	s := &optgap.Step{Format: optgap.StepFormat, Machine: machine}
	free := int64(0)
	for t := int64(0); free < machine; t += 1 + r.Int64N(3600) {
		free = min(machine, free+1+r.Int64N(machine/20))
		s.History = append(s.History, optgap.Change{Time: t, Free: free})
	}
	for i := range n {
		width := min(machine, 1<<r.IntN(8))
		j := optgap.Job{ID: int64(i), Width: width, Estimate: 300 * (1 + r.Int64N(216)), Submit: int64(i - n)}
		s.Jobs = append(s.Jobs, j)
	}
	return s
}

// BenchmarkPlan measures the whole algorithm, with its shuffles and without.
// objective/best is the objective divided by that of the best policy's plan.
//
//	go test -run '^$' -bench Plan -count 10 ./heuristics/bicriteria
func BenchmarkPlan(b *testing.B) {
	sizes := []struct {
		jobs    int
		machine int64
	}{{185, 430}, {20, 100}, {1000, 430}}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, size := range sizes {
		for _, shuffles := range []int{none, 20} {
			b.Run(fmt.Sprintf("jobs=%d/machine=%d/shuffles=%d", size.jobs, size.machine, max(shuffles, 0)), func(b *testing.B) {
				step := steadyStep(size.jobs, size.machine)
				must.Do(step.Validate())
				b.ReportAllocs()
				var r *bicriteria.Result
				for b.Loop() {
					r = bicriteria.Plan(step, bicriteria.Options{Shuffles: shuffles})
				}
				best := heuristics.BestPlan(step).Objective(step)
				b.ReportMetric(float64(r.Schedule.Objective(step))/float64(best), "objective/best")
			})
		}
	}
}
