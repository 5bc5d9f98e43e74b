package library

import (
	"fmt"
	"testing"

	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/ilp"
	"github.com/optgap/optgap/ilp/exact"
	"github.com/optgap/optgap/ilp/grid"
)

// benchmarked are the classes of the benchmark, each with 25 steps of the set even and the nodes that a
// search may take. So a run takes about as long however hard its steps are.
var benchmarked = []struct {
	class string
	nodes int64
}{
	{"2-12", 20_000}, {"13-20", 2000},
	{"21-40", 300}, {"41-64", 300},
}

// BenchmarkLibrary searches for a hundred steps of the library, evenly chosen, 25 of each class. It
// reports how many are proven, the mean gap in percent, and the nodes. The search must not contradict
// what the library knows.
//
//	go test ./bench/library -run '^$' -bench Library -count 10 | benchstat -
func BenchmarkLibrary(b *testing.B) {
	for _, c := range benchmarked {
		entries := must.Get(Filter{Sets: []string{"even"}, Class: c.class, Objective: "artww"}.Choose(whole()))
		b.Run("class="+c.class, func(b *testing.B) {
			var proven, nodes int64
			var gap float64
			for b.Loop() {
				proven, nodes, gap = 0, 0, 0
				for k := range 25 {
					e := entries[k*len(entries)/25]
					o := exact.Options{Limits: exact.Limits{NodeLimit: c.nodes}}
					found := must.Get(exact.Solve(b.Context(), must.Get(grid.Open(e.Step)), o))
					objective := found.Schedule.Objective(e.Step)
					if found.Bound > e.Objective || objective < e.Bound {
						b.Fatalf("step %d: found %d to %d, the library %d to %d", e.Index, found.Bound, objective,
							e.Bound, e.Objective)
					}
					if found.Bound == objective {
						proven++
					}
					nodes += found.Nodes
					gap += 100 * float64(objective-found.Bound) / float64(objective) / 25
				}
			}
			b.ReportMetric(float64(proven), "proven")
			b.ReportMetric(float64(nodes), "nodes")
			b.ReportMetric(gap, "gap-%")
		})
	}
}

// BenchmarkProgram solves steps of 26 to 33 jobs at the time scale of Eq. 6, whose optima on the grid are known.
//
//	go test ./bench/library -run '^$' -bench Program -count 10 | benchstat -
func BenchmarkProgram(b *testing.B) {
	for _, c := range []struct {
		index   string
		optimum int64
	}{{"2199", 13_980_239}, {"2298", 234_883_436}, {"2844", 257_518_072}} {
		step := must.Get(Filter{Indices: []string{c.index}}.Choose(whole()))[0].Step
		b.Run(fmt.Sprintf("trace=%s/jobs=%d", step.Trace, len(step.Jobs)), func(b *testing.B) {
			var nodes int64
			for b.Loop() {
				sol := must.Get(ilp.Solve(b.Context(), must.Get(grid.Scale(step, grid.Choice{})), ilp.Options{}))
				if nodes = sol.Nodes; sol.GridBound != c.optimum {
					b.Fatalf("proven %d to %d, expected %d", sol.GridBound, sol.GridObjective, c.optimum)
				}
			}
			b.ReportMetric(float64(nodes), "nodes")
		})
	}
}
