package swf_test

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"slices"
	"testing"

	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/heuristics/must"
)

// text returns a trace of so many job lines in the layout of the archive.
func text(jobs int) []byte {
	var b bytes.Buffer
	b.WriteString("; MaxProcs: 1024\n")
	for i := range jobs {
		fmt.Fprintf(&b, "%5d %8d %6d %6d %4d %6.2f    -1 %4d %6d    -1  1 %3d   1  -1 -1  1 -1 -1\n",
			i+1, 37*i, i%5000, 1+i%90000, 1+i%1024, float64(i%9000)/3, 1+i%1024, 100_000, i%300)
	}
	return b.Bytes()
}

// BenchmarkLoad measures the reading of a trace. It reports how much memory a job of the
// loaded trace takes.
//
//	go test -run '^$' -bench Load -count 10 ./bench/trace/swf
func BenchmarkLoad(b *testing.B) {
	sizes := []int{1_000_000, 1000}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, jobs := range sizes {
		b.Run(fmt.Sprintf("jobs=%d", jobs), func(b *testing.B) {
			data := text(jobs)
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			before := must.Heap()
			var trace *swf.Trace
			var err error
			for b.Loop() {
				trace, err = swf.Load(bytes.NewReader(data), "t.swf", swf.Options{})
				if err != nil || len(trace.Jobs) != jobs {
					b.Fatalf("%v: %v", trace, err)
				}
			}
			b.ReportMetric(float64(jobs)*float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
			b.ReportMetric((must.Heap()-before)/float64(jobs), "held-B/job")
			runtime.KeepAlive(trace)
			runtime.KeepAlive(data)
		})
	}
}

// BenchmarkWrite measures the writing of a trace.
//
//	go test -run '^$' -bench Write -count 10 ./bench/trace/swf
func BenchmarkWrite(b *testing.B) {
	const jobs = 100_000
	trace := must.Get(swf.Load(bytes.NewReader(text(jobs)), "t.swf", swf.Options{}))
	b.ReportAllocs()
	for b.Loop() {
		must.Do(swf.Write(io.Discard, trace.Header, slices.Values(lists.Each(trace.Jobs, swf.FromJob))))
	}
	b.ReportMetric(float64(jobs)*float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
}
