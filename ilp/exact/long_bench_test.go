package exact

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/optgap/optgap/ilp/internal/engine"
)

// BenchmarkLongQueue measures the gap that a time limit of 5 s leaves on long queues.
//
//	go test -run '^$' -bench LongQueue -benchtime 1x ./ilp/exact
func BenchmarkLongQueue(b *testing.B) {
	if testing.Short() {
		b.Skip("takes whole time limits")
	}
	for _, jobs := range []int{300, 1000, 2000} {
		s := queue(rand.New(rand.NewPCG(uint64(jobs), 0)), jobs)
		b.Run(fmt.Sprintf("jobs=%d", jobs), func(b *testing.B) {
			for b.Loop() {
				sol := solved(b, s, Options{Limits: Limits{TimeLimit: 5 * time.Second}})
				b.ReportMetric(percent(sol.Bound, sol.Objective), "gap-%")
			}
		})
	}
}

// TestFluidPrices: no price of the fluid relaxation is cut down, however long the queue. The bound is
// then within a few percent of the best policy's plan.
func TestFluidPrices(t *testing.T) {
	t.Parallel()
	for _, jobs := range []int{300, 2000} {
		v := unfinished(sample(jobs, 1)[0], Options{})
		a := engine.NewShared(v.problem, v.problem.Around(v.step, v.schedule(), 1000))
		a.Pour()
		bound, plan := v.problem.Whole(a.Value())+v.constant, v.sol.Schedule.Objective(v.step)
		if percent(bound, plan) > 6 {
			t.Errorf("%d jobs: bound %d is %.1f %% below the plan's %d", jobs, bound, percent(bound, plan), plan)
		}
	}
}
