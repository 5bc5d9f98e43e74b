package lattice_test

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/optgap/optgap/ilp/internal/lattice"
)

// TestGCD compares with math/big.
func TestGCD(t *testing.T) {
	for a := range int64(40) {
		for b := range int64(40) {
			want := new(big.Int).GCD(nil, nil, big.NewInt(a), big.NewInt(b)).Int64()
			if got := lattice.GCD(a, b); got != want {
				t.Errorf("GCD(%d, %d) = %d, want %d", a, b, got, want)
			}
		}
	}
}

// TestRounding: the multiples found enclose the number and are the nearest on
// either side.
func TestRounding(t *testing.T) {
	for unit := int64(1); unit < 12; unit++ {
		for x := int64(-40); x <= 40; x++ {
			down, up := lattice.Down(x, unit), lattice.Up(x, unit)
			if down%unit != 0 || up%unit != 0 || down > x || up < x || x-down >= unit || up-x >= unit {
				t.Errorf("%d lies between the multiples %d and %d of %d", x, down, up, unit)
			}
		}
	}
}

func Example() {
	unit := lattice.GCD(12, 18)
	fmt.Println(unit, lattice.Down(20, unit), lattice.Up(20, unit))
	// Output: 6 18 24
}
