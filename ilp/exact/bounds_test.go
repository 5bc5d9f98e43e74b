package exact

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/optgap/optgap/heuristics/must"

	"github.com/optgap/optgap/ilp/internal/engine"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/internal/ledger"
)

// TestAnyPrices: bounds hold at any prices. Prices by kind that are a processor's
// price times the width give at least what that price gives. Windows keep the starts
// of an optimal schedule. So it is where jobs that clash are joined.
func TestAnyPrices(t *testing.T) {
	each(t, 500, func(t *testing.T, seed uint64, r *rand.Rand) {
		s := smallStep(r, 1+r.IntN(5))
		plan, objective := steptest.Optimum(s)
		constant := make(optgap.Schedule, len(s.Jobs)).Objective(s)
		p, groups := engine.NewProblem(s, nil, engine.Usable(s, nil), nil)
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
			if r.IntN(2) == 0 && k.Join() {
				value = k.Maximise(upper, r.IntN(60), func() bool { return false })
			}
		}
		if again := k.Value(); value > optimum || again != value {
			t.Fatalf("seed %d: %d by kinds' prices, again %d, the optimum is %d of %+v", seed, value, again, optimum, s)
		}
		must.Need(t, k.Finish(value, upper),
			"seed", seed, "no start left below", upper, "the optimum is", objective-constant, "of", s)
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
	each(t, 125, func(t *testing.T, seed uint64, r *rand.Rand) {
		s := smallStep(r, 1+r.IntN(6))
		p, _ := engine.NewProblem(s, nil, engine.Usable(s, nil), nil)
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
		must.Need(t, a.Finish(value, upper), "seed", seed, "no start left below", upper, "of", s)
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
	must.Hold(t, split != 0, "no problem was split")
}

// gcdOf returns the greatest number that divides all widths.
func gcdOf(p *engine.Problem) int64 {
	d := int64(0)
	for _, k := range p.Kinds {
		d = ledger.GCD(k.Width, d)
	}
	return d
}

// TestFluidPrices: no price of the fluid relaxation is cut down, however long the queue. The bound is
// then within a few percent of the best policy's plan.
func TestFluidPrices(t *testing.T) {
	t.Parallel()
	for _, jobs := range []int{300, 2000} {
		v := unfinished(sample(jobs, 1)[0], Options{})
		a := engine.NewShared(v.problem, v.problem.Around(v.step, v.schedule(), 1000))
		a.Pour()
		bound, plan := v.problem.Whole(a.Value())+v.constant, v.sol.Schedule.Objective(v.step)
		if percent(bound, plan) > 6 {
			t.Errorf("%d jobs: bound %d is %.1f %% below the plan's %d", jobs, bound, percent(bound, plan), plan)
		}
	}
}
