package simulated

import (
	"context"
	"testing"
)

// BenchmarkExperiment is an experiment of a model as the whole study does it: all
// schedulers and loads, drawing the jobs and measuring included.
//
//	go test -run '^$' -bench Experiment ./bench/papers/simulated
func BenchmarkExperiment(b *testing.B) {
	models := Aida2000().ModelNames()
	if testing.Short() {
		models = []string{"uniform", "feitelson1996"} // the other widths are drawn as uniform ones are
	}
	for _, model := range models {
		b.Run("model="+model, func(b *testing.B) {
			b.ReportAllocs()
			s := Aida2000().Study()
			s.Models, s.Experiments = []string{model}, 1
			for b.Loop() {
				if _, err := s.simulate(context.Background(), Problem{model, 1, 1}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)*float64(s.Simulations())/b.Elapsed().Seconds(), "jobs/s")
		})
	}
}
