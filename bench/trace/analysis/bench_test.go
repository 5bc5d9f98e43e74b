package analysis_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/trace/analysis"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/trace/workload"
	"github.com/optgap/optgap/heuristics/must"
)

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
