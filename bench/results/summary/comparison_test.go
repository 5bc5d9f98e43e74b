package summary_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/internal/testing/recordtest"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/heuristics/must"
)

func TestProves(t *testing.T) {
	all := recordtest.Compared()
	one := all[2]
	one.Bounds = map[optgap.BoundName]int64{"ilp": 1000} // a program at one second
	one.Method, one.TimeScale = "ilp", 1
	for _, c := range []struct {
		name string
		r    record.Result
		want []summary.Claim
	}{
		{"policies", all[0], nil},
		{"grid", all[1], []summary.Claim{summary.OnGrid}},
		{"exact", all[2], []summary.Claim{summary.AtSecond}},
		{"beside", all[3], []summary.Claim{summary.ByBounds, summary.OnGrid}},
		{"late", all[4], nil}, {"one second", one, []summary.Claim{summary.AtSecond}},
	} {
		var got []summary.Claim
		for _, claim := range []summary.Claim{summary.AtSecond, summary.ByBounds, summary.OnGrid} {
			if summary.Proves(&c.r, claim) {
				got = append(got, claim)
			}
		}
		must.EqualSlices(t, got, c.want, c.name)
	}
}

func TestCollect(t *testing.T) {
	all := recordtest.Compared()
	c := summary.Collect(all)
	must.Need(t, slices.Equal(c.Methods, []string{"policies", "ilp", "exact"}) && len(c.Steps) == 2,
		"found", c.Methods, "and", len(c.Steps), "steps")
	if c.Steps[1].Results[0] != nil || c.Steps[1].Results[2].Status != optgap.StatusLimit || c.Steps[0].Best() != 1000 ||
		c.Steps[1].Best() != 500 {
		t.Errorf("found %+v", c.Steps)
	}
	solvers, seconds := c.Times()
	inf := math.Inf(1)
	want := []summary.Solver{{"ilp", summary.OnGrid}, {"exact", summary.AtSecond}}
	must.EqualSlices(t, solvers, want)
	must.EqualSlices(t, seconds[0], []float64{4, 2})
	must.EqualSlices(t, seconds[1], []float64{0.5, inf})
	objectives := c.Objectives()
	for k, want := range [][]float64{{1100, inf}, {1010, 500}, {1000, inf}} {
		must.EqualSlices(t, objectives[k], want, c.Methods[k], "objectives")
	}
}

// Results of one method for one step on several grids stand side by side. Their names differ
// and are as short as possible.
func TestCollectGrids(t *testing.T) {
	at := func(index int, method string, scale int64) record.Result {
		return record.Result{Index: index, Method: method, TimeScale: scale}
	}
	for _, c := range []struct {
		results []record.Result
		want    []string
		first   []int // the results of the first step, by method; -1: none
	}{
		{
			[]record.Result{at(1, "ilp", 60), at(2, "ilp", 120), at(1, "exact", 0), at(2, "exact", 60)},
			[]string{"ilp", "exact"}, []int{0, 2},
		},
		{
			[]record.Result{at(1, "exact", 0), at(1, "exact", 60), at(2, "exact", 120)},
			[]string{"exact", "exact on the grid"}, []int{0, 1},
		},
		{[]record.Result{at(1, "exact", 0), at(1, "exact", 60), at(1, "exact", 120), at(1, "ilp", 60)},
			[]string{"exact", "exact, slots of 60 s", "exact, slots of 120 s", "ilp"}, []int{0, 1, 2, 3}},
		{[]record.Result{at(1, "exact", 60), at(1, "exact", 60)}, []string{"exact"}, []int{1}}, // the last counts
		{
			[]record.Result{at(1, "ilp", 60), at(2, "exact", 0), at(2, "exact", 60)},
			[]string{"ilp", "exact", "exact on the grid"}, []int{0, -1, -1},
		},
	} {
		got := summary.Collect(c.results)
		if !slices.Equal(got.Methods, c.want) {
			t.Errorf("%v: found %q, expected %q", c.results, got.Methods, c.want)
			continue
		}
		for k, i := range c.first {
			if r := got.Steps[0].Results[k]; i < 0 != (r == nil) || i >= 0 && r != &c.results[i] {
				t.Errorf("%v: found %+v as %s, expected result %d", c.results, r, c.want[k], i)
			}
		}
	}
}

// Two steps. Method a knows 200 of the first at once, and 100 after 2 s; of the second only the least, 50, after 1 s.
// Its mean gap is (1/2 + 1) / 2 until 1 s, then 1/4, then 0; until 4 s these are 0.75 + 0.25. Of b nothing is kept.
func TestPrimalGaps(t *testing.T) {
	found := func(method string, index int, objective int64, known ...record.Progress) record.Result {
		return record.Result{Method: method, Index: index, Objective: objective, Status: optgap.StatusFeasible,
			SolveSeconds: 4, Progress: known}
	}
	got := summary.Collect([]record.Result{
		found("a", 1, 100, record.Progress{Seconds: 1e-6, Objective: 200}, record.Progress{Seconds: 2, Objective: 100}),
		found("a", 2, 50, record.Progress{Seconds: 1, Objective: 50}), found("b", 1, 110), found("b", 2, 50),
	}).PrimalGaps()
	if len(got) != 1 || got[0].Method != "a" || math.Abs(got[0].Integral-1) > 1e-5 ||
		!slices.Equal(got[0].Curve.X, []float64{summary.FirstSeconds, 1, 2}) ||
		!slices.Equal(got[0].Curve.Y, []float64{0.75, 0.25, 0}) {
		t.Errorf("found %+v", got)
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
