package dynp

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/optgap/optgap/heuristics/must"
)

// TestCompareScaled compares with big fractions, on values of all sizes and
// with ties.
func TestCompareScaled(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 1))
	pick := func(least int64) int64 {
		switch r.IntN(3) {
		case 0:
			return least + r.Int64N(4)
		case 1:
			return math.MaxInt64 - r.Int64N(4)
		}
		return max(least, r.Int64()>>r.IntN(63))
	}
	scaled := func(v fraction, k int64) *big.Rat {
		return new(big.Rat).Mul(big.NewRat(v.num, v.den), big.NewRat(k, 1))
	}
	equal := 0
	for range 100000 {
		a, b := fraction{pick(0), pick(1)}, fraction{pick(0), pick(1)}
		ka, kb := pick(0), pick(0)
		want := scaled(a, ka).Cmp(scaled(b, kb))
		got := compareScaled(a, ka, b, kb)
		must.Need(t, got == want, a, "*", ka, "against", b, "*", kb, got, "want", want)
		if want == 0 {
			equal++
		}
	}
	must.Hold(t, equal != 0, "no tie was tried")
}
