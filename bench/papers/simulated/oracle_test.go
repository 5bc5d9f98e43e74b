package simulated

import (
	"context"
	"math"
	"testing"

	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/trace/workload"
	"github.com/optgap/optgap/heuristics/must"
)

// The utilisation agrees with package performance. So does
// the capacity lost while jobs wait. The slowdown ratio is the mean response time of that package over
// its mean run time.
func TestMetricsAgainstPerformance(t *testing.T) {
	s := Aida2000().Study()
	s.Jobs = 2000
	jobs := must.Get(s.jobs(Problem{"power2", 1, 3}, 1))
	for _, scheduler := range s.Schedulers {
		o := must.Get(s.replay(context.Background(), scheduler, jobs))
		got := measure(scheduler, 1, o)
		m := must.Get(performance.Evaluate(o, Machine, performance.Options{}))
		util, ratio, lost := m.Numbers["util"], m.Numbers["art"]/m.Numbers["run_time"], m.Numbers["loc"]
		if math.Abs(got.Utilisation-util) > 1e-9 || math.Abs(got.SlowdownRatio-ratio) > 1e-9*got.SlowdownRatio ||
			math.Abs(got.Lost-lost) > 1e-9 {
			t.Errorf("%s: %+v, expected %g, %g and %g", scheduler, got, util, ratio, lost)
		}
	}
}

// Jobs on one processor with exponential run times make an M/M/c queue. By Erlang's C
// formula a job waits 1/(c mu - lambda) times the chance to wait at all, so the slowdown
// ratio is 1 + C/(c (1-load)).
func TestErlangC(t *testing.T) {
	const load = 0.97
	serial := must.Get(must.Get(workload.ByName("harmonic")).New(workload.Options{
		Machine: Machine, Load: load, Ticks: 1000,
		Values: map[string]float64{"exponent": 20, "share1": 0, "share2": 1, "mean2": 3600, "max": 0},
	}))
	s, ratios := Aida2000().Study(), map[string][]float64{}
	for seed := range uint64(20) {
		jobs := must.Get(workload.Take(serial, 40_000, seed))
		for i := range jobs {
			jobs[i].Estimate = jobs[i].Duration()
		}
		for _, scheduler := range []string{"strict-fcfs", "first-fit", "easy"} {
			o := must.Get(s.replay(context.Background(), scheduler, jobs))
			ratios[scheduler] = append(ratios[scheduler], measure(scheduler, load, o).SlowdownRatio)
		}
	}
	offered := load * Machine
	sum, term := 0.0, 1.0 // offered^k/k!
	for k := range Machine {
		sum += term
		term *= offered / float64(k+1)
	}
	waits := term / (1 - load) / (sum + term/(1-load))
	want := 1 + waits/(Machine*(1-load))
	for scheduler, all := range ratios {
		if e := statement.Mean(all); math.Abs(e.Value-want) > 2*(e.High-e.Value) { // 5 standard errors
			t.Errorf("%s: slowdown ratio %v, expected %g", scheduler, e, want)
		}
	}
}
