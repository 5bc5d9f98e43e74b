package analysis_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/trace/analysis"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/trace/workload"
	"github.com/optgap/optgap/heuristics/must"
)

// shared analyses a trace beside the repository, and skips the test where it is absent.
func shared(t *testing.T, file string) *analysis.Analysis {
	t.Helper()
	path := filepath.Join("../../../../shared/traces", file)
	if _, err := os.Stat(path); err != nil {
		t.Skip("no traces beside the repository")
	}
	in := must.Get(stream.Open(path, nil))
	defer in.Close()
	r := swf.NewReader(in, file)
	return must.Get(analysis.Analyze(file, r.Header(), r.Records(), analysis.Options{Strict: true}))
}

// TestTableTwo compares with the KTH column of Table 2 of Streit (2002), each figure within
// 1 %. The copy of the trace has one job fewer. Alpha and beta are printed as 0.35 and 200.
// The moments give them, rounded, and the likelihood does not.
func TestTableTwo(t *testing.T) {
	values := shared(t, "KTH-SP2-1996-2.swf.gz").Values()
	for key, want := range map[string]float64{
		"jobs": 28490, "width_max": 100, "machine": 100, "width_mean": 7.68,
		"estimate_mean": 13677, "estimate_min": 60, "estimate_max": 216000,
		"run_time_mean": 8876, "run_time_min": 0, "run_time_max": 226709,
		"past_estimate": 478, "past_estimate_share": 0.0168,
		"interarrival_mean": 1031, "interarrival_min": 0, "interarrival_max": 327952,
		"zero_interarrival_share": 0.0116883,
	} {
		got := values[key]
		must.Hold(t, math.Abs(got-want) <= 0.01*want, key, got, "the paper has", want)
	}
	shape := values["interarrival_moments_shape"]
	must.Hold(t, math.Abs(shape-0.35) <= 0.005, "shape by moments", shape)
	scale := values["interarrival_mean"] / math.Gamma(1+1/0.35)
	must.Hold(t, math.Abs(scale-200) <= 5, "scale of shape 0.35 by the mean", scale)
	ml, moments := values["interarrival_log_likelihood"], values["interarrival_moments_log_likelihood"]
	must.Hold(t, ml > moments, "log-likelihood", ml, "is not above that of the moments", moments)
}

// BenchmarkAnalyze measures the analysis of a trace with its reading.
//
//	go test -run '^$' -bench Analyze -count 10 ./bench/trace/analysis
func BenchmarkAnalyze(b *testing.B) {
	sizes := []int{1000, 1_000_000}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, jobs := range sizes {
		b.Run(fmt.Sprintf("jobs=%d", jobs), func(b *testing.B) {
			var file bytes.Buffer
			g := must.Get(workload.Drawing{Model: "kth"}.Generator())
			generated := must.Get(workload.Take(g, jobs, 1))
			must.Do(swf.Write(&file, swf.NewHeader(100), slices.Values(lists.Each(generated, swf.FromJob))))
			b.SetBytes(int64(file.Len()))
			b.ReportAllocs()
			for b.Loop() {
				r := swf.NewReader(bytes.NewReader(file.Bytes()), "t.swf")
				a, err := analysis.Analyze("t.swf", r.Header(), r.Records(), analysis.Options{})
				if err != nil || a.Jobs != int64(jobs) {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(jobs)*float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
		})
	}
}
