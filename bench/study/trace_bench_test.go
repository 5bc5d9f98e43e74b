package study_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"testing"
	"time"

	"github.com/optgap/optgap/bench/study/spec"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/ilp"
	"github.com/optgap/optgap/ilp/exact"
	"github.com/optgap/optgap/ilp/grid"
)

// traces are the samples, and the real trace of the KTH where it lies beside the
// checkout. With -short it is the embedded sample alone.
func traces(tb testing.TB) iter.Seq2[string, *swf.Trace] {
	tb.Helper()
	return func(yield func(string, *swf.Trace) bool) {
		if !yield("kth-like", load("kth-like", bytes.NewReader(swf.Sample()))) || testing.Short() {
			return
		}
		for _, c := range []struct{ name, file string }{
			{"ctc-like", "../../testdata/ctc-like.swf"},
			{"kth", "../../../shared/traces/KTH-SP2-1996-2.swf.gz"},
		} {
			in, err := stream.Open(c.file, nil)
			if c.name == "kth" && errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				tb.Fatal(err)
			}
			t := load(c.name, in)
			in.Close()
			if !yield(c.name, t) {
				return
			}
		}
	}
}

func load(name string, in io.Reader) *swf.Trace {
	return must.Get(swf.Load(in, name, swf.Options{}))
}

// stepWith returns the first step of the trace's dynP replay with that many
// waiting jobs, or nil.
func stepWith(t *swf.Trace, waiting int) (found *optgap.Step) {
	solving := must.Get(study.NewSolving([]method.Method{method.Policies}, method.Options{NoBounds: true}, study.Work{}))
	st := study.Study{
		Trace:   study.Trace{Name: t.Name, Machine: t.Machine, Jobs: t.Jobs},
		Select:  study.Selection{Steps: spec.Steps{MinWaiting: waiting, MaxWaiting: waiting, MaxSteps: 1}},
		Solvers: solving.Solvers,
		Watch:   study.Watch{Result: func(s *optgap.Step, _ record.Result) error { found = s; return nil }},
	}
	must.Do(st.Run(context.Background()))
	return found
}

// BenchmarkReplay measures whole replays under the planning schedulers.
//
//	go test -run '^$' -bench Replay -count 10 ./bench/study
func BenchmarkReplay(b *testing.B) {
	for name, t := range traces(b) {
		type choice struct {
			name string
			make func() (heuristics.Scheduler, error)
		}
		choices := []choice{{"dynp-advanced", func() (heuristics.Scheduler, error) {
			return dynp.New(t.Machine, t.Jobs, dynp.Options{})
		}}}
		single := heuristics.DynP()
		if testing.Short() {
			single = single[1:2] // dynP plans by all three
		}
		for _, p := range single {
			choices = append(choices, choice{p.Name, func() (heuristics.Scheduler, error) {
				return dynp.NewSinglePolicy(t.Machine, t.Jobs, p), nil
			}})
		}
		for _, c := range choices {
			b.Run(fmt.Sprintf("trace=%s/scheduler=%s", name, c.name), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					s := must.Get(c.make())
					must.Get(replay.Run(context.Background(), t.Jobs, s))
				}
				b.ReportMetric(float64(b.N*len(t.Jobs))/b.Elapsed().Seconds(), "jobs/s")
			})
		}
	}
}

// BenchmarkSolve measures whole solves of steps of the traces, in both
// formulations, compaction and comparison included.
//
//	go test -run '^$' -bench Solve -benchtime 1x -count 10 ./bench/study
func BenchmarkSolve(b *testing.B) {
	sizes := []int{8, 4, 12}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for name, t := range traces(b) {
		for _, n := range sizes {
			step := stepWith(t, n)
			if step == nil {
				continue
			}
			for _, f := range []ilp.Formulation{ilp.FormulationStep, ilp.FormulationPulse} {
				b.Run(fmt.Sprintf("trace=%s/jobs=%d/scale=60/formulation=%s", name, n, f), func(b *testing.B) {
					limits := exact.Limits{TimeLimit: 20 * time.Second}
					o := method.Options{Grid: grid.Choice{Scale: 60}, Formulation: f, Limits: limits}
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
