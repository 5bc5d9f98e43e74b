package summary_test

import (
	"fmt"

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
