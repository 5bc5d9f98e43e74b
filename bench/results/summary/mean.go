package summary

import (
	"math"

	"gonum.org/v1/gonum/stat"
)

// ShiftedGeoMean returns the shifted geometric mean of values,
//
//	(product over i of (v_i + shift)) ^ (1/n) - shift,
//
// which solver benchmarks use for solve times (Achterberg 2007, appendix A.3):
// the shift keeps very small values from ruling the mean. It is computed by
// logarithms and does not overflow. Values are above -shift; otherwise, and for
// no values, the mean does not exist and is NaN.
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
