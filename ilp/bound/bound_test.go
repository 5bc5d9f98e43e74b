package bound

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/ledger"
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
		none := solved(t, &s, Options{}, LP)
		if huge := solved(t, &s, Options{Cutoff: 1 << 60}, LP); huge != none {
			t.Fatalf("seed %d: %d with a huge cutoff, %d without\nstep %+v", seed, huge, none, s)
		}
		for name, bound := range map[string]int64{
			"fluid":      Fluid(&s),
			"minsum":     solved(t, &s, Options{}, Minsum),
			"minsum 1.3": solved(t, &s, Options{Ratio: 1.3}, Minsum),
			"lp":         none,
			"lp, cutoff": solved(t, &s, Options{Cutoff: best}, LP),
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
		cutoff := best + r.Int64N(3)*r.Int64N(50)
		w, ok := newWindows(must.Get(grid.Open(&s)), cutoff)
		if !ok {
			t.Fatalf("seed %d: no windows for cutoff %d, the optimum %d\nstep %+v", seed, cutoff, best, s)
		}
		c := &optgap.Certificate{Bits: 8, Cutoff: cutoff, Price: ledger.Quantise(price, 8)}
		for k := range c.Price {
			c.Ends = append(c.Ends, int64(k+1)*scale)
		}
		c.Bound = w.proven(c)
		short := w.shorten(c, func() bool { return false })
		if short.Bound > best || short.Bound < c.Bound {
			t.Fatalf("seed %d: %d from random prices, %d from fewer digits, the optimum %d\nstep %+v",
				seed, c.Bound, short.Bound, best, s)
		}
	}
}

// TestMinsumRefined: a partition that refines another one gives a bound at least as large.
// Interval ends at powers of 2 refine those at powers of 4, and these refine those at
// powers of 16.
func TestMinsumRefined(t *testing.T) {
	for seed, r := range steptest.Sources(250, 4) {
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
		for _, v := range []int64{
			solved(t, &large, Options{}, Minsum), solved(t, &large, Options{}, LP),
		} {
			if v < 0 || v > best*times*widths {
				t.Fatalf("seed %d: %d, the optimum %d\nstep %+v", seed, v, best*times*widths, large)
			}
		}
	}
}

// queue returns a step with jobs of the usual kinds: widths of powers of two,
// estimates in minutes, and a machine whose running jobs end over a day.
func queue(jobs int) *optgap.Step {
	r := rand.New(rand.NewPCG(1, uint64(jobs)))
	const machine = 128
	s := step(machine, optgap.History{{Time: 0, Free: 8}})
	for free := int64(8); free < machine; {
		free = min(machine, free+1<<r.IntN(6))
		s.History = append(s.History, optgap.Change{Time: s.History.End() + 1 + r.Int64N(7200), Free: free})
	}
	for i := range jobs {
		minutes := []int64{10, 30, 60, 120, 240, 720, 1440}[r.IntN(7)] - r.Int64N(5)
		j := optgap.Job{ID: int64(i + 1), Width: 1 << r.IntN(8), Estimate: 60 * minutes, Submit: -r.Int64N(36000)}
		s.Jobs = append(s.Jobs, j)
	}
	return s
}

// BenchmarkBound measures the lower bounds on the one-second problem.
//
//	go test -run '^$' -bench Bound -count 10 ./ilp/bound
func BenchmarkBound(b *testing.B) {
	o := Options{TimeLimit: 30 * time.Second}
	sizes := []int{25, 8, 185}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, jobs := range sizes {
		s := queue(jobs)
		policy := heuristics.BestPlan(s).Objective(s)
		for _, c := range []struct {
			name  string
			bound func() int64
		}{
			{string(optgap.BoundFluid), func() int64 { return Fluid(s) }},
			{string(optgap.BoundMinsum), func() int64 { return value(s, o, Minsum) }},
			{string(optgap.BoundLP), func() int64 { return value(s, o, LP) }},
		} {
			b.Run(fmt.Sprintf("jobs=%d/bound=%s", jobs, c.name), func(b *testing.B) {
				v := int64(0)
				for b.Loop() {
					v = c.bound()
				}
				if v > policy {
					b.Fatalf("bound %d above the objective %d of a schedule", v, policy)
				}
				b.ReportMetric(float64(v)/float64(policy), "bound/policy")
			})
		}
	}
}

func value(s *optgap.Step, o Options, bound function) int64 {
	v := must.Get(bound(context.Background(), must.Get(grid.Open(s)), o))
	return v.Bound
}
