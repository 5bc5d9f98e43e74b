package aida2000

import (
	"context"
	"fmt"
	"testing"
)

// BenchmarkReplay tells how many jobs a second each scheduler simulates, and how many
// wait on average: at load 0.5 few, at load 1 some hundreds, at load 2 thousands.
//
//	go test -run '^$' -bench Replay ./bench/papers/aida2000
func BenchmarkReplay(b *testing.B) {
	s := Default()
	loads, names := []float64{0.5, 2, 1}, SchedulerNames()
	if testing.Short() { // package schedulers measures the others
		loads, names = loads[:2], []string{"first-fit"}
	}
	for _, load := range loads {
		jobs, err := s.jobs(Problem{"uniform", 1, 1}, load)
		if err != nil {
			b.Fatal(err)
		}
		for _, scheduler := range names {
			b.Run(fmt.Sprintf("scheduler=%s/load=%g", scheduler, load), func(b *testing.B) {
				waits := 0.0
				for b.Loop() {
					o, err := s.replay(context.Background(), scheduler, jobs)
					if err != nil {
						b.Fatal(err)
					}
					waits = 0
					last := int64(0)
					for i, j := range jobs {
						waits += float64(o.Starts[i] - j.Submit)
						last = max(last, o.Starts[i])
					}
					waits /= float64(last)
				}
				b.ReportMetric(float64(b.N*len(jobs))/b.Elapsed().Seconds(), "jobs/s")
				b.ReportMetric(waits, "waiting")
			})
		}
	}
}

// BenchmarkExperiment is an experiment of a model as the whole study does it: all
// schedulers and loads, drawing the jobs and measuring included.
//
//	go test -run '^$' -bench Experiment ./bench/papers/aida2000
func BenchmarkExperiment(b *testing.B) {
	models := ModelNames()
	if testing.Short() {
		models = []string{"uniform", "feitelson1996"} // the other widths are drawn as uniform ones are
	}
	for _, model := range models {
		b.Run("model="+model, func(b *testing.B) {
			b.ReportAllocs()
			s := Default()
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
