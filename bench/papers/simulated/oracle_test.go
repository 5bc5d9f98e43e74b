package simulated

import (
	"context"
	"math"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/trace/workload"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
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
	for seed := range steptest.Sources(5, 0) {
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

// Three jobs by hand. At 0 the jobs 1 and 2 start on 64 and 32 of 128 processors, and job 3, on 128, waits. 32
// processors are idle until 10 and 96 from then to 20. Then job 3 starts and runs to 30. So 32 * 10 + 96 * 10 of
// 128 * 30 are lost while it waits. The moment 0 leaves a job and idle processors. Each dispatch finds a
// multiple of its size: 128 of 64, 64 of 32, and 128 of 128.
func TestPacking(t *testing.T) {
	o := &replay.Outcome{Starts: []int64{0, 0, 20}, Jobs: []optgap.TraceJob{
		{Job: optgap.Job{ID: 1, Width: 64, Estimate: 10}, RunTime: 10},
		{Job: optgap.Job{ID: 2, Width: 32, Estimate: 20}, RunTime: 20},
		{Job: optgap.Job{ID: 3, Width: 128, Estimate: 10}, RunTime: 10},
	}}
	p := packing(largest, o, 30)
	if want := (32*10 + 96*10) / (128 * 30.0); math.Abs(p.Lost-want) > 1e-12 {
		t.Errorf("lost %g, expected %g", p.Lost, want)
	}
	if p.Filled == nil || *p.Filled != 0 || p.Multiple == nil || *p.Multiple != 1 {
		t.Errorf("found %v and %v, expected 0 of the moments and 1 of the dispatches", p.Filled, p.Multiple)
	}
	o.Jobs[1].Width = 64 // the machine is full, and 64 of it idle from 10
	p = packing("strict-fcfs", o, 30)
	if *p.Filled != 1 || p.Multiple != nil || math.Abs(p.Lost-64*10/(128*30.0)) > 1e-12 {
		t.Errorf("found %+v, expected all moments and a sixth lost", p)
	}
	o.Jobs[0].Width, o.Jobs[1].Width = 48, 32 // 128 is no multiple of 48, and 80 none of 32
	if p := packing(largest, o, 30); math.Abs(*p.Multiple-1.0/3) > 1e-12 {
		t.Errorf("found %v, expected one of three dispatches", *p.Multiple)
	}
}

// Where all jobs come at once, LJF fills the machine under Power2 until no job waits, as Eq. 5 says, and not under
// Uniform.
func TestOffline(t *testing.T) {
	for _, row := range Aida2000().allAtOnce() {
		must.Equal(t, row.Values["at_once"], 100, row.At)
	}
}

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
