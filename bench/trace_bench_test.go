package bench_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench"
	"github.com/optgap/optgap/bench/method"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/replay"
	"github.com/optgap/optgap/bench/sample"
	"github.com/optgap/optgap/bench/stream"
	"github.com/optgap/optgap/bench/swf"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/ilp"
)

// traces are the samples, and the real trace of the KTH where it lies beside the
// checkout.
func traces(tb testing.TB) map[string]*swf.Trace {
	tb.Helper()
	all := map[string]*swf.Trace{}
	load := func(name string, t *swf.Trace, err error) {
		if err != nil {
			tb.Fatal(err)
		}
		all[name] = t
	}
	ctcLike, err := os.ReadFile("../testdata/ctc-like.swf")
	if err != nil {
		tb.Fatal(err)
	}
	for name, text := range map[string][]byte{"kth-like": sample.KTHLike(), "ctc-like": ctcLike} {
		t, err := swf.Load(bytes.NewReader(text), name, swf.Options{})
		load(name, t, err)
	}
	const kth = "../../shared/traces/KTH-SP2-1996-2.swf.gz"
	if _, err := os.Stat(kth); err == nil {
		in, err := stream.Open(kth, nil)
		if err != nil {
			tb.Fatal(err)
		}
		defer in.Close()
		t, err := swf.Load(in, "kth", swf.Options{})
		load("kth", t, err)
	}
	return all
}

// stepWith returns the first step of the trace's dynP replay with that many
// waiting jobs, or nil.
func stepWith(tb testing.TB, t *swf.Trace, waiting int) (found *optgap.Step) {
	tb.Helper()
	st := bench.Study{
		Trace:   bench.Trace{Name: t.Name, Machine: t.Machine, Jobs: t.Jobs},
		Select:  bench.Selection{MinWaiting: waiting, MaxWaiting: waiting, MaxSteps: 1},
		Solvers: bench.Solvers([]method.Method{method.Policies}, method.Options{NoBounds: true}),
		Watch:   bench.Watch{Result: func(s *optgap.Step, _ record.Result) error { found = s; return nil }},
	}
	if err := st.Run(context.Background()); err != nil {
		tb.Fatal(err)
	}
	return found
}

// BenchmarkReplay measures whole replays under the planning schedulers.
//
//	go test -bench Replay ./bench
func BenchmarkReplay(b *testing.B) {
	for name, t := range traces(b) {
		schedulers := map[string]func() replay.Scheduler{
			"dynp-advanced": func() replay.Scheduler {
				s, err := dynp.New(t.Machine, t.Jobs, dynp.Options{})
				if err != nil {
					b.Fatal(err)
				}
				return s
			},
		}
		for _, p := range heuristics.DynP() {
			schedulers[p.Name] = func() replay.Scheduler { return dynp.NewSinglePolicy(t.Machine, t.Jobs, p) }
		}
		for scheduler, make := range schedulers {
			b.Run(fmt.Sprintf("trace=%s/scheduler=%s", name, scheduler), func(b *testing.B) {
				for b.Loop() {
					if _, err := replay.Run(context.Background(), t.Jobs, make()); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.N*len(t.Jobs))/b.Elapsed().Seconds(), "jobs/s")
			})
		}
	}
}

// BenchmarkTuneTrace measures a self-tuning step, three policies, on steps of
// the traces.
//
//	go test -bench TuneTrace -benchmem ./bench
func BenchmarkTuneTrace(b *testing.B) {
	for name, t := range traces(b) {
		for _, n := range []int{12, 25, 60} {
			step := stepWith(b, t, n)
			if step == nil {
				continue
			}
			b.Run(fmt.Sprintf("trace=%s/jobs=%d", name, n), func(b *testing.B) {
				var tuner heuristics.Tuner
				for b.Loop() {
					tuner.Plans(step, heuristics.DynP())
				}
			})
		}
	}
}

// BenchmarkSolve measures whole solves of steps of the traces, in both
// formulations, compaction and comparison included.
//
//	go test -bench Solve -benchtime 1x -count 5 ./bench
func BenchmarkSolve(b *testing.B) {
	for name, t := range traces(b) {
		for _, n := range []int{4, 8, 12} {
			step := stepWith(b, t, n)
			if step == nil {
				continue
			}
			for _, f := range []ilp.Formulation{ilp.FormulationStep, ilp.FormulationPulse} {
				b.Run(fmt.Sprintf("trace=%s/jobs=%d/scale=60/formulation=%s", name, n, f), func(b *testing.B) {
					o := method.Options{ILP: ilp.Options{Scale: 60, Formulation: f, TimeLimit: 20 * time.Second}}
					var r record.Result
					for b.Loop() {
						r = method.Solve(context.Background(), method.ILP, step, o)
					}
					if r.Quality == nil {
						b.Fatalf("%s: %s", r.Status, r.Error)
					}
					b.ReportMetric(r.Quality.ARTwW, "quality")
					b.ReportMetric(float64(r.Nonzeros), "nonzeros")
					b.ReportMetric(float64(r.GridObjective-r.GridBound)/float64(r.GridObjective), "grid-gap")
					b.ReportMetric(*r.Gap, "gap")
				})
			}
		}
	}
}
