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
)

// TestBounds: both formulations have the same linear relaxation. Its value is at most the
// optimum, also after rounding up.
func TestBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 1))
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
	}
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
