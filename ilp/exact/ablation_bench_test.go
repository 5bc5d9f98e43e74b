package exact

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/ilp/grid"
)

var (
	ablated      = flag.String("steps", "", "file of the steps of BenchmarkAblation, JSON lines; none: generated ones")
	ablatedLimit = flag.Duration("steps-limit", 2*time.Second, "time limit of each of these steps")
)

// BenchmarkAblation measures what each part of the method is worth: the steps that are proven
// without it, the time that a step takes, with the limit for those that are not proven, and the gap
// that is left. The steps are those of a file, such as optgap library show writes, at one second and at
// the scale of Eq. 6.
//
//	go test -run '^$' -bench Ablation -benchtime 1x ./ilp/exact -steps $PWD/steps.jsonl
func BenchmarkAblation(b *testing.B) {
	if testing.Short() {
		b.Skip("takes whole time limits")
	}
	steps := append(sample(12, 4), sample(16, 4)...)
	if *ablated != "" {
		steps = read(*ablated)
	}
	for _, scale := range []string{"second", "grid"} {
		for _, part := range append([]component{""}, components()...) {
			b.Run(fmt.Sprintf("scale=%s/without=%s", scale, part), func(b *testing.B) {
				o := Options{Limits: Limits{TimeLimit: *ablatedLimit}, without: map[component]bool{part: true}}
				proven, gap, listed := 0, 0.0, int64(0)
				for b.Loop() {
					for _, s := range steps {
						sol := ablate(b, s, scale == "grid", o)
						if gap += percent(sol.Bound, sol.Objective); sol.Status == optgap.StatusOptimal {
							proven++
						}
						listed += sol.Effort.Listed
					}
				}
				n := float64(b.N * len(steps))
				b.ReportMetric(100*float64(proven)/n, "proven-%")
				b.ReportMetric(1000*b.Elapsed().Seconds()/n, "ms/step")
				b.ReportMetric(gap/n, "gap-%")
				b.ReportMetric(float64(listed)/n, "starts/step")
			})
		}
	}
}

// ablate solves a step at one second, or at the scale of Eq. 6.
func ablate(b *testing.B, s *optgap.Step, onGrid bool, o Options) *Solution {
	if !onGrid {
		return solved(b, s, o)
	}
	sol := must.Get(SolveOnGrid(b.Context(), must.Get(grid.Scale(s, grid.Choice{})), o))
	sol.Solution.Objective, sol.Solution.Bound = sol.GridObjective, sol.GridBound
	return &sol.Solution
}

// read reads steps.
func read(path string) (steps []*optgap.Step) {
	f := must.Get(os.Open(path))
	defer f.Close()
	for lines := json.NewDecoder(bufio.NewReader(f)); lines.More(); {
		s := new(optgap.Step)
		must.Do(lines.Decode(s))
		steps = append(steps, s)
	}
	return steps
}
