package aida2000

import (
	"context"
	"fmt"
	"testing"
)

// BenchmarkSimulate tells how many jobs a second are simulated, their generation included.
//
//	go test -run '^$' -bench Simulate ./bench/aida2000
func BenchmarkSimulate(b *testing.B) {
	for _, scheduler := range SchedulerNames() {
		for _, load := range []float64{0.5, 1} {
			b.Run(fmt.Sprintf("scheduler=%s/load=%g", scheduler, load), func(b *testing.B) {
				s := Default()
				s.Models, s.Schedulers, s.Loads = []string{"harmonic"}, []string{scheduler}, []float64{load}
				n := 0
				for b.Loop() {
					n++
					if _, err := s.simulate(context.Background(), Problem{"harmonic", n, uint64(n)}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.N*s.Jobs)/b.Elapsed().Seconds(), "jobs/s")
			})
		}
	}
}

// BenchmarkExperiment is one experiment of a model: all schedulers and loads.
//
//	go test -run '^$' -bench Experiment -cpuprofile cpu.out ./bench/aida2000
func BenchmarkExperiment(b *testing.B) {
	for _, model := range ModelNames() {
		b.Run("model="+model, func(b *testing.B) {
			b.ReportAllocs()
			s := Default()
			n := 0
			for b.Loop() {
				n++
				if _, err := s.simulate(context.Background(), Problem{model, n, uint64(n)}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)*float64(s.Simulations())/float64(len(s.Models)*s.Experiments)/b.Elapsed().Seconds(), "jobs/s")
		})
	}
}
