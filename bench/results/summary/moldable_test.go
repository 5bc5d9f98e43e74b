package summary_test

import (
	"math"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/heuristics/moldable"
)

// On 12 instances gang has schedules of minsum 80 + 4 i against the larger bound of 80, and
// no bound on the makespan. exact proves the first instance and has no schedule of the
// others.
func TestMoldables(t *testing.T) {
	var results []record.MoldableResult
	for i := range int64(12) {
		results = append(results, record.MoldableResult{
			Algorithm: "gang", Status: optgap.StatusFeasible, Minsum: 80 + 4*i, Makespan: 50, SolveSeconds: 3,
			MinsumBounds: map[moldable.BoundName]int64{moldable.BoundRelaxed: 80, moldable.BoundLagrange: 70},
		})
		exact := record.MoldableResult{Algorithm: "exact", Status: optgap.StatusLimit}
		if i == 0 {
			exact = record.MoldableResult{
				Algorithm: "exact", Status: optgap.StatusOptimal, Minsum: 80, Makespan: 40,
				MakespanBounds: map[moldable.BoundName]int64{moldable.BoundDual: 32},
			}
		}
		results = append(results, exact)
	}
	all := summary.Moldables(results)
	if len(all) != 2 || all[0].Algorithm != "gang" || all[1].Algorithm != "exact" {
		t.Fatalf("found %+v", all)
	}
	gang, exact := all[0], all[1]
	if gang.Results != 12 || gang.Schedules != 12 || gang.Optimal != 0 || math.Abs(gang.Minsum.Mean()-1.275) > 1e-9 ||
		gang.Makespan != nil || gang.Time.Geometric(1) < 2.999 || gang.Time.Geometric(1) > 3.001 {
		t.Errorf("gang: found %+v", gang) // 1 + 4 * 5.5 / 80 = 1.275
	}
	if i := gang.Minsum.Interval(); i == nil || i.Low <= 1 || i.Low >= 1.275 || i.High <= 1.275 || i.High >= 1.55 {
		t.Errorf("gang: found the interval %v around 1.275", i)
	}
	if exact.Results != 12 || exact.Schedules != 1 || exact.Optimal != 1 || exact.Makespan.Mean() != 1.25 ||
		exact.Makespan.Interval() != nil || exact.Time != nil {
		t.Errorf("exact: found %+v", exact)
	}
}
