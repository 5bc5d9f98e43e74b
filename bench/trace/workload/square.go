package workload

import "math"

// square is model (d) of Aida (2000), section 2.3.1: sizes k^2 up to the machine, all
// equally frequent.
func square() Model {
	return aidaModel("square", "each square up to the machine as often", nil, func(settings) func(int64) float64 {
		return func(n int64) float64 { return weightIf(isSquare(n)) }
	})
}

func isSquare(n int64) bool {
	k := int64(math.Round(math.Sqrt(float64(n))))
	return k*k == n
}
