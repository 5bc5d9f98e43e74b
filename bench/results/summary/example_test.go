package summary_test

import (
	"fmt"
	"math"

	"github.com/optgap/optgap/bench/results/summary"
)

// Two solvers on four problems, in seconds. The second fails on the last, and the first takes three times as long as it
// on the third.
func ExamplePerformance() {
	curves := summary.Performance([][]float64{
		{2, 2, 9, 50},
		{1, 4, 3, math.Inf(1)},
	})
	for _, c := range curves {
		fmt.Println("within", c.X, "times the least time:", c.Y, "of the problems")
	}
	// Output:
	// within [1 2 3] times the least time: [0.5 0.75 1] of the problems
	// within [1 2] times the least time: [0.5 0.75] of the problems
}
