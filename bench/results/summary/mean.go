package summary

import (
	"math"

	"gonum.org/v1/gonum/stat"
)

// SecondsShift is the shift of all geometric means of times in seconds. Most steps take far
// less than the 10 s that benchmarks of solvers use.
const SecondsShift = 1

// ShiftedGeoMean returns the shifted geometric mean of values,
//
//	(product over i of (v_i + shift)) ^ (1/n) - shift.
//
// Solver benchmarks use it for solve times (Achterberg 2007, appendix A.3). The shift keeps
// very small values from ruling the mean. The computation by logarithms does not overflow.
// The mean is NaN without values, and where a value is not above -shift.
func ShiftedGeoMean(values []float64, shift float64) float64 {
	shifted := make([]float64, len(values))
	for i, v := range values {
		if v+shift <= 0 {
			return math.NaN()
		}
		shifted[i] = v + shift
	}
	return stat.GeometricMean(shifted, nil) - shift
}
