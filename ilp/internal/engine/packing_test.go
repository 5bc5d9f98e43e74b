package engine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap"
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

// TestSets compares the best sets of some jobs with those that mostWorth finds in every second, with and
// without an answer that was remembered. Divisors are above 1 on large machines.
func TestSets(t *testing.T) {
	packed := 0
	each(t, 100, func(t *testing.T, seed uint64, r *rand.Rand) {
		o := steptest.Options{MaxJobs: 7, MaxEstimate: 12, MaxChanges: 6, MaxMachine: 5 + r.Int64N(1500)}
		s := steptest.Random(r, o)
		p, _ := NewProblem(&s, nil, Usable(&s, nil), nil)
		g := someTimeline(r, 1+r.Int64N(80), 1+r.IntN(30))
		a := NewDecomposition(p, Dual{Timeline: g, Prices: somePrices(r, p, g, 1000)})
		a.Finish(0, Never>>p.Unit)
		sets := NewSets(p, a.Pack, a.Curves)
		for range 20 {
			some, left := slices.Clone(p.Kinds), make([]int32, len(p.Kinds))
			for i := range some {
				some[i].Count = r.Int64N(some[i].Count + 1)
				some[i].Width /= a.Pack.Divisor
				left[i] = int32(some[i].Count)
			}
			free := r.Int64N(p.Most() + 1)
			from := r.Int64N(g.End())
			to := from + r.Int64N(g.End()+5-from)
			want := int64(0)
			for second := from; second < min(to, g.End()); second++ {
				price := make([]int64, len(some))
				for i, c := range a.Curves {
					price[i] = priceAt(c, second)
				}
				want += mostWorth(some, price, free/a.Pack.Divisor)
			}
			jobs := sets.Of(left)
			for range 2 {
				if got := sets.Worth(jobs, free, from, to); got != want {
					t.Fatalf("seed %d: %d from %d to %d on %d processors, want %d of %d of %+v",
						seed, got, from, to, free, want, left, s)
				}
			}
			if want > 0 {
				packed++
			}
		}
	})
	must.Hold(t, testing.Short() || packed >= 500, "only", packed, "sets are worth anything")
}

// TestTooManyJobs: there are no Sets of more than MostBits jobs.
func TestTooManyJobs(t *testing.T) {
	for _, jobs := range []int{MostBits, MostBits + 1} {
		s := optgap.Step{Machine: 4, History: optgap.History{{Time: 0, Free: 4}}, Jobs: make([]optgap.Job, jobs)}
		for i := range s.Jobs {
			s.Jobs[i] = optgap.Job{ID: int64(i + 1), Width: 1 + int64(i)%2, Estimate: 1}
		}
		p, _ := NewProblem(&s, nil, s.History, nil)
		a := NewDecomposition(p, Dual{Timeline: NewTimeline(40, 4, nil), Prices: [][]int64{{1, 1, 1, 1}, {1, 1, 1, 1}}})
		a.Finish(0, Never>>p.Unit)
		sets := NewSets(p, a.Pack, a.Curves)
		must.Equal(t, sets != nil, jobs == MostBits, "sets of", jobs, "jobs")
	}
}
