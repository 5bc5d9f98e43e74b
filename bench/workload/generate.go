package workload

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/optgap/optgap"
)

// Generate returns n jobs with the ids 1 to n in the order of submission, the
// first at second 0. The same model, n and seed give the same jobs. With the same
// seed, fewer jobs are the first of more. Widths are 1 to MaxWidth, estimates at
// least 60 s, run times at least 1 s. Generate panics if n is negative or the model
// is invalid: see [Model.Validate].
func (m Model) Generate(n int, seed uint64) []optgap.TraceJob {
	if n < 0 {
		panic(fmt.Sprintf("workload: %d jobs", n))
	}
	if err := m.validateRanges(); err != nil {
		panic("workload: model " + m.Name + ": " + err.Error())
	}
	f, err := m.fit()
	if err != nil {
		panic("workload: model " + m.Name + ": " + err.Error())
	}
	const stream = 0x6f70746761700001 // of this generator; any fixed number would do
	src := rand.NewPCG(seed, stream)
	r := rand.New(src)
	f.fraction.Src = src
	jobs := make([]optgap.TraceJob, n)
	submit := int64(0)
	for i := range jobs {
		jobs[i] = f.job(r)
		jobs[i].ID, jobs[i].Submit = int64(i+1), submit
		submit += int64(math.Round(f.interarrival.Quantile(r.Float64() * f.cut)))
	}
	return jobs
}

// fit is a model with its free parameters fitted to the means.
type fit struct {
	Model
	interarrival distuv.Weibull
	cut          float64 // probability of an interarrival time up to the maximum
	width        discrete
	estimate     discrete
	fraction     distuv.Beta // run time over estimate of a job that does not exceed it
}

// fit fits the free parameters of a model whose fields are in range.
func (m Model) fit() (fit, error) {
	f := fit{Model: m}
	var err error
	if m.MeanInterarrival > 0 && !(m.MeanInterarrival < longestMean(m.Alpha, m.MaxInterarrival)) {
		return f, &optgap.FieldError{
			Field: "MeanInterarrival", Found: fmt.Sprint(m.MeanInterarrival),
			Expected: fmt.Sprintf("less than %g, which Alpha and MaxInterarrival allow", longestMean(m.Alpha, m.MaxInterarrival)),
		}
	}
	f.interarrival = distuv.Weibull{K: m.Alpha, Lambda: m.Scale()}
	f.cut = f.interarrival.CDF(m.MaxInterarrival)

	widths := make([]int64, m.MaxWidth)
	for i := range widths {
		widths[i] = int64(i + 1)
	}
	f.width, err = fitted("MeanWidth", widths, []int64{1}, m.Serial, widthWeight(m.MaxWidth), m.MeanWidth)
	if err != nil {
		return f, err
	}
	f.estimate, err = fitted("MeanEstimate", estimateValues(m.MaxEstimate, m.Common), m.Common, m.CommonShare,
		estimateWeight(m.MaxEstimate), m.MeanEstimate)
	if err != nil {
		return f, err
	}
	var ok bool
	if f.fraction, ok = f.fitFraction(); !ok {
		return f, &optgap.FieldError{
			Field: "MeanRunTime", Found: fmt.Sprint(m.MeanRunTime),
			Expected: "a mean that MeanEstimate, MaxRunTime, PastEstimate and Overrun allow",
		}
	}
	return f, nil
}

// fitFraction returns the beta distribution of the fraction with which the run times
// have their mean, and whether there is one. With q = PastEstimate, d the estimate
// and f the fraction,
//
//	MeanRunTime = (1-q) * E[min(f*d, MaxRunTime)] + q * E[d] * (1+Overrun)/2
func (f *fit) fitFraction() (distuv.Beta, bool) {
	q, most := f.PastEstimate, float64(f.MaxRunTime)
	target := f.MeanRunTime
	if q > 0 {
		target = (target - q*f.MeanEstimate*(1+f.Overrun)/2) / (1 - q)
	}
	fraction := func(mean float64) distuv.Beta {
		return distuv.Beta{Alpha: mean * f.Spread, Beta: (1 - mean) * f.Spread}
	}
	runTime := func(mean float64) (sum float64) {
		b, before := fraction(mean), 0.0
		for i, v := range f.estimate.values {
			d, p := float64(v), f.estimate.cumulative[i]-before
			before = f.estimate.cumulative[i]
			if d <= most {
				sum += p * d * mean
				continue
			}
			// E[f; f < c] is the mean times the CDF at c of the same beta
			// distribution with its first parameter one higher.
			c := most / d
			uncut := distuv.Beta{Alpha: b.Alpha + 1, Beta: b.Beta}.CDF(c)
			sum += p * (d*mean*uncut + most*b.Survival(c))
		}
		return sum
	}
	const least, largest = 1e-6, 1 - 1e-6 // both parameters stay above 0
	if !(runTime(least) <= target && target <= runTime(largest)) {
		return distuv.Beta{}, false
	}
	return fraction(bisect(least, largest, func(mean float64) bool { return runTime(mean) < target })), true
}

// job draws width, estimate and run time.
func (f *fit) job(r *rand.Rand) optgap.TraceJob {
	a, b := r.NormFloat64(), r.NormFloat64()
	b = f.Correlation*a + math.Sqrt(1-f.Correlation*f.Correlation)*b
	var j optgap.TraceJob
	j.Width = f.width.quantile(distuv.UnitNormal.CDF(a))
	j.Estimate = f.estimate.quantile(distuv.UnitNormal.CDF(b))
	d, most := float64(j.Estimate), float64(f.MaxRunTime)
	if r.Float64() < f.PastEstimate {
		factor := 1 + (f.Overrun-1)*r.Float64()
		j.RunTime = min(max(int64(min(d*factor, most)), j.Estimate+1), f.MaxRunTime)
	} else {
		j.RunTime = max(int64(math.Ceil(min(d*f.fraction.Rand(), most))), 1)
	}
	return j
}

// Scale returns the Weibull scale that Generate uses. With it the distribution of
// shape Alpha, cut at MaxInterarrival, has the mean MeanInterarrival. If that mean
// is 0, the scale is Beta. The model is valid.
func (m Model) Scale() float64 {
	if m.MeanInterarrival == 0 {
		return m.Beta
	}
	// The mean rises with the scale. Without the cut, the scale would be
	// mean/Gamma(1+1/alpha); the cut asks for more.
	low := m.MeanInterarrival / math.Gamma(1+1/m.Alpha)
	high := 2 * low
	for range 1000 { // 2^1000 is beyond every scale that a valid model has
		if !(cutMean(m.Alpha, high, m.MaxInterarrival) < m.MeanInterarrival) {
			break
		}
		high *= 2
	}
	return bisect(low, high, func(scale float64) bool {
		return cutMean(m.Alpha, scale, m.MaxInterarrival) < m.MeanInterarrival
	})
}

// cutMean returns the mean of a Weibull distribution cut at most: its density
// is that of the whole distribution up to most, scaled to 1.
func cutMean(alpha, scale, most float64) float64 {
	x := math.Pow(most/scale, alpha)
	return scale * math.Gamma(1+1/alpha) * mathext.GammaIncReg(1+1/alpha, x) / -math.Expm1(-x)
}

// longestMean returns the limit of cutMean as the scale grows: the density
// tends to one in proportion to x^(alpha-1) on [0, most].
func longestMean(alpha, most float64) float64 { return most * alpha / (1 + alpha) }
