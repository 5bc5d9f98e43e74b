package bound

import (
	"math"
	"math/big"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/grid"
)

// TestOnSecondMatchesEnumeration tries every start of every job, and every set of
// jobs in every second.
func TestOnSecondMatchesEnumeration(t *testing.T) {
	const bits = 1
	for seed, r := range steptest.Sources(500, 3) {
		s := steptest.Random(r, steptest.Options{MaxJobs: 4, Dips: true})
		if seed%2 == 0 {
			steptest.Weigh(r, &s)
		}
		price, scale := make([]int64, 1+r.IntN(20)), 1+r.Int64N(6)
		for i := range price {
			price[i] = r.Int64N(8)
		}
		at := func(u int64) int64 {
			if k := u / scale; k < int64(len(price)) {
				return price[k]
			}
			return 0
		}
		cutoff := serial(&s, flows(&s)) + r.Int64N(200)
		w, ok := newWindows(must.Get(grid.Open(&s)), cutoff)
		if !ok {
			t.Fatalf("seed %d: no windows", seed)
		}
		want := int64(0)
		end := s.SafeEnd() + int64(len(price))*scale + 200
		for u := range end {
			most := int64(0)
			for set := range 1 << len(s.Jobs) {
				width, open := int64(0), true
				for i, j := range s.Jobs {
					if set>>i&1 == 1 {
						width += j.Width
						open = open && w.first[i] <= u && u < w.last[i]+j.Estimate
					}
				}
				if open && width <= s.History.At(u) {
					most = max(most, width)
				}
			}
			want -= at(u) * most
		}
		for i, j := range s.Jobs {
			least := int64(math.MaxInt64)
			for start := range w.last[i] + 1 {
				cost, fits := s.Weight(i)*(start-j.Submit+j.Estimate)<<bits, true
				for u := start; u < start+j.Estimate; u++ {
					cost += j.Width * at(u)
					fits = fits && s.History.At(u) >= j.Width
				}
				if fits {
					least = min(least, cost)
				}
			}
			want += least
		}
		buckets := &optgap.Certificate{Bits: bits, Bucket: scale, Price: price}
		ends := &optgap.Certificate{Bits: bits, Price: price}
		for k := range price {
			ends.Ends = append(ends.Ends, int64(k+1)*scale)
		}
		for _, c := range []*optgap.Certificate{buckets, ends} {
			if got := w.onSecond(c); got.Cmp(big.NewInt(want)) != 0 {
				t.Fatalf("seed %d: %d, want %d\nstep %+v, certificate %+v, cutoff %d", seed, got, want, s, c, cutoff)
			}
		}
	}
}
