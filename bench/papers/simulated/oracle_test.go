package simulated

import (
	"context"
	"math"
	"testing"

	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/heuristics/must"
)

// The utilisation agrees with package performance, with and without the drain. So does
// the capacity lost while jobs wait. The slowdown ratio is the mean response time of that package over
// its mean run time.
func TestMetricsAgainstPerformance(t *testing.T) {
	for _, toLast := range []bool{false, true} {
		s := Aida2000().Study()
		s.Jobs, s.Reading.ToLastArrival = 2000, toLast
		jobs := must.Get(s.jobs(Problem{"power2", 1, 3}, 1))
		for _, scheduler := range s.Schedulers {
			o := must.Get(s.replay(context.Background(), scheduler, jobs))
			got := s.measure(scheduler, 1, o)
			m := must.Get(performance.Evaluate(o, Machine, performance.Options{CutDrain: toLast}))
			util, ratio, lost := m.Numbers["util"], m.Numbers["art"]/m.Numbers["run_time"], m.Numbers["loc"]
			if math.Abs(got.Utilisation-util) > 1e-9 || math.Abs(got.SlowdownRatio-ratio) > 1e-9*got.SlowdownRatio ||
				math.Abs(got.Lost-lost) > 1e-9 {
				t.Errorf("%s: %+v, expected %g, %g and %g", scheduler, got, util, ratio, lost)
			}
		}
	}
}

// Jobs on one processor with exponential run times make an M/M/c queue. By Erlang's C
// formula a job waits 1/(c mu - lambda) times the chance to wait at all, so the slowdown
// ratio is 1 + C/(c (1-load)).
func TestErlangC(t *testing.T) {
	const load = 0.97
	s := Aida2000().Study()
	s.Models, s.Loads = []string{"harmonic"}, []float64{load}
	s.Schedulers = []string{"strict-fcfs", "first-fit", backfilling}
	s.Experiments, s.Jobs = 20, 40_000
	s.Reading = Reading{
		Name: "serial", ToLastArrival: true,
		Values: map[string]float64{"exponent": 20, "share1": 0, "share2": 1, "mean2": 3600, "max": 0},
	}
	samples := must.Get(s.Run(context.Background(), statement.Run{Workers: 2}))
	offered := load * Machine
	sum, term := 0.0, 1.0 // offered^k/k!
	for k := range Machine {
		sum += term
		term *= offered / float64(k+1)
	}
	waits := term / (1 - load) / (sum + term/(1-load))
	want := 1 + waits/(Machine*(1-load))
	for _, p := range s.Points(samples) {
		t.Logf("%s: utilisation %.4f +- %.4f, slowdown ratio %.4f +- %.4f, expected %.4f",
			p.Scheduler, p.Utilisation, *p.UtilisationCI, p.SlowdownRatio, *p.SlowdownRatioCI, want)
		if math.Abs(p.Utilisation-load) > 0.02*load { // the machine is empty at first
			t.Errorf("%s: utilisation %g, expected about %g", p.Scheduler, p.Utilisation, load)
		}
		if math.Abs(p.SlowdownRatio-want) > 2.5**p.SlowdownRatioCI { // 5 standard errors
			t.Errorf("%s: slowdown ratio %g, expected %g", p.Scheduler, p.SlowdownRatio, want)
		}
	}
}
