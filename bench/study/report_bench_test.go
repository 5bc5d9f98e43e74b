package study

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"

	"github.com/optgap/optgap/bench/report/page"
	"github.com/optgap/optgap/bench/report/sections"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/run/host"
	"github.com/optgap/optgap/heuristics/must"
)

// BenchmarkReport makes the page of a study of the methods policies and exact, with their certificates.
// Without -short it shows 100 000 results too, which shall take at most 10 s and 1 GB.
//
//	go test ./bench/study -run '^$' -bench Report -benchtime 1x
func BenchmarkReport(b *testing.B) {
	sizes := []int{2_000}
	if !testing.Short() {
		sizes = append(sizes, 100_000)
	}
	for _, lines := range sizes {
		b.Run(fmt.Sprintf("lines=%d", lines), func(b *testing.B) {
			dir := b.TempDir()
			merged := filepath.Join(dir, "merged")
			must.Get(folder.Merge(b.Context(), merged, manyResults(b, dir, lines, 1), Layout))
			debug.FreeOSMemory() // what merging held
			meter := host.Measure(os.Getpid())
			for b.Loop() {
				content := must.Get(folder.Read(merged, Shown))
				source := sections.Source{Name: "merged", Info: content.Info}
				study := sections.Study{Source: source, Steps: content.Problems, Results: content.Results}
				must.Do(page.Write(io.Discard, must.Get(sections.Content{Studies: []sections.Study{study}}.Page())))
			}
			cost := meter.Look()
			b.ReportMetric(float64(lines)*float64(b.N)/b.Elapsed().Seconds(), "lines/s")
			b.ReportMetric(cost.CPUSeconds/float64(b.N), "cpu-s/op")
			b.ReportMetric(float64(cost.PeakMemoryBytes), "peak-B")
		})
	}
}
