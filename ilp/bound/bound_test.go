package bound

import (
	"context"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/mip"
	"github.com/optgap/optgap/ilp/internal/program"
)

func solved(t testing.TB, s *optgap.Step, o Options, bound function) int64 {
	t.Helper()
	v, err := bound(context.Background(), must.Get(grid.Open(s)), o)
	if err != nil || len(v.Warnings) > 0 {
		t.Fatalf("%+v, %v\nstep %+v", v, err, s)
	}
	return v.Bound
}

// TestBelowOptimum compares the bounds with the optimum by enumeration. A huge cutoff changes nothing, as the
// objective of the best policy counts.
func TestBelowOptimum(t *testing.T) {
	for seed, r := range steptest.Sources(100, 1) {
		s := steptest.Random(r, steptest.Options{MaxJobs: 6, Dips: seed%2 == 0, MaxEstimate: 4 + 20*int64(seed%3)})
		if seed%5 > 1 {
			steptest.Weigh(r, &s)
		}
		_, best := steptest.Optimum(&s)
		none := solved(t, &s, Options{Scale: 1}, LP)
		if huge := solved(t, &s, Options{Scale: 1, Cutoff: 1 << 60}, LP); huge != none {
			t.Fatalf("seed %d: %d with a huge cutoff, %d without\nstep %+v", seed, huge, none, s)
		}
		for name, bound := range map[string]int64{
			"fluid":               Fluid(&s),
			"minsum":              solved(t, &s, Options{}, Minsum),
			"minsum 1.3":          solved(t, &s, Options{Ratio: 1.3}, Minsum),
			"lp":                  solved(t, &s, Options{}, LP),
			"lp, scale 1":         none,
			"lp, scale 1, cutoff": solved(t, &s, Options{Scale: 1, Cutoff: best}, LP),
			"lp, scale 5":         solved(t, &s, Options{Scale: 5}, LP),
			"lp, scale 3, cutoff": solved(t, &s, Options{Scale: 3, Cutoff: best}, LP),
		} {
			if bound > best || bound < 0 {
				t.Fatalf("seed %d: %s is %d, the optimum %d\nstep %+v", seed, name, bound, best, s)
			}
		}
	}
}

// TestAnyMultipliers: any multipliers prove a bound.
func TestAnyMultipliers(t *testing.T) {
	for seed, r := range steptest.Sources(1500, 2) {
		s := steptest.Random(r, steptest.Options{MaxJobs: 5, Dips: seed%2 == 0})
		if seed%5 > 1 {
			steptest.Weigh(r, &s)
		}
		_, best := steptest.Optimum(&s)
		p := must.Get(newPartition(&s, flows(&s), Options{Ratio: 1.2 + r.Float64()}))
		wild := make([]float64, len(p.ends)+len(s.Jobs))
		for i := range wild {
			wild[i] = 2 * r.NormFloat64()
		}
		if v := p.evaluate(p.quantise(p.multipliers(wild))) - submissions(&s); v > best {
			t.Fatalf("seed %d: minsum %d from random multipliers, the optimum %d\nstep %+v", seed, v, best, s)
		}
		price, scale := make([]float64, 1+r.IntN(30)), 1+r.Int64N(7)
		for i := range price {
			price[i] = max(0, r.NormFloat64())
		}
		p2 := must.Get(program.List(grid.Relax(&s, scale), program.Options{}))
		for i := range price {
			price[i] *= float64(scale)
		}
		spoilt := append(slices.Clone(price), math.NaN(), -5)
		if v := evaluate(p2, spoilt); v > float64(best) {
			t.Fatalf("seed %d: %g from random prices on the grid, the optimum %d\nstep %+v", seed, v, best, s)
		}
		cutoff := best + r.Int64N(3)*r.Int64N(50)
		w, ok := newWindows(must.Get(grid.Open(&s)), cutoff)
		if !ok {
			t.Fatalf("seed %d: no windows for cutoff %d, the optimum %d\nstep %+v", seed, cutoff, best, s)
		}
		c := inUnits(&s, price, scale)
		c.Cutoff = cutoff
		c.Bound = w.proven(c)
		short := w.shorten(c, func() bool { return false })
		if c.Bound > best || short.Bound != c.Bound {
			t.Fatalf("seed %d: %d from random prices, %d from fewer digits, the optimum %d\nstep %+v",
				seed, c.Bound, short.Bound, best, s)
		}
	}
}

// TestMinsumRefined: a partition that refines another one gives a bound at least as large.
// Interval ends at powers of 2 refine those at powers of 4, and these refine those at
// powers of 16.
func TestMinsumRefined(t *testing.T) {
	for seed, r := range steptest.Sources(500, 4) {
		s := steptest.Random(r, steptest.Options{MaxJobs: 20, MaxEstimate: 1000, Dips: seed%2 == 0})
		before := int64(0)
		for _, ratio := range []float64{16, 4, 2} {
			v := solved(t, &s, Options{Ratio: ratio}, Minsum)
			// HiGHS's tolerances, a millionth of the value, are all it can lose.
			if float64(v) < float64(before)*(1-1e-6)-1 {
				t.Fatalf("seed %d: %d at ratio %g after %d at a coarser one\nstep %+v", seed, v, ratio, before, s)
			}
			before = v
		}
	}
}

// TestLPAtScaleOne: the bound is at least the value of the linear relaxation of the whole
// program. This value is at least the fluid bound, because fractional starts use the
// processors as a flow does.
func TestLPAtScaleOne(t *testing.T) {
	for seed, r := range steptest.Sources(200, 5) {
		s := steptest.Random(r, steptest.Options{MaxJobs: 8, Dips: seed%2 == 0})
		p := must.Get(program.List(grid.Relax(&s, 1), program.Options{Apart: true}))
		lower(p)
		g := program.New(p, program.FormulationStep)
		res, err := mip.Solve(context.Background(), g.Model, mip.Options{Relax: true})
		if err != nil || res.Status != mip.StatusOptimal {
			t.Fatal(res, err)
		}
		cutoff := bestPolicy(&s)
		got, want := solved(t, &s, Options{Scale: 1}, LP), min(p.RoundUp(res.Objective), cutoff)
		if got < want || got < Fluid(&s) {
			t.Fatalf("seed %d: lp %d, the program's %d, fluid %d\nstep %+v", seed, got, want, Fluid(&s), s)
		}
	}
}

// TestLargeNumbers multiplies times by 1e9 and widths by 1e4. The bounds are at most the
// optimum and not below 0. The fluid bound is multiplied by 1e13.
func TestLargeNumbers(t *testing.T) {
	const times, widths = 1_000_000_000, 10_000
	for seed, r := range steptest.Sources(50, 8) {
		s := steptest.Random(r, steptest.Options{MaxJobs: 6, MaxMachine: 6, Dips: seed%2 == 0})
		large := s
		large.Machine *= widths
		large.History = slices.Clone(s.History)
		for i := range large.History {
			large.History[i].Time *= times
			large.History[i].Free *= widths
		}
		large.Jobs = slices.Clone(s.Jobs)
		for i := range large.Jobs {
			j := &large.Jobs[i]
			j.Width, j.Estimate, j.Submit = j.Width*widths, j.Estimate*times, j.Submit*times
		}
		must.Do(large.Validate())
		_, best := steptest.Optimum(&s)
		if f := Fluid(&large); f > best*times*widths || f < (Fluid(&s)-1)*times*widths {
			t.Fatalf("seed %d: fluid %d, of the small step %d", seed, f, Fluid(&s))
		}
		if seed < 3 { // a chosen scale makes the program as large as any
			values, _ := All(context.Background(), must.Get(grid.Open(&large)), Options{TimeLimit: time.Second})
			if lp := values[optgap.BoundLP].Bound; lp > best*times*widths || lp <= 0 {
				t.Fatalf("seed %d: lp %d, the optimum %d", seed, lp, best*times*widths)
			}
		}
		for _, v := range []int64{
			solved(t, &large, Options{}, Minsum), solved(t, &large, Options{Scale: times}, LP),
		} {
			if v < 0 || v > best*times*widths {
				t.Fatalf("seed %d: %d, the optimum %d\nstep %+v", seed, v, best*times*widths, large)
			}
		}
	}
}

// bestPolicy returns the objective of the best dynP policy's plan.
func bestPolicy(s *optgap.Step) int64 {
	best := int64(0)
	for _, p := range heuristics.DynP() {
		if v := steptest.Plan(s, p).Objective(s); best == 0 || v < best {
			best = v
		}
	}
	return best
}
