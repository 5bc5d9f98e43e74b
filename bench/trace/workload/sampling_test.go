package workload_test

import (
	"math"
	"reflect"
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
	must.Need(t, err == nil, name, err)
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
		must.Need(t, probability[v] != 0, what, "found", v, "which has no probability")
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

// twoKinds is a trace of two kinds of jobs.
var twoKinds = []optgap.TraceJob{
	{Job: optgap.Job{ID: 9, Width: 1, Estimate: 60, Submit: 5}, RunTime: 30},
	{Job: optgap.Job{ID: 8, Width: 64, Estimate: 3600, Submit: 6}, RunTime: 4000},
}

func drawn(t *testing.T, trace []optgap.TraceJob, o workload.Resampling, n int) []optgap.TraceJob {
	return must.Get(workload.Take(must.Get(workload.Resample(trace, o)), n, 3))
}

// TestResample: drawn jobs are jobs of the trace, their means are the trace's,
// and the interarrival times have the mean of the Weibull distribution, beta
// Gamma(1 + 1/alpha): 200 Gamma(3) = 400 s for alpha 0.5 and beta 200.
func TestResample(t *testing.T) {
	jobs := drawn(t, twoKinds, workload.Resampling{Machine: 64, Shape: 0.5, Scale: 200}, steptest.Times(50_000))
	for i, j := range jobs {
		wide := j.Width == 64 && j.Estimate == 3600 && j.RunTime == 4000
		if !wide && (j.Width != 1 || j.Estimate != 60 || j.RunTime != 30) {
			t.Fatalf("job %d is none of the trace: %+v", i, j)
		}
	}
	checkShare(t, "wide jobs", jobs, func(j optgap.TraceJob) bool { return j.Width == 64 }, 0.5)
	checkMean(t, "interarrival time", gaps(jobs), 400)
	// Submissions are rounded down, which the distribution function shows at short
	// times only.
	var long []float64
	weibull := func(x float64) float64 { return -math.Expm1(-math.Sqrt(x / 200)) }
	for _, x := range gaps(jobs) {
		if x >= 100 {
			long = append(long, x+0.5)
		}
	}
	checkDistribution(t, "interarrival times of 100 s and more", long, 0, func(x float64) float64 {
		return (weibull(x) - weibull(100)) / (1 - weibull(100))
	})
}

// Without parameters, drawn interarrival times have the fitted distribution, and as
// many are 0 as in the trace. The fit leaves these out, but they count for the load.
func TestResampleFits(t *testing.T) {
	trace := drawn(t, twoKinds, workload.Resampling{Machine: 64, Shape: 0.7, Scale: 2000}, 20_000)
	for i := range trace { // every third job comes with the one before
		if i%3 == 1 {
			trace[i].Submit = trace[i-1].Submit
		}
	}
	zeros := func(jobs []optgap.TraceJob) float64 {
		none := slices.DeleteFunc(gaps(jobs), func(gap float64) bool { return gap > 0 })
		return float64(len(none)) / float64(len(jobs)-1)
	}
	jobs := drawn(t, trace, workload.Resampling{Machine: 64}, 200_001)
	// Rounding makes zeros of the shortest, about (1/2000)^0.7 = 0.5 % of the others.
	if got, share := zeros(jobs), zeros(trace); got < share || got > share+0.01 {
		t.Errorf("share %g of interarrival times is 0, expected %g and a bit", got, share)
	}
	if got, want := stat.Mean(gaps(jobs), nil), stat.Mean(gaps(trace), nil); math.Abs(got/want-1) > 0.1 {
		t.Errorf("mean interarrival time %g, of the trace %g", got, want)
	}
	checkLoad(t, "fitted", 64, drawn(t, trace, workload.Resampling{Machine: 64, Load: 0.7}, 200_001), 0.7)
}

func TestResampleRefuses(t *testing.T) {
	good := workload.Resampling{Machine: 64, Shape: 1, Scale: 1}
	for _, c := range []struct {
		field  string
		change func(*workload.Resampling) []optgap.TraceJob
	}{
		{"jobs", func(*workload.Resampling) []optgap.TraceJob { return nil }},
		{"machine", func(o *workload.Resampling) []optgap.TraceJob { o.Machine = 63; return twoKinds }},
		{"load", func(o *workload.Resampling) []optgap.TraceJob { o.Load = -1; return twoKinds }},
		{"weibull", func(o *workload.Resampling) []optgap.TraceJob { o.Shape = math.NaN(); return twoKinds }},
		{"weibull", func(o *workload.Resampling) []optgap.TraceJob { o.Shape, o.Scale = 0, 0; return twoKinds }},
	} {
		o := good
		must.AboutField(t, must.Err(workload.Resample(c.change(&o), o)), c.field)
	}
}

// Submissions 100, 103, 110 at factor 0.5: 100, 100+1.5, 100+5, rounded down.
func TestShrink(t *testing.T) {
	at := func(submits ...int64) (jobs []optgap.TraceJob) {
		for i, s := range submits {
			job := optgap.Job{ID: int64(i + 1), Width: 1, Estimate: 60, Submit: s}
			jobs = append(jobs, optgap.TraceJob{Job: job, RunTime: 30})
		}
		return jobs
	}
	for _, c := range []struct {
		name         string
		factor       float64
		submit, want []int64
	}{
		{"half", 0.5, []int64{100, 103, 110}, []int64{100, 101, 105}},
		{"one changes nothing", 1, []int64{100, 103, 110}, []int64{100, 103, 110}},
		{"above one lengthens", 2, []int64{100, 103, 110}, []int64{100, 106, 120}},
		{"out of order counts from the earliest", 0.5, []int64{110, 100, 104}, []int64{105, 100, 102}},
		{"none", 0.5, nil, nil},
	} {
		jobs := at(c.submit...)
		got, err := workload.Shrink(jobs, c.factor)
		must.Need(t, err == nil && len(got) == len(c.want), c.name, got, err)
		if want := at(c.want...); len(want) > 0 && !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, expected %v", c.name, got, want)
		}
		must.DeepEqual(t, jobs, at(c.submit...), c.name, "the given jobs were changed")
	}
	for _, factor := range []float64{0, -1, math.NaN(), math.Inf(1), 1e300} {
		must.AboutField(t, must.Err(workload.Shrink(at(0, 10), factor)), "shrink", "factor", factor)
	}
}

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
	must.Do(err)
	a, b, l, err := workload.FitWeibull([]float64{1, 2, 3, 5, 300}, []float64{2, 1, 1, 3, 1})
	if err != nil || math.Abs(a-shape) > 1e-12 || math.Abs(b-scale) > 1e-12*scale || math.Abs(l-best) > 1e-9 {
		t.Errorf("found %g, %g and %g, error %v, expected %g, %g and %g", a, b, l, err, shape, scale, best)
	}
}

func TestFitWeibullRefuses(t *testing.T) {
	for _, x := range [][]float64{nil, {3}, {3, 3}, {0, 1}, {-1, 1}, {math.NaN(), 1}, {math.Inf(1), 1}} {
		_, _, _, err := workload.FitWeibull(x, nil)
		must.Equal(t, must.Field(err), "weibull", x, err)
	}
	_, _, _, err := workload.FitWeibull([]float64{1e-300, 1e300}, nil)
	must.Do(err)
	shape, _, _, err := workload.FitWeibull([]float64{1, math.Nextafter(1, 2)}, nil)
	must.Hold(t, err == nil && (shape > 0) && !math.IsInf(shape, 0),
		"nearly equal values: shape", shape, err)
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
		must.Hold(t, shape == c.shape && scale == c.scale && found == c.err,
			c.text, "found", shape, scale, "and", found, "expected", c.shape, c.scale, "and", c.err)
	}
}
