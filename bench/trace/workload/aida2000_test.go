package workload_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/trace/workload"
)

// The definitions of Aida (2000), section 2.3.1, for 128 processors.
func TestAidaSizes(t *testing.T) {
	const n, m = 100_000, 128
	among := func(sizes ...int) map[float64]float64 {
		return weighed(m, func(k int) float64 {
			if slices.Contains(sizes, k) {
				return 1
			}
			return 0
		})
	}
	for name, want := range map[string]map[float64]float64{
		"uniform":  weighed(m, func(int) float64 { return 1 }),
		"harmonic": weighed(m, func(k int) float64 { return math.Pow(float64(k), -1.5) }),
		"power2":   among(1, 2, 4, 8, 16, 32, 64, 128),
		"square":   among(1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121),
		"multi10":  among(10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120),
	} {
		checkCounts(t, name, widths(generate(t, name, n, workload.Options{})), want)
	}
}

// stages is the three-stage hyper-exponential distribution.
type stages struct{ share, mean []float64 }

func (s stages) above(x float64) (p float64) {
	for i, m := range s.mean {
		p += s.share[i] * math.Exp(-x/m)
	}
	return p
}

// Run times have the distribution function of the stages, below the maximum. Those
// at the maximum are as many as would be above it, or none where they are drawn
// again. Times are drawn in thousandths of a second, so that rounding does not show.
func TestAidaRunTimes(t *testing.T) {
	const n, ticks, most = 100_000, 1000, 43200
	s := stages{[]float64{0.45, 0.35, 0.2}, []float64{60, 900, 14400}}
	for name, redraw := range map[string]float64{"cut": 0, "redraw": 1} {
		jobs := generate(t, "uniform", n, workload.Options{Ticks: ticks, Values: map[string]float64{"redraw": redraw}})
		checkShare(t, name, jobs, func(j optgap.TraceJob) bool { return j.RunTime == most*ticks }, (1-redraw)*s.above(most))
		checkDistribution(t, name, runTimes(jobs), most*ticks, func(x float64) float64 {
			return (1 - s.above(x/ticks)) / (1 - s.above(most))
		})
		if c := stat.Correlation(widths(jobs), runTimes(jobs), nil); math.Abs(c) > 4/math.Sqrt(n) {
			t.Errorf("%s: correlation %g of size and run time, expected none", name, c)
		}
	}
}

// Arrivals are Poisson with the rate that the load asks for, whichever mean of the run
// times it counts: sum of share*mean = 0.45*60+0.35*900+0.2*14400 = 3222 s without the
// maximum, and e = exp(-3) = 0.0498 of the third stage above it (of the others, none
// that counts), so 3222 - 0.2*14400*e = 3078.6 s where it cuts, and
// (27+315+0.2*(14400-57600*e))/(1-0.2*e) = 2675.1 s where they are drawn again. The
// mean size is 64.5.
func TestAidaLoad(t *testing.T) {
	const n, ticks = 100_000, 1000
	e := math.Exp(-3)
	for _, c := range []struct {
		name             string
		redraw, uncut, s float64
	}{
		{"cut", 0, 0, 3222 - 2880*e},
		{"redraw", 1, 0, (342 + 0.2*(14400-57600*e)) / (1 - 0.2*e)},
		{"uncut", 0, 1, 3222},
		{"redraw, uncut", 1, 1, 3222},
	} {
		o := workload.Options{Load: 0.8, Ticks: ticks, Values: map[string]float64{"redraw": c.redraw, "uncut_load": c.uncut}}
		jobs := generate(t, "uniform", n, o)
		gap := ticks * 64.5 * c.s / (0.8 * 128)
		checkMean(t, c.name, gaps(jobs), gap)
		checkDistribution(t, c.name, gaps(jobs), 0, func(x float64) float64 { return -math.Expm1(-x / gap) })
		if c.uncut == 0 {
			checkLoad(t, c.name, 128, jobs, 0.8)
		}
	}
}

// Rounding to seconds keeps the mean. With m the mean, the sum of P(X >= k-1/2) over k >= 1
// is exp(-1/2m)/(1-exp(-1/m)) = m (1 - 1/24m^2 + ...). Raising to at least a second adds P(X
// < 1/2) = 1-exp(-1/2m).
func TestRoundingKeepsTheMean(t *testing.T) {
	const m = 60
	jobs := generate(t, "uniform", 400_000, workload.Options{
		Values: map[string]float64{"share1": 1, "share2": 0, "max": 0},
	})
	want := math.Exp(-0.5/m)/-math.Expm1(-1.0/m) - math.Expm1(-0.5/m)
	if math.Abs(want-m) > 0.01 {
		t.Errorf("mean %g of rounded run times, expected within 0.01 s of %d", want, m)
	}
	checkMean(t, "rounded", runTimes(jobs), want)
}

// With growth g, the mean run time is m + g x d with x = (width-1)/127. m is the mean at one
// processor, d = 14400(1-e)-60 the difference of the means of the stages. For equally
// frequent sizes 1 to 128, E[x] = 1/2 and E[width x] = (E[width^2]-E[width])/127 =
// (5525.5-64.5)/127 = 43.
func TestGrowth(t *testing.T) {
	const n, ticks, g = 100_000, 1000, 0.4
	e := math.Exp(-3)
	m, d := 3222-2880*e, 14400*(1-e)-60
	for _, c := range []struct{ product, area float64 }{{0, 64.5*m + 43*g*d}, {1, 64.5 * (m + g*d/2)}} {
		o := workload.Options{Load: 0.8, Ticks: ticks, Values: map[string]float64{"growth": g, "product_load": c.product}}
		jobs := generate(t, "uniform", n, o)
		checkMean(t, "interarrival times", gaps(jobs), ticks*c.area/(0.8*128))
		checkMean(t, "run times", runTimes(jobs), ticks*(m+g*d/2))
		if c.product == 0 {
			checkLoad(t, "growing run times", 128, jobs, 0.8)
		}
	}
}
