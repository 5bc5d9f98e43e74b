package exact

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/optgap/optgap/ilp/internal/engine"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/internal/capacity"
	"github.com/optgap/optgap/ilp/internal/lattice"
)

// TestAnyPrices: bounds hold at any prices. Prices by kind that are a processor's
// price times the width give at least what that price gives. Windows keep the starts
// of an optimal schedule.
func TestAnyPrices(t *testing.T) {
	each(t, 1000, func(t *testing.T, seed uint64, r *rand.Rand) {
		s := smallStep(r, 1+r.IntN(5))
		plan, objective := steptest.Optimum(s)
		constant := make(optgap.Schedule, len(s.Jobs)).Objective(s)
		p, groups := engine.NewProblem(s, capacity.Usable(s, nil), nil)
		g := someTimeline(r, plan.Makespan(s)+r.Int64N(10), 1+r.IntN(40))
		optimum := (objective - constant) << p.Unit

		a := engine.NewShared(p, g)
		for b := range a.Price.Price {
			if r.IntN(2) == 0 {
				a.Price.Price[b] = r.Int64N(1<<p.Unit + 1)
			}
		}
		shared := a.Value()
		lifted := make([][]int64, len(p.Kinds))
		for i, k := range p.Kinds {
			for _, v := range a.Price.Price {
				lifted[i] = append(lifted[i], k.Width*v)
			}
		}
		l := engine.NewDecomposition(p, engine.Dual{Timeline: g, Prices: lifted})
		rounded := l.Pack.Divisor > gcdOf(p) // widths: the machine has many processors
		if v := l.Value(); shared > optimum || v < shared && !rounded || v > optimum {
			t.Fatalf("seed %d: %d by a processor's prices, %d by kinds', the optimum is %d of %+v", seed, shared, v, optimum, s)
		}

		a.Maximise(optimum>>p.Unit, r.IntN(50), func() bool { return false })
		if v := a.Value(); v > optimum {
			t.Fatalf("seed %d: %d by better prices of a processor, the optimum is %d of %+v", seed, v, optimum, s)
		}
		f := engine.NewShared(p, g)
		f.Pour()
		if v := f.Value(); v > optimum {
			t.Fatalf("seed %d: %d by fluid prices, the optimum is %d of %+v", seed, v, optimum, s)
		}
		k := engine.NewDecomposition(p, engine.Dual{Timeline: g, Prices: somePrices(r, p, g, 1+s.Machine<<p.Unit)})
		upper := objective - constant + 1 + r.Int64N(3)*r.Int64N(1000)
		value := k.Value()
		if r.IntN(2) == 0 {
			value = k.Maximise(upper, r.IntN(60), func() bool { return false })
		}
		if again := k.Value(); value > optimum || again != value {
			t.Fatalf("seed %d: %d by kinds' prices, again %d, the optimum is %d of %+v", seed, value, again, optimum, s)
		}
		if !k.Finish(value, upper) {
			t.Fatalf("seed %d: no start left below %d, the optimum is %d of %+v", seed, upper, objective-constant, s)
		}
		for i, jobs := range groups {
			for _, j := range jobs {
				if w := p.Kinds[i]; plan[j] < w.Earliest || plan[j] > w.Latest {
					t.Fatalf("seed %d: job %d starts at %d, outside %d to %d, below %d: %v of %+v",
						seed, j, plan[j], w.Earliest, w.Latest, upper, plan, s)
				}
			}
		}
	})
}

// TestMeanLiesAboveAllValues: the starts and the excess of each step give a plane that
// is at least the value at any prices. The mean of these planes is such a plane too,
// for the whole problem and for the parts that it is split into.
func TestMeanLiesAboveAllValues(t *testing.T) {
	split := 0
	each(t, 250, func(t *testing.T, seed uint64, r *rand.Rand) {
		s := smallStep(r, 1+r.IntN(6))
		p, _ := engine.NewProblem(s, capacity.Usable(s, nil), nil)
		plan := heuristics.BestPlan(s)
		g := someTimeline(r, plan.Makespan(s)+r.Int64N(10), 1+r.IntN(40))
		highest := 1 + s.Machine<<p.Unit
		check := func(p *engine.Problem, mean engine.Dual) {
			for range 3 {
				a := engine.NewDecomposition(p, engine.Dual{Timeline: g, Prices: somePrices(r, p, g, highest)})
				plane, size := 0.0, 1.0
				for i, k := range p.Kinds {
					for _, start := range mean.Starts[i] {
						plane += float64(k.Count) * start.Share * float64(k.Width*start.At<<p.Unit)
					}
					for b, price := range a.Curves[i].Price {
						plane += float64(price) * mean.Mean[i][b]
						size += float64(price) * math.Abs(mean.Mean[i][b])
					}
				}
				if v := float64(a.Value()); v > plane+0.001*size {
					t.Fatalf("seed %d: %g by prices, %g by the mean, for %+v of %+v", seed, v, plane, p.Kinds, s)
				}
			}
		}
		never := func() bool { return false }
		upper := plan.Objective(s) - make(optgap.Schedule, len(s.Jobs)).Objective(s) + 1
		a := engine.NewDecomposition(p, engine.Dual{Timeline: g, Prices: somePrices(r, p, g, highest)})
		value := a.Maximise(upper, r.IntN(60), never)
		check(p, a.Dual)
		if !a.Finish(value, upper) {
			t.Fatalf("seed %d: no start left below %d of %+v", seed, upper, s)
		}
		for _, c := range cutsOf(a) {
			before, after := (&part{}).cut(a, c)
			for _, w := range []*part{before, after} {
				split++
				q := &engine.Problem{Kinds: w.kinds, Free: p.Free, Unit: p.Unit}
				check(q, w.dual)
				b := engine.NewDecomposition(q, w.dual)
				b.Maximise(upper, r.IntN(20), never)
				check(q, b.Dual)
			}
		}
	})
	if split == 0 {
		t.Error("no problem was split")
	}
}

// TestCertificate computes the bound of the prices second by second from the step itself.
// Jobs of a group pay nothing before their first possible start. In every other second
// the best set of jobs is found by trying all sets. Half of the solves end early.
func TestCertificate(t *testing.T) {
	each(t, 125, func(t *testing.T, seed uint64, r *rand.Rand) {
		s := steptest.Random(r, steptest.Options{MaxJobs: 6, MaxEstimate: 20, MaxChanges: 8, Dips: seed%2 == 0})
		o := someOptions(r)
		sol, _ := endedAt(&s, o, 1+r.IntN(400), 1)
		if r.IntN(2) == 0 {
			sol = solved(t, &s, o)
		}
		c := sol.Certificate
		end := c.Ends[len(c.Ends)-1]
		kinds := make([]engine.Kind, len(c.Groups))
		for i, g := range c.Groups {
			kinds[i] = engine.Kind{Width: g.Width, Weight: g.Width, Duration: g.Estimate}
			for _, j := range s.Jobs {
				if j.Width == g.Width && j.Estimate == g.Estimate {
					kinds[i].Count++
				}
			}
		}
		price := func(i int, second int64) int64 {
			for b, end := range c.Ends {
				if second < end {
					return c.Groups[i].Price[b]
				}
			}
			return 0
		}
		total := int64(0)
		first := make([]int64, len(kinds))
		for i, k := range kinds {
			least := engine.Never
			first[i] = -1
			for start := int64(0); start <= end+s.History.End(); start++ {
				cost, fits := (k.Width*start)<<c.Bits, true
				for u := start; u < start+k.Duration; u++ {
					cost += price(i, u)
					fits = fits && s.History.At(u) >= k.Width
				}
				if fits {
					if first[i] < 0 {
						first[i] = start
					}
					least = min(least, cost)
				}
			}
			total += k.Count * least
		}
		here := make([]int64, len(kinds))
		for u := range end {
			for i := range kinds {
				if here[i] = price(i, u); u < first[i] {
					here[i] = 0
				}
			}
			total -= mostWorth(kinds, here, s.History.At(u))
		}
		proven := make(optgap.Schedule, len(s.Jobs)).Objective(&s) + (total+1<<c.Bits-1)>>c.Bits
		if proven < sol.Root || proven > sol.Objective {
			t.Fatalf("seed %d: the prices prove %d, the root bound is %d, the optimum %d of %+v",
				seed, proven, sol.Root, sol.Objective, s)
		}
	})
}

// gcdOf returns the greatest number that divides all widths.
func gcdOf(p *engine.Problem) int64 {
	d := int64(0)
	for _, k := range p.Kinds {
		d = lattice.GCD(k.Width, d)
	}
	return d
}

// mostWorth returns the most that jobs on so many processors are worth, by trying
// every number of jobs of every kind.
func mostWorth(kinds []engine.Kind, price []int64, processors int64) int64 {
	if len(kinds) == 0 {
		return 0
	}
	best := int64(0)
	for n := int64(0); n <= kinds[0].Count && n*kinds[0].Width <= processors; n++ {
		best = max(best, n*price[0]+mostWorth(kinds[1:], price[1:], processors-n*kinds[0].Width))
	}
	return best
}
