package summary_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/optgap/optgap/bench/results/summary"
)

var inf = math.Inf(1)

// at returns the value of a curve at x.
func at(c summary.Curve, x float64) (y float64) {
	for i := range c.X {
		if c.X[i] <= x {
			y = c.Y[i]
		}
	}
	return y
}

// Four problems: the ratios of the first solver are 1, 3, failed, and failed with
// all others; those of the second 2, 1, 1.
func TestPerformance(t *testing.T) {
	curves := summary.Performance([][]float64{{10, 60, inf, inf}, {20, 20, 7, inf}})
	for k, want := range []summary.Curve{
		{X: []float64{1, 3}, Y: []float64{0.25, 0.5}},
		{X: []float64{1, 2}, Y: []float64{0.5, 0.75}},
	} {
		if !slices.Equal(curves[k].X, want.X) || !slices.Equal(curves[k].Y, want.Y) {
			t.Errorf("solver %d: found %v, expected %v", k, curves[k], want)
		}
	}
	for x, want := range map[float64]float64{0.5: 0, 1: 0.25, 2.9: 0.25, 3: 0.5, inf: 0.5} {
		if got := at(curves[0], x); got != want {
			t.Errorf("at %v: found %v, expected %v", x, got, want)
		}
	}
	if got := summary.Performance(nil); len(got) != 0 {
		t.Errorf("of nothing: found %v", got)
	}
}

func TestCactus(t *testing.T) {
	got := summary.Cactus([]float64{3, inf, 0.5, 3, 1})
	if !slices.Equal(got.X, []float64{0.5, 1, 3}) || !slices.Equal(got.Y, []float64{0.2, 0.4, 0.8}) {
		t.Errorf("found %v", got)
	}
	if none := summary.Cactus([]float64{inf}); len(none.X) != 0 || at(none, 1e9) != 0 {
		t.Errorf("of nothing solved: found %v", none)
	}
}

// Both kinds of curve rise. A profile begins at 1 with the share of problems on which the
// solver was the best, and ends with the share that it solved. On each solved problem some
// solver was the best. So does a cactus.
func TestCurvesRise(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		solvers, problems := rapid.IntRange(1, 4).Draw(t, "solvers"), rapid.IntRange(1, 30).Draw(t, "problems")
		cost := make([][]float64, solvers)
		anybody := make([]bool, problems)
		for s := range cost {
			for p := range problems {
				v := rapid.OneOf(rapid.Just(inf), rapid.Float64Range(1e-7, 1e3), rapid.Just(2.0)).Draw(t, "cost")
				cost[s], anybody[p] = append(cost[s], v), anybody[p] || v < inf
			}
		}
		first := 0.0
		for s, c := range summary.Performance(cost) {
			solved := 0
			for _, v := range cost[s] {
				if v < inf {
					solved++
				}
			}
			cactus := summary.Cactus(cost[s])
			for _, curve := range []summary.Curve{c, cactus} {
				if !slices.IsSorted(curve.X) || !slices.IsSorted(curve.Y) || len(curve.X) != len(curve.Y) {
					t.Fatalf("%v does not rise", curve)
				}
			}
			if want := float64(solved) / float64(problems); math.Abs(at(c, inf)-want) > 1e-12 ||
				at(cactus, inf) != want {
				t.Fatalf("found %v and %v at last, expected %v", at(c, inf), at(cactus, inf), want)
			}
			if len(c.X) > 0 && c.X[0] < 1 {
				t.Fatalf("found a ratio of %v, below the best", c.X[0])
			}
			first += at(c, 1)
		}
		n := 0
		for _, ok := range anybody {
			if ok {
				n++
			}
		}
		if first < float64(n)/float64(problems)-1e-12 {
			t.Fatalf("the solvers are best on a share of %v, expected at least %d of %d", first, n, problems)
		}
	})
}
