package sections_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/optgap/optgap/bench/internal/testing/pagetest"
	"github.com/optgap/optgap/bench/report/page"
	"github.com/optgap/optgap/bench/report/sections"
	"github.com/optgap/optgap/heuristics/must"
)

// How long writing takes, and how large the page becomes: two methods, 15 jobs a step.
//
//	go test ./bench/report/page -run '^$' -bench Write
func BenchmarkWrite(b *testing.B) {
	sizes := []int{1000, 20000}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, steps := range sizes {
		b.Run(fmt.Sprintf("steps=%d", steps), func(b *testing.B) {
			s := pagetest.Study("a", steps, 15)
			var html bytes.Buffer
			for b.Loop() {
				html.Reset()
				must.Do(page.Write(&html, must.Get(sections.Content{Studies: []sections.Study{s}}.Page())))
			}
			b.ReportMetric(float64(html.Len())/1e6, "MB")
		})
	}
}
