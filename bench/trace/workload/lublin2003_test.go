package workload_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/trace/workload"
)

// Widths as the program draws them, step by step: u decides between serial, power of
// two and other; the logarithm of the others is two-stage uniform, and is rounded for
// a power of two. The probabilities are sums over a fine grid of logarithms.
func TestLublinWidths(t *testing.T) {
	const serial, pow2, low, med, high, prob = 0.244, 0.576, 0.8, 4.5, 7, 0.86
	p := map[float64]float64{1: serial}
	const grid = 1_000_000
	for _, stage := range []struct{ from, to, share float64 }{{low, med, prob}, {med, high, 1 - prob}} {
		for i := range grid {
			x := stage.from + (stage.to-stage.from)*(float64(i)+0.5)/grid
			p[math.Exp2(math.Round(x))] += pow2 * stage.share / grid
			p[math.Round(math.Exp2(x))] += (1 - serial - pow2) * stage.share / grid
		}
	}
	jobs := generate(t, "lublin2003", 200_000, workload.Options{})
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
	jobs := generate(t, "lublin2003", 400_000, workload.Options{Ticks: ticks})
	for _, w := range []int64{1, 2, 16, 64} {
		logs := column(ofWidth(jobs, w), func(j optgap.TraceJob) float64 { return math.Log(float64(j.RunTime) / ticks) })
		p := -0.0054*float64(w) + 0.78
		checkDistribution(t, "logarithms of run times", logs, 0, hyperGamma(p, 4.2, 0.94, 312, 0.03, 12))
	}
	one := func(j optgap.TraceJob) bool { return j.RunTime == 1 }
	p := -0.0054*2 + 0.78 // of the least parallel width; whole seconds are rounded down
	two := ofWidth(generate(t, "lublin2003", 400_000, workload.Options{}), 2)
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
	jobs := generate(t, "lublin2003", 1_000_000, workload.Options{})
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
	const grid = 1_000_000
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
	all := generate(t, "lublin2003", 400_000, workload.Options{Values: map[string]float64{"types": 1}})
	share := batch / (batch + interactive)
	n, e := len(ofWidth(all, 1)), math.Sqrt(400_000*1.5) // gaps vary more than those of a Poisson process
	if want := 400_000 * (share*0.2927 + (1-share)*0.1541); math.Abs(float64(n)-want) > 4*e {
		t.Errorf("%d serial jobs, expected %g within 4 times %g", n, want, e)
	}
}
