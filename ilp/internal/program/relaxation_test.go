package program_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/gridtest"
	"github.com/optgap/optgap/ilp/internal/mip"
	"github.com/optgap/optgap/ilp/lagrange"
)

// TestBounds: both formulations have the same linear relaxation. Its value is at most the
// optimum, also after rounding up. The Lagrangian bound is at most this value and close to
// it.
func TestBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 1))
	var way []float64
	for i := range 200 {
		step := steptest.Random(r, steptest.Options{MinJobs: 2, MaxJobs: 6, Dips: i%2 == 0})
		scale := 1 + r.Int64N(5)
		_, want := gridtest.Best(&step, scale)
		p, err := grid.Restrict(&step, scale, grid.Options{Plain: i%3 == 0, Cutoff: int64(i%2) * want})
		if i%4 == 1 {
			_, want = steptest.Best(&step)
			p, err = grid.Relax(&step, scale, grid.Options{})
		}
		if err != nil {
			t.Fatal(err)
		}
		if i%5 == 0 {
			p.Tighten()
		}
		least, lp := float64(p.Least()), linear(t, p)
		if lp > float64(want)*(1+1e-9) || lp < least*(1-1e-9) || p.RoundUp(lp) > want {
			t.Fatalf("%+v at scale %d: linear relaxation %v outside [%v, %d]", step, scale, lp, least, want)
		}
		b := lagrange.Maximise(p, want, grid.Slot(len(p.Capacity)), lagrange.Options{Iterations: 2000})
		if b.Value > lp+1e-6*lp {
			t.Fatalf("%+v at scale %d: Lagrangian value %v above the linear relaxation %v", step, scale, b.Value, lp)
		}
		if lp > least+1e-6*least && p.RoundUp(b.Value) < want { // else it stopped, having closed the gap
			way = append(way, min(1, max(0, b.Value-least)/(lp-least)))
		}
	}
	report(t, way, 0.99)
}

// TestBoundsOnRealisticSteps is TestBounds on steps like those of a replay, with as many
// iterations as Solve takes.
func TestBoundsOnRealisticSteps(t *testing.T) {
	var way []float64
	for seed := range uint64(8) {
		b := prepared(t, gridtest.KTHLike(6+int(seed), seed), 1200)
		p, bound := b.problem, b.bound
		least, lp := float64(p.Least()), linear(t, p)
		if bound.Value > lp+1e-6*lp || lp > float64(b.upper)*(1+1e-9) {
			t.Fatalf("seed %d: Lagrangian value %v, linear relaxation %v, known %d", seed, bound.Value, lp, b.upper)
		}
		if lp > least+1e-6*least {
			way = append(way, min(1, max(0, bound.Value-least)/(lp-least)))
		}
	}
	report(t, way, 0.98)
}

// linear returns the value of the linear relaxation, the same in both
// formulations.
func linear(t *testing.T, p *grid.Problem) float64 {
	t.Helper()
	var values []float64
	for _, f := range formulations {
		r := solve(t, write(t, p, f).Model, mip.Options{Relax: true})
		if r.Status != mip.StatusOptimal {
			t.Fatalf("%s: %s", f, r.Status)
		}
		values = append(values, r.Objective)
	}
	if !near(values[0], values[1]) {
		t.Fatalf("linear relaxations %v differ at scale %d: %+v", values, p.Scale, p)
	}
	return values[0]
}

// report fails the test unless the mean of way is at least floor. way holds, for each bound,
// its share of the way from the trivial bound to the linear relaxation.
func report(t *testing.T, way []float64, floor float64) {
	t.Helper()
	sum := 0.0
	for _, w := range way {
		sum += w
	}
	slices.Sort(way)
	mean := sum / float64(len(way))
	t.Logf("%d bounds: mean %.4f of the way to the linear relaxation, least %.4f, median %.4f",
		len(way), mean, way[0], way[len(way)/2])
	if mean < floor || len(way) < 5 {
		t.Errorf("mean %.4f of the way of %d bounds, want %.2f", mean, len(way), floor)
	}
}

// TestCapacityDuals: each slot with a capacity row has that row's dual, which is at
// most 0, and the others have 0.
func TestCapacityDuals(t *testing.T) {
	r := rand.New(rand.NewPCG(47, 1))
	priced := 0
	for i := range 100 {
		step := steptest.Random(r, steptest.Options{MinJobs: 3, MaxJobs: 7, Dips: i%2 == 0})
		p, err := grid.Restrict(&step, 1+r.Int64N(4), grid.Options{Plain: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range formulations {
			g := write(t, p, f)
			res := solve(t, g.Model, mip.Options{Relax: true})
			duals := g.CapacityDuals(res.RowDual)
			if len(duals) != len(p.Capacity) {
				t.Fatalf("%s: %d duals of %d slots", f, len(duals), len(p.Capacity))
			}
			for slot, got := range duals {
				want := 0.0
				if row := slices.Index(g.Model.RowNames, fmt.Sprintf("capacity_%d", slot)); row >= 0 {
					want = res.RowDual[row]
				}
				if got != want || got > 1e-6 {
					t.Fatalf("%s: dual %g of slot %d, want %g", f, got, slot, want)
				}
				if got < 0 {
					priced++
				}
			}
		}
	}
	if priced < 100 {
		t.Errorf("only %d slots have a price", priced)
	}
}
