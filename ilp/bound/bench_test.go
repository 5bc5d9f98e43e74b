package bound

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/ilp/grid"
)

// queue returns a step with jobs of the usual kinds: widths of powers of two,
// estimates in minutes, and a machine whose running jobs end over a day.
func queue(jobs int) *optgap.Step {
	r := rand.New(rand.NewPCG(1, uint64(jobs)))
	const machine = 128
	s := step(machine, optgap.History{{Time: 0, Free: 8}})
	for free := int64(8); free < machine; {
		free = min(machine, free+1<<r.IntN(6))
		s.History = append(s.History, optgap.Change{Time: s.History.End() + 1 + r.Int64N(7200), Free: free})
	}
	for i := range jobs {
		minutes := []int64{10, 30, 60, 120, 240, 720, 1440}[r.IntN(7)] - r.Int64N(5)
		j := optgap.Job{ID: int64(i + 1), Width: 1 << r.IntN(8), Estimate: 60 * minutes, Submit: -r.Int64N(36000)}
		s.Jobs = append(s.Jobs, j)
	}
	return s
}

// BenchmarkBound measures the lower bounds on the one-second problem.
//
//	go test -run '^$' -bench Bound -count 10 ./ilp/bound
func BenchmarkBound(b *testing.B) {
	o := Options{TimeLimit: 30 * time.Second}
	sizes := []int{25, 8, 185}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, jobs := range sizes {
		s := queue(jobs)
		policy := heuristics.BestPlan(s).Objective(s)
		for _, c := range []struct {
			name  string
			bound func() int64
		}{
			{string(optgap.BoundFluid), func() int64 { return Fluid(s) }},
			{string(optgap.BoundMinsum), func() int64 { return value(s, o, Minsum) }},
			{string(optgap.BoundLP), func() int64 { return value(s, o, LP) }},
		} {
			b.Run(fmt.Sprintf("jobs=%d/bound=%s", jobs, c.name), func(b *testing.B) {
				v := int64(0)
				for b.Loop() {
					v = c.bound()
				}
				if v > policy {
					b.Fatalf("bound %d above the objective %d of a schedule", v, policy)
				}
				b.ReportMetric(float64(v)/float64(policy), "bound/policy")
			})
		}
	}
}

func value(s *optgap.Step, o Options, bound function) int64 {
	v := must.Get(bound(context.Background(), must.Get(grid.Open(s)), o))
	return v.Bound
}
