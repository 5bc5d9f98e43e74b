package exact

import (
	"fmt"
	"testing"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/program"
)

// BenchmarkGrid measures proofs of the optimum of the time-scaled problem: by the search,
// and with integer programs first. Both have to find the same optima. proven-%
// is the share of the steps that are proven within 20 seconds each. One operation is all
// steps.
//
//	go test -run '^$' -bench Grid/ -count 10 ./ilp/exact
func BenchmarkGrid(b *testing.B) {
	const limit = 20 * time.Second
	for _, jobs := range firstIfShort([]int{12, 20, 30}) {
		for _, scale := range firstIfShort([]int64{600, 60}) {
			steps := sample(jobs, 4)
			optima := make([]int64, len(steps))
			run := func(name string, solve func(s *optgap.Step) (objective int64, proven bool)) {
				b.Run(fmt.Sprintf("jobs=%d/scale=%d/method=%s", jobs, scale, name), func(b *testing.B) {
					all := 0
					for b.Loop() {
						for i, s := range steps {
							objective, proven := solve(s)
							if !proven {
								continue
							}
							if all++; optima[i] == 0 {
								optima[i] = objective
							}
							if objective != optima[i] {
								b.Fatalf("step %d: %d, the optimum is %d", i, objective, optima[i])
							}
						}
					}
					n := float64(b.N * len(steps))
					b.ReportMetric(b.Elapsed().Seconds()*1000/n, "ms/step")
					b.ReportMetric(100*float64(all)/n, "proven-%")
				})
			}
			run("search", func(s *optgap.Step) (int64, bool) {
				sol := solvedOnGrid(b, s, grid.Choice{Scale: scale}, Options{Limits: Limits{TimeLimit: limit}})
				return sol.GridObjective, sol.Status == optgap.StatusOptimal
			})
			run("program", func(s *optgap.Step) (int64, bool) {
				o := Options{Limits: Limits{TimeLimit: limit}, Programs: program.FormulationStep}
				sol := solvedOnGrid(b, s, grid.Choice{Scale: scale}, o)
				return sol.GridObjective, sol.Status == optgap.StatusOptimal
			})
		}
	}
}
