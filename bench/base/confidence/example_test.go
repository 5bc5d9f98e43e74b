package confidence_test

import (
	"fmt"

	"github.com/optgap/optgap/bench/base/confidence"
)

// Losses in percent at consecutive steps. They stay high for a while, so the interval is
// wider than that of independent losses.
func ExampleValues_Interval() {
	alike := []float64{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4}
	mixed := []float64{0, 4, 4, 0, 0, 0, 4, 0, 4, 4, 0, 0, 4, 4, 0, 4, 0, 0, 4, 4}
	for _, losses := range []confidence.Values{alike, mixed} {
		i := losses.Interval()
		fmt.Printf("%.1f to %.1f\n", i.Low, i.High)
	}
	// Output:
	// 0.0 to 4.7
	// 0.8 to 2.9
}
