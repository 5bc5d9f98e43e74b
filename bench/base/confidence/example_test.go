package confidence_test

import (
	"fmt"

	"github.com/optgap/optgap/bench/base/confidence"
)

// Six solve times, all shorter than before.
func ExampleSignedRank() {
	old := []float64{5, 9, 4, 12, 7, 6}
	new := []float64{4, 7, 3.5, 8, 5.5, 5.7}
	differences := make([]float64, len(old))
	for i := range old {
		differences[i] = new[i] - old[i]
	}
	p := confidence.SignedRank(differences)
	fmt.Printf("p %.4f\n", p)
	// Output: p 0.0312
}
