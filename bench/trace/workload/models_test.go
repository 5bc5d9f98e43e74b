package workload_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/trace/workload"
	"github.com/optgap/optgap/heuristics/must"
)

// Widths as the program draws them, step by step: u decides between serial, power of
// two and other; the logarithm of the others is two-stage uniform, and is rounded for
// a power of two. The probabilities are sums over a fine grid of logarithms.
func TestLublinWidths(t *testing.T) {
	const serial, pow2, low, med, high, prob = 0.244, 0.576, 0.8, 4.5, 7, 0.86
	p := map[float64]float64{1: serial}
	const grid = 100_000
	for _, stage := range []struct{ from, to, share float64 }{{low, med, prob}, {med, high, 1 - prob}} {
		for i := range grid {
			x := stage.from + (stage.to-stage.from)*(float64(i)+0.5)/grid
			p[math.Exp2(math.Round(x))] += pow2 * stage.share / grid
			p[math.Round(math.Exp2(x))] += (1 - serial - pow2) * stage.share / grid
		}
	}
	jobs := many(t, "lublin2003", 50_000, workload.Options{})
	checkCounts(t, "widths", widths(jobs), p)
	checkShare(t, "serial", jobs, func(j optgap.TraceJob) bool { return j.Width == 1 }, serial)
}

// hyperGamma is the distribution function of the mixture of two gamma distributions
// with scales, cut at most.
func hyperGamma(p, a1, b1, a2, b2, most float64) func(float64) float64 {
	f := func(x float64) float64 {
		return p*distuv.Gamma{Alpha: a1, Beta: 1 / b1}.CDF(x) + (1-p)*distuv.Gamma{Alpha: a2, Beta: 1 / b2}.CDF(x)
	}
	return func(x float64) float64 { return f(min(x, most)) / f(most) }
}

// The logarithm of the run time is hyper-gamma with p = pa*width + pb, at each width.
func TestLublinRunTimes(t *testing.T) {
	const ticks = 1000
	jobs := many(t, "lublin2003", 100_000, workload.Options{Ticks: ticks})
	for _, w := range []int64{1, 2, 16, 64} {
		logs := column(ofWidth(jobs, w), func(j optgap.TraceJob) float64 { return math.Log(float64(j.RunTime) / ticks) })
		p := -0.0054*float64(w) + 0.78
		checkDistribution(t, "logarithms of run times", logs, 0, hyperGamma(p, 4.2, 0.94, 312, 0.03, 12))
	}
	one := func(j optgap.TraceJob) bool { return j.RunTime == 1 }
	p := -0.0054*2 + 0.78 // of the least parallel width; whole seconds are rounded down
	two := ofWidth(many(t, "lublin2003", 100_000, workload.Options{}), 2)
	checkShare(t, "a second", two, one, hyperGamma(p, 4.2, 0.94, 312, 0.03, 12)(math.Ln2))
}

// Arrivals follow the day: the share of each half hour is that of the gamma
// distribution. One job in twenty is counted, as neighbours depend on each other.
func TestLublinDay(t *testing.T) {
	share, sum := make(map[float64]float64), 0.0
	g := distuv.Gamma{Alpha: 8.1737, Beta: 1 / 3.9631}
	for i := 11; i < 59; i++ {
		p := g.CDF(float64(i)+0.5) - g.CDF(float64(i)-0.5)
		share[float64((i-1)%48)] = p
		sum += p
	}
	for h := range share {
		share[h] /= sum
	}
	jobs := many(t, "lublin2003", 250_000, workload.Options{})
	var halfHours, within []float64
	for i := 0; i < len(jobs); i += 20 {
		halfHours = append(halfHours, float64(jobs[i].Submit%86400/1800))
		within = append(within, float64(jobs[i].Submit%1800)+0.5)
	}
	checkCounts(t, "half hours", halfHours, share)
	checkDistribution(t, "within half hours", within, 0, func(x float64) float64 { return x / 1800 })
}

// meanGap returns E[exp(G) | G <= 13] for a gamma distributed G, by numerical integration.
func meanGap(shape, scale float64) float64 {
	g := distuv.Gamma{Alpha: shape, Beta: 1 / scale}
	sum, share := 0.0, 0.0
	const grid = 100_000
	for i := range grid {
		x := 13 * (float64(i) + 0.5) / grid
		sum += math.Exp(x) * g.Prob(x)
		share += g.Prob(x)
	}
	return sum / share
}

// Batch and interactive jobs have the sizes, run times and rates of their own.
func TestLublinTypes(t *testing.T) {
	batch, interactive := 1/meanGap(6.0415*1.0519, 0.8531), 1/meanGap(6.5510*0.9797, 0.6621) // jobs per second
	all := many(t, "lublin2003", 100_000, workload.Options{Values: map[string]float64{"types": 1}})
	share := batch / (batch + interactive)
	n := float64(len(all))
	e := math.Sqrt(n * 1.5) // gaps vary more than those of a Poisson process
	serial := len(ofWidth(all, 1))
	if want := n * (share*0.2927 + (1-share)*0.1541); math.Abs(float64(serial)-want) > 4*e {
		t.Errorf("%d serial jobs, expected %g within 4 times %g", serial, want, e)
	}
}

func once(ticks int64) workload.Options {
	return workload.Options{Ticks: ticks, Values: map[string]float64{"repeat_max": 1}}
}

// Sizes are harmonic of order 1.5, small ones, powers of two, squares and multiples of
// ten emphasized.
func TestFeitelsonSizes(t *testing.T) {
	p := weighed(128, func(n int) float64 {
		w := math.Pow(float64(n), -1.5)
		if n <= 4 {
			w *= 1.5
		}
		switch n {
		case 2, 4, 8, 16, 32, 64, 128:
			w *= 4
		case 9, 25, 36, 49, 81, 100, 121, 10, 20, 30, 40, 50, 60, 70, 80, 90, 110, 120:
			w *= 2
		}
		return w
	})
	checkCounts(t, "sizes", widths(many(t, "feitelson1996", 50_000, once(1))), p)
}

// Run times have three stages whose shares are linear in the size: 0.55, 0.35 and 0.1
// at one processor, 0.35, 0.35 and 0.3 at 128.
func TestFeitelsonRunTimes(t *testing.T) {
	const ticks, most = 1000, 43200
	jobs := many(t, "feitelson1996", 100_000, once(ticks))
	for _, width := range []int64{1, 2, 16, 64, 128} {
		some := ofWidth(jobs, width)
		x := 0.2 * float64(width-1) / 127
		s := stages{[]float64{0.55 - x, 0.35, 0.1 + x}, []float64{60, 900, 14400}}
		checkShare(t, "longest", some, func(j optgap.TraceJob) bool { return j.RunTime == most*ticks }, s.above(most))
		checkDistribution(t, "run times", runTimes(some), most*ticks, func(x float64) float64 {
			return (1 - s.above(x/ticks)) / (1 - s.above(most))
		})
	}
}

// k executions are as frequent as 1/k^2.5. An execution is submitted when the one before
// would end. Executions of a job are found by their run time, in nanoseconds.
func TestFeitelsonRepetitions(t *testing.T) {
	const ticks, most = 1e9, 600
	o := workload.Options{Ticks: ticks, Values: map[string]float64{"max": most, "redraw": 1}}
	jobs := many(t, "feitelson1996", 100_000, o)
	last := make(map[int64]optgap.TraceJob)
	count := make(map[int64]int)
	for _, j := range jobs {
		if before, again := last[j.RunTime]; again {
			if gap := j.Submit - before.Submit - j.RunTime; gap < -2 || gap > 2 || j.Width != before.Width {
				t.Fatalf("job %+v follows %+v, %d ns after its end", j, before, gap)
			}
		}
		last[j.RunTime] = j
		count[j.RunTime]++
	}
	p := weighed(100, func(k int) float64 { return math.Pow(float64(k), -2.5) })
	var executions []float64
	end := jobs[len(jobs)-1].Submit - 100*most*ticks // of those that started before, all executions are there
	for runTime, k := range count {
		if last[runTime].Submit-int64(k-1)*runTime < end {
			executions = append(executions, float64(k))
		}
	}
	must.Need(t, len(executions) >= len(jobs)/4, len(executions), "jobs to count the executions of")
	checkCounts(t, "executions", executions, p)
}

// The definitions of Aida (2000), section 2.3.1, for 128 processors.
func TestAidaSizes(t *testing.T) {
	const m = 128
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
		checkCounts(t, name, widths(many(t, name, 25_000, workload.Options{})), want)
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
	const ticks, most = 1000, 43200
	s := stages{[]float64{0.45, 0.35, 0.2}, []float64{60, 900, 14400}}
	for name, redraw := range map[string]float64{"cut": 0, "redraw": 1} {
		jobs := many(t, "uniform", 25_000, workload.Options{Ticks: ticks, Values: map[string]float64{"redraw": redraw}})
		checkShare(t, name, jobs, func(j optgap.TraceJob) bool { return j.RunTime == most*ticks }, (1-redraw)*s.above(most))
		checkDistribution(t, name, runTimes(jobs), most*ticks, func(x float64) float64 {
			return (1 - s.above(x/ticks)) / (1 - s.above(most))
		})
		if c := stat.Correlation(widths(jobs), runTimes(jobs), nil); math.Abs(c) > 4/math.Sqrt(float64(len(jobs))) {
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
	const ticks = 1000
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
		jobs := many(t, "uniform", 25_000, o)
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
	jobs := many(t, "uniform", 100_000, workload.Options{
		Values: map[string]float64{"share1": 1, "share2": 0, "max": 0},
	})
	want := math.Exp(-0.5/m)/-math.Expm1(-1.0/m) - math.Expm1(-0.5/m)
	must.Hold(t, math.Abs(want-m) <= 0.01,
		"mean", want, "of rounded run times, expected within 0.01 s of", m)
	checkMean(t, "rounded", runTimes(jobs), want)
}

// With growth g, the mean run time is m + g x d with x = (width-1)/127. m is the mean at one
// processor, d = 14400(1-e)-60 the difference of the means of the stages. For equally
// frequent sizes 1 to 128, E[x] = 1/2 and E[width x] = (E[width^2]-E[width])/127 =
// (5525.5-64.5)/127 = 43.
func TestGrowth(t *testing.T) {
	const ticks, g = 1000, 0.4
	e := math.Exp(-3)
	m, d := 3222-2880*e, 14400*(1-e)-60
	for _, c := range []struct{ product, area float64 }{{0, 64.5*m + 43*g*d}, {1, 64.5 * (m + g*d/2)}} {
		o := workload.Options{Load: 0.8, Ticks: ticks, Values: map[string]float64{"growth": g, "product_load": c.product}}
		jobs := many(t, "uniform", 25_000, o)
		checkMean(t, "interarrival times", gaps(jobs), ticks*c.area/(0.8*128))
		checkMean(t, "run times", runTimes(jobs), ticks*(m+g*d/2))
		if c.product == 0 {
			checkLoad(t, "growing run times", 128, jobs, 0.8)
		}
	}
}
