package workload_test

import (
	"testing"

	"github.com/optgap/optgap/bench/trace/workload"
)

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
