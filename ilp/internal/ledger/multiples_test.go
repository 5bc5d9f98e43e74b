package ledger_test

import (
	"math/big"
	"testing"

	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/ilp/internal/ledger"
)

// TestGCD compares with math/big.
func TestGCD(t *testing.T) {
	for a := range int64(40) {
		for b := range int64(40) {
			want := new(big.Int).GCD(nil, nil, big.NewInt(a), big.NewInt(b)).Int64()
			must.Equal(t, ledger.GCD(a, b), want, "GCD of", a, b)
		}
	}
}

// TestRounding: the multiples found enclose the number and are the nearest on
// either side.
func TestRounding(t *testing.T) {
	for unit := int64(1); unit < 12; unit++ {
		for x := int64(-40); x <= 40; x++ {
			down, up := ledger.RoundDown(x, unit), ledger.RoundUp(x, unit)
			if down%unit != 0 || up%unit != 0 || down > x || up < x || x-down >= unit || up-x >= unit {
				t.Errorf("%d lies between the multiples %d and %d of %d", x, down, up, unit)
			}
		}
	}
}
