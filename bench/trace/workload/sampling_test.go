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
	"github.com/optgap/optgap/heuristics/steptest"
)

// Statistical tests with fixed seeds. A test rejects at rejection, so that one of
// the hundred or so checks of a correct generator fails for one seed in ten.
// A seed was never chosen to pass.
const rejection = 1e-3

// generate draws n jobs of a model.
func generate(t *testing.T, model string, n int, o workload.Options) []optgap.TraceJob {
	t.Helper()
	return must.Get(workload.Take(generator(t, model, o), n, 1))
}

// many draws n jobs times the effort.
func many(t *testing.T, model string, n int, o workload.Options) []optgap.TraceJob {
	t.Helper()
	return generate(t, model, steptest.Times(n), o)
}

func generator(t *testing.T, name string, o workload.Options) workload.Generator {
	t.Helper()
	m := must.Get(workload.ByName(name))
	if o.Load == 0 && !m.OwnArrivals {
		o.Load = 0.7
	}
	g, err := m.New(o)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return g
}

// weighed returns the probabilities of the numbers from 1 to n by their weights.
func weighed(n int, weight func(int) float64) map[float64]float64 {
	p, sum := make(map[float64]float64), 0.0
	for k := 1; k <= n; k++ {
		if w := weight(k); w > 0 {
			p[float64(k)] = w
			sum += w
		}
	}
	for k := range p {
		p[k] /= sum
	}
	return p
}

// column returns a value of each job.
func column(jobs []optgap.TraceJob, f func(optgap.TraceJob) float64) []float64 {
	x := make([]float64, len(jobs))
	for i, j := range jobs {
		x[i] = f(j)
	}
	return x
}

// ofWidth returns the jobs of a width.
func ofWidth(jobs []optgap.TraceJob, width int64) []optgap.TraceJob {
	return slices.DeleteFunc(slices.Clone(jobs), func(j optgap.TraceJob) bool { return j.Width != width })
}

func widths(jobs []optgap.TraceJob) []float64 {
	return column(jobs, func(j optgap.TraceJob) float64 { return float64(j.Width) })
}

func runTimes(jobs []optgap.TraceJob) []float64 {
	return column(jobs, func(j optgap.TraceJob) float64 { return float64(j.RunTime) })
}

// gaps returns the interarrival times.
func gaps(jobs []optgap.TraceJob) []float64 {
	x := make([]float64, len(jobs)-1)
	for i := range x {
		x[i] = float64(jobs[i+1].Submit - jobs[i].Submit)
	}
	return x
}

// checkMean expects the mean of independent values, to 4 standard errors: 6 in
// 10^5 for normal means.
func checkMean(t *testing.T, what string, x []float64, want float64) {
	t.Helper()
	mean, deviation := stat.MeanStdDev(x, nil)
	if e := stat.StdErr(deviation, float64(len(x))); math.Abs(mean-want) > 4*e {
		t.Errorf("%s: mean %g, expected %g within 4 standard errors of %g", what, mean, want, e)
	}
}

// checkShare expects the share of jobs that are such, to 4 standard errors.
func checkShare(t *testing.T, what string, jobs []optgap.TraceJob, such func(optgap.TraceJob) bool, want float64) {
	t.Helper()
	n := 0
	for _, j := range jobs {
		if such(j) {
			n++
		}
	}
	got, e := float64(n)/float64(len(jobs)), math.Sqrt(want*(1-want)/float64(len(jobs)))
	must.Hold(t, math.Abs(got-want) <= 4*e,
		what, "share", got, "expected", want, "within 4 standard errors of", e)
}

// checkCounts expects values to have the probabilities, by Pearson's chi-square
// test. Values of which fewer than 5 are expected are taken together.
func checkCounts(t *testing.T, what string, x []float64, probability map[float64]float64) {
	t.Helper()
	counts := make(map[float64]float64)
	for _, v := range x {
		if probability[v] == 0 {
			t.Fatalf("%s: found %g, which has no probability", what, v)
		}
		counts[v]++
	}
	var seen, expected []float64
	rareSeen, rareExpected := 0.0, 0.0
	for v, p := range probability {
		if e := p * float64(len(x)); e >= 5 {
			seen, expected = append(seen, counts[v]), append(expected, e)
		} else {
			rareSeen, rareExpected = rareSeen+counts[v], rareExpected+e
		}
	}
	if rareExpected > 0 {
		seen, expected = append(seen, rareSeen), append(expected, rareExpected)
	}
	chi := stat.ChiSquare(seen, expected)
	if p := (distuv.ChiSquared{K: float64(len(seen) - 1)}).Survival(chi); p < rejection {
		t.Errorf("%s: chi-square %g with %d values, p = %g", what, chi, len(seen), p)
	}
}

// checkDistribution expects independent values to have the distribution function, by the
// Kolmogorov-Smirnov test. Values that are equal to atom are left out first; 0 is no
// atom. The distribution function is that of the others.
func checkDistribution(t *testing.T, what string, x []float64, atom float64, cdf func(float64) float64) {
	t.Helper()
	x = slices.DeleteFunc(slices.Clone(x), func(v float64) bool { return v == atom && atom != 0 })
	slices.Sort(x)
	n, farthest := float64(len(x)), 0.0
	for i, v := range x {
		p := cdf(v)
		farthest = max(farthest, p-float64(i)/n, float64(i+1)/n-p)
	}
	// P(sqrt(n) D > z) tends to 2 exp(-2 z^2) from below for large z.
	if p := 2 * math.Exp(-2*n*farthest*farthest); p < rejection {
		t.Errorf("%s: farthest from the distribution function %g at %d values, p = %g", what, farthest, len(x), p)
	}
}

// checkLoad expects the load of jobs, to 5 standard errors. The errors come from
// batches, as jobs near each other may depend on each other.
func checkLoad(t *testing.T, what string, machine int64, jobs []optgap.TraceJob, want float64) {
	t.Helper()
	const batches = 50
	size := (len(jobs) - 1) / batches
	var areas, spans []float64
	for b := range batches {
		area := 0.0
		for _, j := range jobs[b*size : (b+1)*size] {
			area += float64(j.Width*j.Duration()) / float64(machine)
		}
		areas = append(areas, area)
		spans = append(spans, float64(jobs[(b+1)*size].Submit-jobs[b*size].Submit))
	}
	got := stat.Mean(areas, nil) / stat.Mean(spans, nil)
	rest := make([]float64, batches)
	for b := range rest {
		rest[b] = areas[b] - got*spans[b]
	}
	e := stat.StdErr(stat.StdDev(rest, nil), batches) / stat.Mean(spans, nil)
	t.Logf("%s: load %.4f, standard error %.4f, expected %g", what, got, e, want)
	must.Hold(t, math.Abs(got-want) <= 5*e && e <= 0.1*want,
		what, "load", got, "expected", want, "within 5 standard errors of", e)
}
