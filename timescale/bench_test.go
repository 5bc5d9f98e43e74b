package timescale_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/timescale"
)

// BenchmarkCompact measures the re-planning of a grid schedule at one second,
// and reports the share of the objective that it saves.
//
//	go test -run '^$' -bench Compact -count 10 ./timescale
func BenchmarkCompact(b *testing.B) {
	sizes := []int{25, 185, 1000}
	if testing.Short() {
		sizes = []int{185}
	}
	for _, n := range sizes {
		b.Run(fmt.Sprintf("jobs=%d/scale=60", n), func(b *testing.B) {
			r := rand.New(rand.NewPCG(uint64(n), 5))
			history := optgap.History{{Time: 0, Free: 30}, {Time: 4711, Free: 100}}
			step := &optgap.Step{Format: optgap.StepFormat, Machine: 100, History: history}
			for i := range n {
				j := optgap.Job{ID: int64(i), Width: 1 << r.IntN(7), Estimate: 1 + r.Int64N(40_000), Submit: -int64(n - i)}
				step.Jobs = append(step.Jobs, j)
			}
			scaled := timescale.Restrict(step, 60)
			var p optgap.Profile
			p.Reset(scaled.History)
			grid := make(optgap.Schedule, n)
			for i, j := range scaled.Jobs {
				grid[i] = p.Place(0, j.Width, j.Estimate)
			}
			var compact optgap.Schedule
			for b.Loop() {
				compact = timescale.Compact(step, grid)
			}
			b.ReportMetric(1-float64(compact.Objective(step))/float64(grid.Objective(step)), "saved")
		})
	}
}
