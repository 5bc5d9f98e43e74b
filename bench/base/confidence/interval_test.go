package confidence

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/optgap/optgap/bench/base/paired"
)

// autoregressive returns a series around 0. Each value keeps a share of the value before.
func autoregressive(random *rand.Rand, n int, share float64) []float64 {
	series, v := make([]float64, n), 0.0
	for i := range n + 100 { // the first 100 forget the start
		if v = share*v + random.NormFloat64(); i >= 100 {
			series[i-100] = v
		}
	}
	return series
}

// Of many series around 0 most intervals hold 0. The share is 95 % for independent
// observations and nearly as large for dependent ones. An interval that takes dependent ones
// to be independent holds 0 in about half of the cases.
func TestCoverage(t *testing.T) {
	for _, c := range []struct {
		share float64
		n     int
		least float64
	}{{0, 200, 0.91}, {0, 5000, 0.91}, {0.5, 500, 0.88}, {0.9, 2000, 0.85}, {0.9, 20000, 0.88}} {
		random := rand.New(rand.NewPCG(2, uint64(c.n)))
		const tries = 150
		held, naive := 0, 0
		for range tries {
			series := autoregressive(random, c.n, c.share)
			i := Values(series).Interval()
			if i.Low <= 0 && i.High >= 0 {
				held++
			}
			mean, deviation := stat.MeanStdDev(series, nil)
			if math.Abs(mean) <= 1.96*deviation/math.Sqrt(float64(c.n)) {
				naive++
			}
		}
		t.Logf("share %v, n %d: %d of %d hold the mean; taken as independent %d", c.share, c.n, held, tries, naive)
		if float64(held) < c.least*tries {
			t.Errorf("share %v, n %d: %d of %d intervals hold the mean, expected %v of them", c.share, c.n, held, tries, c.least)
		}
		if c.share == 0.9 && float64(naive) > 0.6*tries {
			t.Errorf("share %v: %d of %d intervals for independent observations hold the mean, expected few",
				c.share, naive, tries)
		}
	}
}

// Weights of 1 give the interval of the mean. A factor of all weights divides the interval.
// The mean lies within the interval. The interval of times goes through logarithms.
func TestIdentities(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	for range 50 {
		n := Least + random.IntN(3000)
		values, twos, widths := make([]float64, n), make([]float64, n), make([]float64, n)
		sum, total := 0.0, 0.0
		for k := range values {
			values[k], twos[k], widths[k] = random.ExpFloat64(), 2, float64(random.IntN(4))
			sum, total = sum+values[k], total+widths[k]
		}
		i := Values(values).Interval()
		half := Ratio(values, twos)
		if math.Abs(i.Low-2*half.Low) > 1e-9 || math.Abs(i.High-2*half.High) > 1e-9 || i.Low > sum/float64(n) ||
			i.High < sum/float64(n) {
			t.Errorf("n %d: found %v and half of it %v, expected the mean %v within", n, i, half, sum/float64(n))
		}
		if r := Ratio(values, widths); r.Low > sum/total || r.High < sum/total {
			t.Errorf("n %d: found %v, expected %v within", n, r, sum/total)
		}
		if g := Values(values).GeometricInterval(1); g.Low < 0 || g.High > i.High || g.Low > g.High {
			t.Errorf("n %d: found %v, expected less than %v", n, g, i)
		}
	}
}

func TestFew(t *testing.T) {
	values := Values{1, 2, 3, 4, 5}
	if i := values[:4].Interval(); i != nil {
		t.Errorf("of 4 found %v, expected none", i)
	}
	if i := values.Interval(); i == nil || i.Low < 0 || i.Low > 1.5 || i.High < 4.5 {
		t.Errorf("of 5 found %v", i)
	}
	for _, equal := range []Values{make(Values, 30), {0.1, 0.1, 0.1, 0.1, 0.1, 0.1}, {1e9, 1e9, 1e9, 1e9, 1e9}} {
		if i := equal.Interval(); i != nil {
			t.Errorf("of equal values %v found %v, expected none", equal[0], i)
		}
	}
	// More than a third of the samples are without the one value above 0, so they say nothing of what lies above.
	rare := Values{0, 0, 0, 0, 0, 0, 3, 0, 0, 0}
	if i := rare.Interval(); i != nil {
		t.Errorf("found %v, expected no upper end and so no interval", i)
	}
	if i := rare.IntervalWithin(0, 100, paired.Confidence); *i != (paired.Interval{Low: 0, High: 100}) {
		t.Errorf("found %v, expected all that percentages can be", i)
	}
	if Ratio(make([]float64, 30), make([]float64, 30)) != nil {
		t.Error("found an interval of observations without weight")
	}
}

// Of few skewed observations, such as losses, about as many intervals hold the mean as they say. Two of three are
// 0, the others exponential with mean 4.
func TestCoverageOfSkewed(t *testing.T) {
	for _, n := range []int{10, 25, 50, 100} {
		random := rand.New(rand.NewPCG(5, uint64(n)))
		const tries = 400
		held, some := 0, 0
		for range tries {
			values := make(Values, n)
			for k := range values {
				if random.IntN(3) == 0 {
					values[k] = min(100, 4*random.ExpFloat64())
				}
			}
			if i := values.IntervalWithin(0, 100, paired.Confidence); i != nil {
				some++
				if i.Low <= 4./3 && i.High >= 4./3 {
					held++
				}
			}
		}
		if share := float64(held) / float64(some); share < 0.91 || some < tries*9/10 {
			t.Errorf("n %d: %d of %d intervals hold the mean of %d", n, held, some, tries)
		}
	}
}

// BenchmarkInterval takes a mean of all steps of a long trace.
//
//	go test ./bench/base/confidence -run '^$' -bench Interval
func BenchmarkInterval(b *testing.B) {
	for _, share := range []float64{0, 0.9} {
		b.Run(map[float64]string{0: "series=independent", 0.9: "series=dependent"}[share], func(b *testing.B) {
			series := autoregressive(rand.New(rand.NewPCG(1, 1)), 20000, share)
			for b.Loop() {
				Values(series).Interval()
			}
		})
	}
}
