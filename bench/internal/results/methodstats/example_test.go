package methodstats_test

import (
	"fmt"
	"math"

	"github.com/optgap/optgap/bench/internal/results/methodstats"
)

// Two solvers on four problems, in seconds; the second fails on the last.
func ExamplePerformance() {
	curves := methodstats.Performance([][]float64{
		{2, 2, 9, 50},
		{1, 4, 3, math.Inf(1)},
	})
	for _, tau := range []float64{1, 2, 3, math.Inf(1)} {
		fmt.Printf("within %g times the best: %3.0f %% and %3.0f %%\n", tau, 100*curves[0].At(tau), 100*curves[1].At(tau))
	}
	// Output:
	// within 1 times the best:  50 % and  50 %
	// within 2 times the best:  75 % and  75 %
	// within 3 times the best: 100 % and  75 %
	// within +Inf times the best: 100 % and  75 %
}

func ExampleCactus() {
	c := methodstats.Cactus([]float64{0.2, 30, 1, math.Inf(1)})
	fmt.Println(c.At(0.1), c.At(1), c.At(60))
	// Output: 0 0.5 0.75
}
