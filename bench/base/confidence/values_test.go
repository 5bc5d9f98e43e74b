package confidence

import (
	"math"
	"testing"
)

func TestGeometric(t *testing.T) {
	tests := []struct {
		name   string
		values []float64
		shift  float64
		want   float64
	}{
		{"plain geometric mean: sqrt(2 * 8) = 4", []float64{2, 8}, 0, 4},
		{"sqrt((0 + 10) * (30 + 10)) - 10 = sqrt(400) - 10", []float64{0, 30}, 10, 10},
		{"cbrt((0 + 1) * (1 + 1) * (3 + 1)) - 1 = cbrt(8) - 1", []float64{0, 1, 3}, 1, 1},
		{"equal values are their own mean", []float64{7, 7, 7}, 10, 7},
		{"no overflow: the product 1e600 has no float64", []float64{1e300, 1e300}, 0, 1e300},
		{"all at 0: 10 - 10", []float64{0, 0}, 10, 0},
	}
	for _, tt := range tests {
		got := Values(tt.values).Geometric(tt.shift)
		// A rounding of the logarithm, up to 691 for 1e300, is multiplied by the mean.
		if tolerance := 1e-12 * (tt.want + tt.shift); !(math.Abs(got-tt.want) <= tolerance) {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
	}
	for name, got := range map[string]float64{
		"no values":         Values(nil).Geometric(10),
		"0 without a shift": Values{0, 5}.Geometric(0),
		"below the shift":   Values{-11}.Geometric(10),
	} {
		if !math.IsNaN(got) {
			t.Errorf("%s: got %v, want NaN", name, got)
		}
	}
}
