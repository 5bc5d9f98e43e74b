package mip

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
)

// randomModel has up to 5 columns with values 0..3 and up to 4 rows, small
// enough to enumerate. Costs are integer or not.
func randomModel(rng *rand.Rand) *Model {
	m := &Model{Offset: float64(rng.IntN(21) - 10)}
	columns := 1 + rng.IntN(5)
	fraction := []float64{1, 0.25, math.Pi}[rng.IntN(3)]
	for range columns {
		m.AddColumn(fraction*float64(rng.IntN(21)-10), 0, float64(1+rng.IntN(3)), true)
	}
	for range rng.IntN(5) {
		var index []int32
		var value []float64
		for j := range columns {
			if v := rng.IntN(13) - 6; v != 0 {
				index, value = append(index, int32(j)), append(value, float64(v))
			}
		}
		lower := float64(rng.IntN(21) - 10)
		upper := lower + float64(rng.IntN(8))
		switch rng.IntN(3) {
		case 0:
			lower = math.Inf(-1)
		case 1:
			upper = inf
		}
		m.AddRow(lower, index, value, upper)
	}
	return m
}

// enumerate returns the optimum over all integer points, and one of them.
func enumerate(m *Model) (best float64, at []float64) {
	best = inf
	x := make([]float64, m.Columns())
	var try func(j int)
	try = func(j int) {
		if j == len(x) {
			if z := m.Objective(x); z < best && m.Violation(x) == 0 {
				best, at = z, append([]float64(nil), x...)
			}
			return
		}
		for x[j] = 0; x[j] <= m.Upper[j]; x[j]++ {
			try(j + 1)
		}
		x[j] = 0
	}
	try(0)
	return best, at
}

// Solve agrees with enumeration: without a cutoff, with cutoffs around the
// optimum, and from a start solution; bounds never exceed the optimum.
func TestRandomAgainstEnumeration(t *testing.T) {
	for seed := range steptest.Times(200) {
		rng := rand.New(rand.NewPCG(uint64(seed), 3))
		m := randomModel(rng)
		want, at := enumerate(m)
		r := solve(t, m, Options{Seed: seed})
		if math.IsInf(want, 1) {
			must.Need(t, r.Status == StatusInfeasible && r.Bound == inf, "seed", seed, r, "want infeasible")
			continue
		}
		if r.Status != StatusOptimal || !near(r.Objective, want) || r.Bound > want+1e-6 || !near(r.Bound, want) ||
			r.EndedBy != optgap.EndedFinished || r.RowDual != nil {
			t.Fatalf("seed %d: %+v, want %v", seed, r, want)
		}
		continuous := *m
		continuous.Integer = nil
		if relaxed := solve(t, &continuous, Options{}); relaxed.Status != StatusOptimal || relaxed.Objective > want+1e-6 {
			t.Fatalf("seed %d: relaxation %+v above %v", seed, relaxed, want)
		}
		r = solve(t, m, Options{Start: at})
		must.Need(t, r.Status == StatusOptimal && near(r.Objective, want) && near(r.Bound, want),
			"seed", seed, "from the optimum", r, "want", want)
		for _, d := range []float64{-3, -0.01, 0, 0.01, 3} {
			cutoff := want + d
			r := solve(t, m, Options{Cutoff: &cutoff})
			ok := r.Status == StatusOptimal && near(r.Objective, want) && near(r.Bound, want)
			if d < 0 {
				ok = r.Status == StatusCutoff && r.X == nil && r.Bound == cutoff
			}
			must.Need(t, ok, "seed", seed, "cutoff", d, "from the optimum", want, r)
		}
	}
}

// The garbage collector running all the time frees nothing that HiGHS uses.
func TestGarbageCollection(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		for ctx.Err() == nil {
			runtime.GC()
		}
	}()
	for seed := range uint64(20) {
		must.Equal(t, solve(t, timeIndexed(5, 25, 8, seed), Options{}).Status, StatusOptimal, "seed",
			seed)
	}
	cancel()
	<-done
}
