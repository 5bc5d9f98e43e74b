package workload

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/optgap/optgap"
)

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
	err := m.validate()
	if err != nil {
		return f, err
	}
	if m.MeanInterarrival > 0 && !(m.MeanInterarrival < longestMean(m.Alpha, m.MaxInterarrival)) {
		return f, invalid("mean_interarrival", m.MeanInterarrival,
			fmt.Sprintf("less than %g, which alpha and max_interarrival allow", longestMean(m.Alpha, m.MaxInterarrival)))
	}
	f.interarrival = distuv.Weibull{K: m.Alpha, Lambda: m.scale()}
	f.cut = f.interarrival.CDF(m.MaxInterarrival)

	widths := make([]int64, m.MaxWidth)
	for i := range widths {
		widths[i] = int64(i + 1)
	}
	f.width, err = fitted("mean_width", widths, []int64{1}, m.Serial, widthWeight(m.MaxWidth), m.MeanWidth)
	if err != nil {
		return f, err
	}
	f.estimate, err = fitted("mean_estimate", estimateValues(m.MaxEstimate, m.Common), m.Common, m.CommonShare,
		estimateWeight(m.MaxEstimate), m.MeanEstimate)
	if err != nil {
		return f, err
	}
	var ok bool
	if f.fraction, ok = f.fitFraction(); !ok {
		return f, invalid("mean_run_time", m.MeanRunTime,
			"a mean that mean_estimate, max_run_time, past_estimate and overrun allow")
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

// begin begins a sequence. A job has its width and estimate drawn, then the run time, then the
// time to the next submission. Each interarrival time is rounded to a second. Submissions are
// then stretched.
func (f fit) begin(seed uint64, stretch float64) sequence {
	const stream = 0x6f70746761700001 // of this generator; any fixed number
	src := rand.NewPCG(seed, stream)
	r, submit, gap := rand.New(src), 0.0, 0.0
	f.fraction.Src = src
	return func() (float64, optgap.TraceJob) {
		submit += gap
		j := f.job(r)
		gap = math.Round(f.interarrival.Quantile(r.Float64() * f.cut))
		return math.Floor(submit * stretch), j
	}
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

// scale returns the Weibull scale of the interarrival times in seconds. The distribution of
// this scale and shape Alpha, cut at MaxInterarrival, has the mean MeanInterarrival. If that
// mean is 0, the scale is Beta. The statistics are valid.
func (m Statistics) scale() float64 {
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
