package workload_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/optgap/optgap/bench/trace/workload"
	"github.com/optgap/optgap/heuristics/must"
)

// likelihood sums the logarithms of the densities.
func likelihood(x []float64, shape, scale float64) (sum float64) {
	for _, v := range x {
		sum += distuv.Weibull{K: shape, Lambda: scale}.LogProb(v)
	}
	return sum
}

// No other parameters have a larger likelihood, which is the sum over the values.
func TestFitWeibullIsTheMaximum(t *testing.T) {
	x := []float64{1, 1, 2, 3, 5, 8, 13, 300}
	shape, scale, best, err := workload.FitWeibull(x, nil)
	if want := likelihood(x, shape, scale); err != nil || math.Abs(best-want) > 1e-9*math.Abs(want) {
		t.Fatalf("log-likelihood %g, error %v, expected %g", best, err, want)
	}
	for _, a := range []float64{0.5, 0.99, 1, 1.01, 2} {
		for _, b := range []float64{0.5, 0.99, 1, 1.01, 2} {
			if got := likelihood(x, a*shape, b*scale); (a != 1 || b != 1) && got >= best {
				t.Errorf("log-likelihood %g at %g and %g, %g at the fit %g and %g", got, a*shape, b*scale, best, shape, scale)
			}
		}
	}
}

// A weight is as good as so many equal values.
func TestFitWeibullWeighted(t *testing.T) {
	shape, scale, best, err := workload.FitWeibull([]float64{1, 1, 2, 3, 5, 5, 5, 300}, nil)
	if err != nil {
		t.Fatal(err)
	}
	a, b, l, err := workload.FitWeibull([]float64{1, 2, 3, 5, 300}, []float64{2, 1, 1, 3, 1})
	if err != nil || math.Abs(a-shape) > 1e-12 || math.Abs(b-scale) > 1e-12*scale || math.Abs(l-best) > 1e-9 {
		t.Errorf("found %g, %g and %g, error %v, expected %g, %g and %g", a, b, l, err, shape, scale, best)
	}
}

func TestFitWeibullRefuses(t *testing.T) {
	for _, x := range [][]float64{nil, {3}, {3, 3}, {0, 1}, {-1, 1}, {math.NaN(), 1}, {math.Inf(1), 1}} {
		if _, _, _, err := workload.FitWeibull(x, nil); must.Field(err) != "weibull" {
			t.Errorf("%v: %v", x, err)
		}
	}
	if _, _, _, err := workload.FitWeibull([]float64{1e-300, 1e300}, nil); err != nil {
		t.Error(err)
	}
	shape, _, _, err := workload.FitWeibull([]float64{1, math.Nextafter(1, 2)}, nil)
	if err != nil || !(shape > 0) || math.IsInf(shape, 0) {
		t.Errorf("nearly equal values: shape %g, %v", shape, err)
	}
}

func TestParseWeibull(t *testing.T) {
	const expected = "two numbers above 0, such as 0.35,200, or fit"
	for _, c := range []struct {
		text         string
		shape, scale float64
		err          string
	}{
		{"0.35, 200", 0.35, 200, ""},
		{workload.WeibullFit, 0, 0, ""},
		{"", 0, 0, `weibull: found "", expected ` + expected},
		{"1,x", 0, 0, `weibull: found "x", expected ` + expected},
		{"1", 0, 0, `weibull: found "1", expected ` + expected},
		{"1,2,3", 0, 0, `weibull: found "1,2,3", expected ` + expected},
		{"-1,2", 0, 0, `weibull: found "-1,2", expected ` + expected},
		{"2,2.0", 0, 0, `weibull: found "2.0" twice, expected each value once`},
	} {
		shape, scale, err := workload.ParseWeibull(c.text)
		found := ""
		if err != nil {
			found = err.Error()
		}
		if shape != c.shape || scale != c.scale || found != c.err {
			t.Errorf("%q: found %v, %v and %q, expected %v, %v and %q", c.text, shape, scale, found, c.shape, c.scale, c.err)
		}
	}
}
