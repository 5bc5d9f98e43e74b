package exact

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
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
				sol := solved(b, s, Options{TimeLimit: 5 * time.Second})
				b.ReportMetric(percent(sol.Bound, sol.Objective), "gap-%")
			}
		})
	}
}
