package exact

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/internal/lattice"
)

// TestAnyPrices: bounds hold at any prices. Prices by kind that are a processor's
// price times the width give at least what that price gives. Windows keep the starts
// of an optimal schedule.
func TestAnyPrices(t *testing.T) {
	each(t, 4000, func(t *testing.T, seed uint64, r *rand.Rand) {
		s := smallStep(r, 1+r.IntN(5))
		plan, objective := steptest.Optimum(s)
		constant := make(optgap.Schedule, len(s.Jobs)).Objective(s)
		p, groups := newProblem(s, usable(s, nil), nil)
		g := someTimeline(r, plan.Makespan(s)+r.Int64N(10), 1+r.IntN(40))
		optimum := (objective - constant) << p.unit

		a := newShared(p, g)
		for b := range a.price.price {
			if r.IntN(2) == 0 {
				a.price.price[b] = r.Int64N(1<<p.unit + 1)
			}
		}
		shared := a.value()
		lifted := make([][]int64, len(p.kinds))
		for i, k := range p.kinds {
			for _, v := range a.price.price {
				lifted[i] = append(lifted[i], k.width*v)
			}
		}
		l := newDecomposition(p, dual{timeline: g, prices: lifted})
		rounded := l.pack.divisor > gcdOf(p) // widths: the machine has many processors
		if v := l.value(); shared > optimum || v < shared && !rounded || v > optimum {
			t.Fatalf("seed %d: %d by a processor's prices, %d by kinds', the optimum is %d of %+v", seed, shared, v, optimum, s)
		}

		a.maximise(optimum>>p.unit, r.IntN(50), func() bool { return false })
		if v := a.value(); v > optimum {
			t.Fatalf("seed %d: %d by better prices of a processor, the optimum is %d of %+v", seed, v, optimum, s)
		}
		k := newDecomposition(p, dual{timeline: g, prices: somePrices(r, p, g, 1+s.Machine<<p.unit)})
		upper := objective - constant + 1 + r.Int64N(3)*r.Int64N(1000)
		value := k.value()
		if r.IntN(2) == 0 {
			value = k.maximise(upper, r.IntN(60), func() bool { return false })
		}
		if again := k.value(); value > optimum || again != value {
			t.Fatalf("seed %d: %d by kinds' prices, again %d, the optimum is %d of %+v", seed, value, again, optimum, s)
		}
		if !k.finish(value, upper) {
			t.Fatalf("seed %d: no start left below %d, the optimum is %d of %+v", seed, upper, objective-constant, s)
		}
		for i, jobs := range groups {
			for _, j := range jobs {
				if w := p.kinds[i]; plan[j] < w.earliest || plan[j] > w.latest {
					t.Fatalf("seed %d: job %d starts at %d, outside %d to %d, below %d: %v of %+v",
						seed, j, plan[j], w.earliest, w.latest, upper, plan, s)
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
	each(t, 1000, func(t *testing.T, seed uint64, r *rand.Rand) {
		s := smallStep(r, 1+r.IntN(6))
		p, _ := newProblem(s, usable(s, nil), nil)
		plan := heuristics.BestPlan(s)
		g := someTimeline(r, plan.Makespan(s)+r.Int64N(10), 1+r.IntN(40))
		highest := 1 + s.Machine<<p.unit
		check := func(p *problem, mean dual) {
			for range 3 {
				a := newDecomposition(p, dual{timeline: g, prices: somePrices(r, p, g, highest)})
				plane, size := 0.0, 1.0
				for i, k := range p.kinds {
					for _, start := range mean.starts[i] {
						plane += float64(k.count) * start.share * float64(k.width*start.at<<p.unit)
					}
					for b, price := range a.curves[i].price {
						plane += float64(price) * mean.mean[i][b]
						size += float64(price) * math.Abs(mean.mean[i][b])
					}
				}
				if v := float64(a.value()); v > plane+0.001*size {
					t.Fatalf("seed %d: %g by prices, %g by the mean, for %+v of %+v", seed, v, plane, p.kinds, s)
				}
			}
		}
		never := func() bool { return false }
		upper := plan.Objective(s) - make(optgap.Schedule, len(s.Jobs)).Objective(s) + 1
		a := newDecomposition(p, dual{timeline: g, prices: somePrices(r, p, g, highest)})
		value := a.maximise(upper, r.IntN(60), never)
		check(p, a.dual)
		if !a.finish(value, upper) {
			t.Fatalf("seed %d: no start left below %d of %+v", seed, upper, s)
		}
		for _, c := range cutsOf(a) {
			before, after := (&part{}).cut(a, c)
			for _, w := range []*part{before, after} {
				split++
				q := &problem{kinds: w.kinds, free: p.free, unit: p.unit}
				check(q, w.dual)
				b := newDecomposition(q, w.dual)
				b.maximise(upper, r.IntN(20), never)
				check(q, b.dual)
			}
		}
	})
	if split == 0 {
		t.Error("no problem was split")
	}
}

// TestStoppedAnywhere: whenever Solve is told to stop, its bound and its schedule
// enclose the optimum, and the bound of the prices is not above its bound. A later stop can
// leave a worse bound, because each search that is stopped still explores its first nodes.
func TestStoppedAnywhere(t *testing.T) {
	unproven := 0
	each(t, 500, func(t *testing.T, seed uint64, r *rand.Rand) {
		s := smallStep(r, 5+r.IntN(2))
		if r.IntN(20) == 0 {
			s = queue(r, 8)
		}
		_, want := steptest.Optimum(s)
		o, from := someOptions(r), 500+r.Int64N(12)
		for asked := 1; ; asked += 1 + r.IntN(2*asked) {
			v, ended := unfinished(s, o), true
			left := asked
			v.stop = func() bool {
				if left--; left <= 0 {
					v.sol.EndedBy, ended = optgap.EndedInterrupt, false
				}
				return left <= 0
			}
			v.tree.stop = v.stop
			v.tree.incumbent.nodes = from // searches ask every 512 nodes
			v.run()
			v.answer(v.sol, v.bound)
			sol := v.sol
			if sol.Bound > want || sol.Objective < want || sol.Root > sol.Bound ||
				sol.Schedule.Objective(s) != sol.Objective || sol.Schedule.Check(s) != nil ||
				(sol.Status == optgap.StatusOptimal) != (sol.Bound == sol.Objective) {
				t.Fatalf("seed %d, %+v, stopped when asked %d times: %+v, the optimum is %d of %+v", seed, o, asked, sol, want, s)
			}
			if sol.Status != optgap.StatusOptimal {
				unproven++
			}
			if ended {
				break
			}
		}
	})
	t.Logf("%d without a proof", unproven)
}

// TestNodeLimits: bound and schedule enclose the optimum at any node limit and with a
// cancelled context.
func TestNodeLimits(t *testing.T) {
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	each(t, 150, func(t *testing.T, seed uint64, r *rand.Rand) {
		s := smallStep(r, 6+r.IntN(3))
		if r.IntN(2) == 0 {
			s = queue(r, 6+r.IntN(3))
		}
		_, want := steptest.Optimum(s)
		for _, limit := range []int64{1, 10, 100, 1000, 10_000, 0} {
			o := Options{NodeLimit: limit, Evaluations: r.IntN(2) - 1, Steps: r.IntN(30) - 1, Buckets: 1 + r.IntN(50)}
			ctx := context.Background()
			if limit == 0 {
				ctx = cancelled
			}
			sol, err := Solve(ctx, s, o)
			if err != nil || sol.Bound > want || sol.Objective < want || sol.Root > sol.Bound {
				t.Fatalf("seed %d, %+v: %v, %+v, the optimum is %d of %+v", seed, o, err, sol, want, s)
			}
		}
	})
}

// TestCertificate computes the bound of the prices second by second from the step itself.
// Jobs of a group pay nothing before their first possible start. In every other second
// the best set of jobs is found by trying all sets. Half of the solves end early.
func TestCertificate(t *testing.T) {
	each(t, 500, func(t *testing.T, seed uint64, r *rand.Rand) {
		s := steptest.Random(r, steptest.Options{MaxJobs: 6, MaxEstimate: 20, MaxChanges: 8, Dips: seed%2 == 0})
		o := someOptions(r)
		sol, _ := endedAt(&s, o, 1+r.IntN(400), 1)
		if r.IntN(2) == 0 {
			sol = solved(t, &s, o)
		}
		c := sol.Certificate
		end := c.Ends[len(c.Ends)-1]
		kinds := make([]kind, len(c.Groups))
		for i, g := range c.Groups {
			kinds[i] = kind{width: g.Width, duration: g.Estimate}
			for _, j := range s.Jobs {
				if j.Width == g.Width && j.Estimate == g.Estimate {
					kinds[i].count++
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
			least := never
			first[i] = -1
			for start := int64(0); start <= end+s.History.End(); start++ {
				cost, fits := (k.width*start)<<c.Bits, true
				for u := start; u < start+k.duration; u++ {
					cost += price(i, u)
					fits = fits && s.History.At(u) >= k.width
				}
				if fits {
					if first[i] < 0 {
						first[i] = start
					}
					least = min(least, cost)
				}
			}
			total += k.count * least
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
func gcdOf(p *problem) int64 {
	d := int64(0)
	for _, k := range p.kinds {
		d = lattice.GCD(k.width, d)
	}
	return d
}
