package program_test

import (
	"fmt"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/internal/gridtest"
	"github.com/optgap/optgap/ilp/internal/program"
)

// worthwhile returns the problem without the starts that cost more than SJF's plan.
func worthwhile(t testing.TB, step *optgap.Step, scale int64) *program.Problem {
	s := scaled(t, step, scale)
	plan := steptest.Plan(s.Step, heuristics.DynP()[1])
	return within(list(t, s, program.Options{}), s.Objective(plan.Objective(s.Step)))
}

// size says how large a problem of a benchmark is.
type size struct {
	jobs  int
	scale int64 // seconds per slot
}

// BenchmarkBuild measures the writing of a program with all starts.
//
//	go test -run '^$' -bench Build -count 10 ./ilp/internal/program
func BenchmarkBuild(b *testing.B) {
	cases := []size{{20, 300}, {8, 60}, {20, 120}}
	if testing.Short() {
		cases = cases[:1]
	}
	for _, c := range cases {
		for _, f := range formulations {
			b.Run(fmt.Sprintf("jobs=%d/scale=%d/formulation=%s", c.jobs, c.scale, f), func(b *testing.B) {
				step := gridtest.KTHLike(c.jobs, 1)
				p := worthwhile(b, step, c.scale)
				var g *program.Program
				for b.Loop() {
					g = write(p, f)
				}
				b.ReportMetric(float64(g.Model.Columns()), "columns")
				b.ReportMetric(float64(g.Model.Rows()), "rows")
				b.ReportMetric(float64(g.Model.Nonzeros()), "nonzeros")
			})
		}
	}
}
