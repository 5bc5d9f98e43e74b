package format

import (
	"math"
	"testing"

	"github.com/optgap/optgap/bench/summary"
)

func TestFormatters(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	tests := []struct{ name, got, want string }{
		{"no comma", Integer(999), "999"},
		{"one comma", Integer(189559), "189,559"},
		{"two commas", Integer(1798837), "1,798,837"},
		{"negative", Integer(-1000), "-1,000"},
		{"negative without comma", Integer(-100), "-100"},
		{"smallest", Integer(math.MinInt64), "-9,223,372,036,854,775,808"},
		{"8 h 14 min 17 s", HMS(8*3600 + 14*60 + 17), "8 14 17"},
		{"3 h 26 min 4 s", HMS(3*3600 + 26*60 + 4), "3 26  4"},
		{"237 h 7 min 59 s", HMS(237*3600 + 7*60 + 59), "237  7 59"},
		{"rounds up into the next minute", HMS(59.5), "0  1  0"},
		{"no time", HMS(0), "0  0  0"},
		{"absent time", HMS(nan) + HMS(inf) + HMS(-1), ""},
		{"zero", Duration(0), "0"},
		{"90 s", Duration(90), "1 min 30 s"},
		{"30 h", Duration(30 * 3600), "1 d 6 h"},
		{"all units", Duration(86400 + 3600 + 60 + 1), "1 d 1 h 1 min 1 s"},
		{"before now", Duration(-120), "-2 min"},
		{"Table 1, first row", Percent((1 - 0.9920) * 100), "0.80 %"},
		{"Table 1, negative loss", Percent((1 - 1.0014) * 100), "-0.14 %"},
		{"no negative zero", Percent(-0.001), "0.00 %"},
		{"absent percent", Percent(nan) + Percent(inf), ""},
		{"quality", Ratio(0.992), "0.9920"},
		{"quality, rounded", Ratio(1.00136), "1.0014"},
		{"absent ratio", Ratio(nan) + Ratio(-inf), ""},
		{"decimal", Decimal(1234567.891, 1), "1,234,567.9"},
		{"decimal, no digits", Decimal(999.5, 0), "1,000"},
		{"absent decimal", Decimal(nan, 1), ""},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, tt.got, tt.want)
		}
	}
}

func TestShiftedGeoMean(t *testing.T) {
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
		got := summary.ShiftedGeoMean(tt.values, tt.shift)
		// A rounding of the logarithm, up to 691 for 1e300, is multiplied by the mean.
		if tolerance := 1e-12 * (tt.want + tt.shift); !(math.Abs(got-tt.want) <= tolerance) {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
	}
	for name, got := range map[string]float64{
		"no values":         summary.ShiftedGeoMean(nil, 10),
		"0 without a shift": summary.ShiftedGeoMean([]float64{0, 5}, 0),
		"below the shift":   summary.ShiftedGeoMean([]float64{-11}, 10),
	} {
		if !math.IsNaN(got) {
			t.Errorf("%s: got %v, want NaN", name, got)
		}
	}
}

func TestElapsed(t *testing.T) {
	for seconds, want := range map[float64]string{
		7.4e-7: "0.7 µs", 12.3e-6: "12 µs", 0.0009994: "999 µs", 0.0009996: "1.0 ms", 0.0123: "12 ms", 0.9996: "1.0 s", 9.94: "9.9 s", 9.96: "10 s", 61.2: "61 s", 3600: "3,600 s",
		0: "0.0 µs", -1: "", math.NaN(): "", math.Inf(1): "",
	} {
		if got := Elapsed(seconds); got != want {
			t.Errorf("%v: found %q, expected %q", seconds, got, want)
		}
	}
}
