package bound

import (
	"math/rand/v2"
	"testing"

	"github.com/optgap/optgap/testdata/steptest"
)

// TestOnSecondMatchesEnumeration tries every start of every job.
func TestOnSecondMatchesEnumeration(t *testing.T) {
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 3))
		s := steptest.Random(r, steptest.Options{MaxJobs: 4, Dips: true})
		price, scale := make([]float64, 1+r.IntN(20)), 1+r.Int64N(6)
		for i := range price {
			price[i] = float64(r.IntN(4))
		}
		at := func(u int64) float64 {
			if k := u / scale; k < int64(len(price)) {
				return price[k]
			}
			return 0
		}
		want := 0.0
		end := s.SafeEnd() + int64(len(price))*scale
		for u := range end {
			want -= at(u) * float64(s.History.At(u))
		}
		for _, j := range s.Jobs {
			least := 1e18
			for start := range end {
				cost, fits := float64(start-j.Submit+j.Estimate), true
				for u := start; u < start+j.Estimate; u++ {
					cost += at(u)
					fits = fits && s.History.At(u) >= j.Width
				}
				if fits {
					least = min(least, cost)
				}
			}
			want += float64(j.Width) * least
		}
		if got := onSecond(&s, s.History, price, scale); got > want || got < want-1e-3 {
			t.Fatalf("seed %d: %g, want %g\nstep %+v, prices %v at %d s", seed, got, want, s, price, scale)
		}
	}
}
