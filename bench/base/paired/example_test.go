package paired_test

import (
	"fmt"

	"github.com/optgap/optgap/bench/base/paired"
)

// Six solve times, all shorter than before.
func Example() {
	old := []float64{5, 9, 4, 12, 7, 6}
	new := []float64{4, 7, 3.5, 8, 5.5, 5.7}
	differences := make([]float64, len(old))
	for i := range old {
		differences[i] = new[i] - old[i]
	}
	p, n := paired.SignedRank(differences)
	interval, _ := paired.Bootstrap(n, 1, func(places []int32) float64 {
		a, b := 0.0, 0.0
		for _, k := range places {
			a, b = a+old[k], b+new[k]
		}
		return b / a
	})
	fmt.Printf("p %.4f, ratio of the sums %.2f to %.2f\n", p, interval.Low, interval.High)
	// Output: p 0.0312, ratio of the sums 0.71 to 0.88
}
