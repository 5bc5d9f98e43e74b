package study_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/optgap/optgap/ilp"
)

// BenchmarkBracket measures how wide the bracket of the one-second optimum is, in
// percent of its upper end, after a first grid of each scale and after refining it.
//
//	go test -run '^$' -bench Bracket/trace=kth-like -benchtime 1x ./bench
func BenchmarkBracket(b *testing.B) {
	sizes, scales := []int{5, 8, 11}, []int64{60, 600, 300, 30, 5, 1}
	if testing.Short() {
		sizes, scales = sizes[:1], scales[:1]
	}
	for name, t := range traces(b) {
		for _, n := range sizes {
			step := stepWith(b, t, n)
			if step == nil {
				continue
			}
			for _, scale := range scales {
				b.Run(fmt.Sprintf("trace=%s/jobs=%d/scale=%d", name, n, scale), func(b *testing.B) {
					var found *ilp.Bracketed
					for b.Loop() {
						var err error
						if found, err = ilp.Bracket(context.Background(), step, ilp.Options{Scale: scale, TimeLimit: 10 * time.Second}); err != nil {
							b.Fatal(err)
						}
					}
					first := found.Grids[0]
					b.ReportMetric(100*float64(first.Upper-first.Lower)/float64(first.Upper), "width-%")
					b.ReportMetric(first.Seconds, "first-grid-s")
					b.ReportMetric(100*float64(found.Upper-found.Lower)/float64(found.Upper), "refined-width-%")
				})
			}
		}
	}
}
