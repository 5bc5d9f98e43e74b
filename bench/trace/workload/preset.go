package workload

import (
	"fmt"
	"iter"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/optgap/optgap"
)

// A preset is a generator of jobs with given statistics.
type preset struct {
	fit
	notes   []string
	stretch float64 // factor of the interarrival times
}

func (p preset) Machine() int64  { return p.Statistics.Machine }
func (p preset) Notes() []string { return p.notes }

// Generator returns a generator of jobs with these statistics. Widths are 1 to MaxWidth,
// estimates at least 60 s, run times at least 1 s. Invalid statistics are a
// *optgap.FieldError, see [Statistics.Validate].
func (m Statistics) Generator() (Generator, error) {
	f, err := m.fit()
	if err != nil {
		return nil, err
	}
	return preset{fit: f, stretch: 1}, nil
}

// Jobs draws width and estimate, then the run time, then the time to the next submission.
// Each interarrival time is rounded to a second. Submissions are then stretched and rounded
// down.
func (p preset) Jobs(seed uint64) iter.Seq2[optgap.TraceJob, error] {
	return func(yield func(optgap.TraceJob, error) bool) {
		const stream = 0x6f70746761700001 // of this generator; any fixed number
		src := rand.NewPCG(seed, stream)
		r, f := rand.New(src), p.fit
		f.fraction.Src = src
		submit := int64(0)
		for id := int64(1); ; id++ {
			at := math.Floor(float64(submit) * p.stretch)
			if !(at < latest) {
				yield(optgap.TraceJob{}, tooLate(id))
				return
			}
			j := f.job(r)
			j.ID, j.Submit = id, int64(at)
			if !yield(j, nil) {
				return
			}
			submit += int64(math.Round(f.interarrival.Quantile(r.Float64() * f.cut)))
		}
	}
}

// A fit holds statistics with free parameters fitted to the means.
type fit struct {
	Statistics
	interarrival distuv.Weibull
	cut          float64 // probability of an interarrival time up to the maximum
	width        discrete
	estimate     discrete
	fraction     distuv.Beta // run time over estimate of a job within its estimate
}

// fit fits the free parameters.
func (m Statistics) fit() (fit, error) {
	f := fit{Statistics: m}
	err := m.validateRanges()
	if err != nil {
		return f, err
	}
	if m.MeanInterarrival > 0 && !(m.MeanInterarrival < longestMean(m.Alpha, m.MaxInterarrival)) {
		return f, &optgap.FieldError{
			Field: "MeanInterarrival", Found: fmt.Sprint(m.MeanInterarrival),
			Expected: fmt.Sprintf("less than %g, which Alpha and MaxInterarrival allow",
				longestMean(m.Alpha, m.MaxInterarrival)),
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

// fitFraction returns the beta distribution of the fraction with which the run times have
// their mean. ok is false where there is none. With q = PastEstimate, d the estimate and f
// the fraction,
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
			// E[f; f < c] is the mean of f times P(g < c). g has the same beta distribution with its
			// first parameter one higher.
			c := most / d
			uncut := distuv.Beta{Alpha: b.Alpha + 1, Beta: b.Beta}.CDF(c)
			sum += p * (d*mean*uncut + most*b.Survival(c))
		}
		return sum
	}
	const least, largest = 1e-6, 1 - 1e-6 // so that both parameters are above 0
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

// Scale returns the Weibull scale of the interarrival times in seconds. The distribution of
// this scale and shape Alpha, cut at MaxInterarrival, has the mean MeanInterarrival. If that
// mean is 0, the scale is Beta. The statistics are valid.
func (m Statistics) Scale() float64 {
	if m.MeanInterarrival == 0 {
		return m.Beta
	}
	// The mean rises with the scale. Without the cut the scale would be mean/Gamma(1+1/alpha).
	// The cut needs a larger one.
	low := m.MeanInterarrival / math.Gamma(1+1/m.Alpha)
	high := 2 * low
	for range 1000 { // no valid statistics have a scale beyond 2^1000
		if !(cutMean(m.Alpha, high, m.MaxInterarrival) < m.MeanInterarrival) {
			break
		}
		high *= 2
	}
	return bisect(low, high, func(scale float64) bool {
		return cutMean(m.Alpha, scale, m.MaxInterarrival) < m.MeanInterarrival
	})
}

// cutMean returns the mean of a Weibull distribution cut at most. Up to most its density is
// that of the whole distribution, scaled to 1.
func cutMean(alpha, scale, most float64) float64 {
	x := math.Pow(most/scale, alpha)
	return scale * math.Gamma(1+1/alpha) * mathext.GammaIncReg(1+1/alpha, x) / -math.Expm1(-x)
}

// longestMean returns the limit of cutMean as the scale grows. The density tends to one in
// proportion to x^(alpha-1) on [0, most].
func longestMean(alpha, most float64) float64 { return most * alpha / (1 + alpha) }
