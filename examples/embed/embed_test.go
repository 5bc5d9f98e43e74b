package embed_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/trace/swf"

	"example.com/embed"
)

func TestMain(m *testing.M) {
	if err := embed.Register(); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// BenchmarkPolicy replays the built-in trace under the policy and two of optgap's, and tells jobs per second and the
// average response time weighted by width.
func BenchmarkPolicy(b *testing.B) {
	trace, err := swf.Load(bytes.NewReader(swf.Sample()), "sample.swf", swf.Options{})
	if err != nil {
		b.Fatal(err)
	}
	for _, name := range []string{"small", "sjf", "easy"} {
		b.Run("scheduler="+name, func(b *testing.B) {
			var out *replay.Outcome
			for b.Loop() {
				s, err := schedulers.New(name, trace.Machine, trace.Jobs, schedulers.Options{})
				if err != nil {
					b.Fatal(err)
				}
				if out, err = replay.Run(b.Context(), trace.Jobs, s); err != nil {
					b.Fatal(err)
				}
			}
			response, widths := 0.0, 0.0
			for i, j := range out.Jobs {
				response += float64(j.Width) * float64(out.End(i)-j.Submit)
				widths += float64(j.Width)
			}
			b.ReportMetric(response/widths, "ARTwW-s")
			b.ReportMetric(float64(b.N*len(trace.Jobs))/b.Elapsed().Seconds(), "jobs/s")
		})
	}
}

// BenchmarkMethod solves steps of the library by the method, by the best of FCFS, SJF and LJF, and to the proven
// optimum. It tells how far the schedules are above the optimum.
func BenchmarkMethod(b *testing.B) {
	file, err := os.Open("testdata/steps.jsonl")
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	steps, err := record.Collect(record.ReadSteps(file, file.Name()))
	if err != nil {
		b.Fatal(err)
	}
	optimum := make([]int64, len(steps))
	for i := range steps {
		optimum[i] = solve(b, method.Exact, &steps[i]).Objective
	}
	for _, m := range []method.Method{embed.Polish, method.Policies, method.Exact} {
		b.Run("method="+m.Name, func(b *testing.B) {
			above := 0.0
			for b.Loop() {
				above = 0
				for i := range steps {
					above += float64(solve(b, m, &steps[i]).Objective)/float64(optimum[i]) - 1
				}
			}
			b.ReportMetric(100*above/float64(len(steps)), "%above")
		})
	}
}

func solve(b *testing.B, m method.Method, step *optgap.Step) record.Result {
	r := method.Solve(b.Context(), m, step, method.Options{NoBounds: true, NoCertificates: true})
	if r.Error != "" {
		b.Fatal(r.Error)
	}
	return r
}
