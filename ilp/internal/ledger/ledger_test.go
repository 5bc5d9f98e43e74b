package ledger_test

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/ilp/internal/ledger"
)

// A processor costs 3 a second up to second 10, and 1 up to second 14. A job of 2 seconds on 5
// processors, whose waiting costs 4 a second, starts at 8 s for 4*8 + 5*2*3 = 62, at 10 s for
// 4*10 + 5*2*1 = 50, and at 14 s for 4*14 = 56.
func Example() {
	l := ledger.New(&optgap.Certificate{Ends: []int64{10, 14}, Price: []int64{3, 1}})
	fmt.Println(l.Until(12), l.Until(100))
	fmt.Println(l.Cheapest(8, math.MaxInt64, 2, 4, 5, math.MaxInt64), l.Cheapest(8, 9, 2, 4, 5, math.MaxInt64))
	// Output:
	// 32 34
	// 50 56
}

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
