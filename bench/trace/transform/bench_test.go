package transform_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/trace/transform"
)

// BenchmarkTransform measures steps with the reading and writing of the trace.
//
//	go test -run '^$' -bench Transform -count 10 ./bench/trace/transform
func BenchmarkTransform(b *testing.B) {
	const jobs = 100_000
	var file bytes.Buffer
	file.WriteString("; MaxProcs: 128\n")
	for i := range jobs {
		w := 1 + i*i%128
		fmt.Fprintf(&file, "%d %d -1 %d %d -1 -1 %d %d -1 1 %d -1 -1 -1 -1 -1 -1\n", i+1, 37*i, i%5000, w, w, 5000, i%300)
	}
	all := []string{
		"shrink=0.8,filter=width>1,split-wide=64,perfect-estimates", "shrink=0.8", "split-wide=64",
	}
	if testing.Short() {
		all = all[:1] // all kinds
	}
	for _, steps := range all {
		b.Run("steps="+strings.NewReplacer("=", "", ",", "+", ">1", "").Replace(steps), func(b *testing.B) {
			b.SetBytes(int64(file.Len()))
			b.ReportAllocs()
			for b.Loop() {
				t, err := transform.Read(swf.NewReader(bytes.NewReader(file.Bytes()), "t.swf"), 0, nil)
				for step := range strings.SplitSeq(steps, ",") {
					var s transform.Step
					if err == nil {
						s, err = transform.Parse(step)
					}
					if err == nil {
						t, err = transform.Apply(t, s)
					}
				}
				if err == nil {
					_, err = t.Write(io.Discard)
				}
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(jobs*float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
		})
	}
}
