package analysis_test

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/trace/analysis"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/trace/workload"
	"github.com/optgap/optgap/heuristics/must"
)

// shared analyses a trace beside the repository, and skips the test where it is absent.
func shared(t *testing.T, file string) *analysis.Analysis {
	t.Helper()
	path := filepath.Join("../../../../shared/traces", file)
	if _, err := os.Stat(path); err != nil {
		t.Skip("no traces beside the repository")
	}
	in := must.Get(stream.Open(path, nil))
	defer in.Close()
	r := swf.NewReader(in, file)
	return must.Get(analysis.Analyze(file, r.Header(), r.Records(), analysis.Options{Strict: true}))
}

// TestTableTwo compares with the KTH column of Table 2 of Streit (2002), each figure within
// 1 %. The copy of the trace has one job fewer. Alpha and beta are printed as 0.35 and 200.
// The moments give them, rounded, and the likelihood does not.
func TestTableTwo(t *testing.T) {
	values := shared(t, "KTH-SP2-1996-2.swf.gz").Values()
	for key, want := range map[string]float64{
		"jobs": 28490, "width_max": 100, "machine": 100, "width_mean": 7.68,
		"estimate_mean": 13677, "estimate_min": 60, "estimate_max": 216000,
		"run_time_mean": 8876, "run_time_min": 0, "run_time_max": 226709,
		"past_estimate": 478, "past_estimate_share": 0.0168,
		"interarrival_mean": 1031, "interarrival_min": 0, "interarrival_max": 327952,
		"zero_interarrival_share": 0.0116883,
	} {
		if got := values[key]; math.Abs(got-want) > 0.01*want {
			t.Errorf("%s: %v, the paper has %v", key, got, want)
		}
	}
	if shape := values["interarrival_moments_shape"]; math.Abs(shape-0.35) > 0.005 {
		t.Errorf("shape by moments: %v", shape)
	}
	if scale := values["interarrival_mean"] / math.Gamma(1+1/0.35); math.Abs(scale-200) > 5 {
		t.Errorf("scale of shape 0.35 by the mean: %v", scale)
	}
	ml, moments := values["interarrival_log_likelihood"], values["interarrival_moments_log_likelihood"]
	if !(ml > moments) {
		t.Errorf("log-likelihood %v is not above that of the moments, %v", ml, moments)
	}
}

// TestWhichMethodGaveAlphaAndBeta: of the ways to fit a Weibull distribution to the
// interarrival times of KTH, the moments come nearest to the printed 0.35 and 200. The
// distance is taken between the logarithms of both.
func TestWhichMethodGaveAlphaAndBeta(t *testing.T) {
	const alpha, beta = 0.35, 200
	i := shared(t, "KTH-SP2-1996-2.swf.gz").Interarrival
	var times []float64 // sorted
	for k, v := range i.Distribution.Values {
		times = append(times, slices.Repeat([]float64{v}, int(i.Distribution.Counts[k]))...)
	}
	likelihood := func(zero float64) func() (float64, float64) {
		return func() (shape, scale float64) {
			replaced := slices.Clone(times)
			for k, v := range replaced {
				replaced[k] = max(v, zero)
			}
			shape, scale, _, err := workload.FitWeibull(replaced, nil)
			if err != nil {
				t.Fatal(err)
			}
			return shape, scale
		}
	}
	// A Weibull plot: log(-log(1-F)) = shape (log x - log scale). F is (k-0.5)/n at the
	// k-th of n times.
	regression := func(xs, fs []float64) (shape, scale float64) {
		var x, y []float64
		for k, v := range xs {
			x, y = append(x, math.Log(v)), append(y, math.Log(-math.Log1p(-fs[k])))
		}
		intercept, slope := stat.LinearRegression(x, y, nil, false)
		return slope, math.Exp(-intercept / slope)
	}
	n, zeros := len(times), int(i.Distribution.Counts[0])
	shares := make([]float64, n)
	for k := range shares {
		shares[k] = (float64(k) + 0.5) / float64(n)
	}
	nearest, least := "", math.Inf(1)
	for _, method := range []struct {
		name string
		fit  func() (shape, scale float64)
	}{
		{"moments", func() (float64, float64) { return *i.MomentsShape, *i.MomentsScale }},
		{"maximum likelihood, times above 0", func() (float64, float64) { return *i.WeibullShape, *i.WeibullScale }},
		{"maximum likelihood, zeros as 1 s", likelihood(1)},
		{"maximum likelihood, zeros as 0.001 s", likelihood(0.001)},
		{
			"regression in the Weibull plot, times above 0",
			func() (float64, float64) { return regression(times[zeros:], shares[zeros:]) },
		},
		{"regression in the Weibull plot, distinct times", func() (float64, float64) {
			d, f := i.Distribution, i.Distribution.Cumulative()
			last := len(f) - 1
			return regression(d.Values[1:last], f[1:last])
		}},
		{"quartiles", func() (float64, float64) {
			return regression([]float64{i.P25, i.P75}, []float64{0.25, 0.75})
		}},
		{"mean and median", func() (float64, float64) {
			low, high := 0.1, 2.0
			for range 60 { // mean over median falls with the shape
				if k := (low + high) / 2; math.Gamma(1+1/k)/math.Pow(math.Ln2, 1/k) > i.Mean/i.P50 {
					low = k
				} else {
					high = k
				}
			}
			return low, i.Mean / math.Gamma(1+1/low)
		}},
	} {
		shape, scale := method.fit()
		distance := math.Hypot(math.Log(shape/alpha), math.Log(scale/beta))
		t.Logf("%-50s %.3f %5.0f s, distance %.2f", method.name, shape, scale, distance)
		if distance < least {
			nearest, least = method.name, distance
		}
	}
	if nearest != "moments" {
		t.Errorf("%s comes nearest, at %v", nearest, least)
	}
}
