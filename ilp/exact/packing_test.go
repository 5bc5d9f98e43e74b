package exact

import (
	"math/rand/v2"
	"testing"

	"github.com/optgap/optgap/heuristics/steptest"
)

// mostWorth returns the most that jobs on so many processors are worth, by trying
// every number of jobs of every kind.
func mostWorth(kinds []kind, price []int64, processors int64) int64 {
	if len(kinds) == 0 {
		return 0
	}
	best := int64(0)
	for n := int64(0); n <= kinds[0].count && n*kinds[0].width <= processors; n++ {
		best = max(best, n*price[0]+mostWorth(kinds[1:], price[1:], processors-n*kinds[0].width))
	}
	return best
}

// TestPacking compares values, best sets and sums with a knapsack in every second of the
// history itself.
func TestPacking(t *testing.T) {
	each2(t, 300, func(t *testing.T, seed uint64, r *rand.Rand) {
		s := steptest.Random(r, steptest.Options{MaxJobs: 7, MaxEstimate: 12, MaxChanges: 12, Dips: true})
		p, _ := newProblem(&s, usable(&s, nil), nil)
		g := someTimeline2(r, 1+r.Int64N(80), 1+r.IntN(30))
		a := newDecomposition(p, dual{timeline: g, prices: somePrices2(r, p, g, 1000)})
		worth, here := int64(0), make([]int64, len(p.kinds))
		rest := make([]int64, g.end()+1) // value of all seconds from each on
		for second := g.end() - 1; second >= 0; second-- {
			for i, c := range a.curves {
				here[i] = priceAt(c, second)
			}
			rest[second] = rest[second+1] + mostWorth(p.kinds, here, s.History.At(second))
		}
		total := a.pack.settle(a.curves, func(kind, bucket int, seconds int64) {
			worth += a.curves[kind].price[bucket] * seconds
		})
		if total != rest[0] || worth != total {
			t.Fatalf("seed %d: %d, sets worth %d, want %d of %+v", seed, total, worth, rest[0], s)
		}
		for _, c := range a.curves {
			c.sum()
		}
		a.pack.finish(a.curves)
		for second, want := range rest {
			if got := a.pack.from(int64(second)); got != want {
				t.Fatalf("seed %d: %d from second %d on, want %d of %+v", seed, got, second, want, s)
			}
		}
		for c, row := range a.pack.rows {
			for second := range g.end() {
				for i, curve := range a.curves {
					here[i] = priceAt(curve, second)
				}
				if got, want := priceAt(row, second), mostWorth(p.kinds, here, int64(c)*a.pack.divisor); got != want {
					t.Fatalf("seed %d: %d on %d processors in second %d, want %d of %+v",
						seed, got, int64(c)*a.pack.divisor, second, want, s)
				}
			}
		}
	})
}
