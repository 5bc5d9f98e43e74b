package summary_test

import (
	"fmt"
	"math"

	"github.com/optgap/optgap/bench/internal/testing/recordtest"
	"github.com/optgap/optgap/bench/results/summary"
)

// Four steps, of which two are proven optimal and two compare with the policies.
func ExampleOf() {
	s := summary.Of(recordtest.Studied())
	fmt.Printf("%d of %d steps optimal\n", s.Optimal, s.Steps)
	fmt.Printf("average loss of the best policy over %d: %.2f %%\n", s.Compared, *s.LossPercent)
	// Output:
	// 2 of 4 steps optimal
	// average loss of the best policy over 2: 5.00 %
}

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

func ExampleCactus() {
	c := summary.Cactus([]float64{0.2, 30, 1, math.Inf(1)})
	fmt.Println(c.X, c.Y)
	// Output: [0.2 1 30] [0.25 0.5 0.75]
}
