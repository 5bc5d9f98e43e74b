package performance_test

import (
	"fmt"

	"github.com/optgap/optgap/bench/simulate/performance"
)

func ExampleLevels() {
	for l := range performance.Levels(three()) {
		fmt.Printf("second %d: %d processors busy, %d jobs wait\n", l.Time, l.Busy, l.Waiting)
	}
	// Output:
	// second 0: 2 processors busy, 0 jobs wait
	// second 100: 2 processors busy, 1 jobs wait
	// second 200: 4 processors busy, 0 jobs wait
	// second 300: 4 processors busy, 1 jobs wait
	// second 400: 0 processors busy, 0 jobs wait
}
