package workload_test

import (
	"slices"
	"testing"

	"github.com/optgap/optgap/bench/trace/workload"
)

// BenchmarkGenerate measures how fast the models draw jobs.
//
//	go test -run '^$' -bench Generate -count 10 ./bench/trace/workload
func BenchmarkGenerate(b *testing.B) {
	for _, m := range workload.Models() {
		// Of Aida's six and Streit's four models, which draw alike, one each.
		if testing.Short() && !slices.Contains([]string{"uniform", "feitelson1996", "lublin2003", "kth"}, m.Name) {
			continue
		}
		b.Run("model="+m.Name, func(b *testing.B) {
			g, err := m.New(workload.Options{Load: 0.7})
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			n := 0
			for _, err := range g.Jobs(1) {
				if err != nil {
					b.Fatal(err)
				}
				if n++; !b.Loop() {
					break
				}
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "jobs/s")
		})
	}
}
