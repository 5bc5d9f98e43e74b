package engine

import (
	"math/rand/v2"
	"testing"

	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
)

// mostWorth returns the most that jobs on so many processors are worth, by trying
// every number of jobs of every kind.
func mostWorth(kinds []Kind, price []int64, processors int64) int64 {
	if len(kinds) == 0 {
		return 0
	}
	best := int64(0)
	for n := int64(0); n <= kinds[0].Count && n*kinds[0].Width <= processors; n++ {
		best = max(best, n*price[0]+mostWorth(kinds[1:], price[1:], processors-n*kinds[0].Width))
	}
	return best
}

// TestPacking compares values, best sets and sums with a knapsack in every second of the
// history itself.
func TestPacking(t *testing.T) {
	each(t, 300, func(t *testing.T, seed uint64, r *rand.Rand) {
		s := steptest.Random(r, steptest.Options{MaxJobs: 7, MaxEstimate: 12, MaxChanges: 12, Dips: true})
		p, _ := NewProblem(&s, nil, Usable(&s, nil), nil)
		g := someTimeline(r, 1+r.Int64N(80), 1+r.IntN(30))
		a := NewDecomposition(p, Dual{Timeline: g, Prices: somePrices(r, p, g, 1000)})
		worth, here := int64(0), make([]int64, len(p.Kinds))
		rest := make([]int64, g.End()+1) // value of all seconds from each on
		for second := g.End() - 1; second >= 0; second-- {
			for i, c := range a.Curves {
				here[i] = priceAt(c, second)
			}
			rest[second] = rest[second+1] + mostWorth(p.Kinds, here, s.History.At(second))
		}
		total := a.Pack.settle(0, a.Curves, func(kind, bucket int, seconds int64) {
			worth += a.Curves[kind].Price[bucket] * seconds
		})
		must.Need(t, total == rest[0] && worth == total,
			"seed", seed, total, "sets worth", worth, "want", rest[0], "of", s)
		for _, c := range a.Curves {
			c.sum()
		}
		a.Pack.finish(a.Problem.Watch, a.Curves)
		for second, want := range rest {
			got := a.Pack.From(int64(second))
			must.Need(t, got == want, "seed", seed, got, "from second", second, "on, want", want, "of", s)
		}
		for c, row := range a.Pack.Rows {
			for second := range g.End() {
				for i, curve := range a.Curves {
					here[i] = priceAt(curve, second)
				}
				if got, want := priceAt(row, second), mostWorth(p.Kinds, here, int64(c)*a.Pack.Divisor); got != want {
					t.Fatalf("seed %d: %d on %d processors in second %d, want %d of %+v",
						seed, got, int64(c)*a.Pack.Divisor, second, want, s)
				}
			}
		}
	})
}
