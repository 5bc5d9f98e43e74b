package workload

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/optgap/optgap"
)

// presets returns models that approximate the four traces of Streit (2002), Table 2. The
// package documentation lists published and assumed values. The sets of Table 3 differ from
// those of Table 2.
func presets() []Model {
	var models []Model
	for _, m := range Published() {
		models = append(models, Model{
			Name:  m.Name,
			About: "like Streit's " + m.Name + " trace, from its published means and maxima",
			Source: `Streit, "A Self-Tuning Job Scheduler Family with Dynamic Policy Switching" (2002), Table 2; ` +
				`an approximation`,
			Machine:     m.Machine,
			OwnArrivals: true,
			build:       m.build,
		})
	}
	return models
}

// build returns the generator of the statistics, on a machine that has room for the widest job.
func (m Statistics) build(s settings) (Generator, error) {
	m.Machine = s.machine
	if m.Machine < m.MaxWidth {
		expected := fmt.Sprintf("at least %d, the largest width of %s", m.MaxWidth, m.Name)
		return nil, invalid("machine", m.Machine, expected)
	}
	f := m.fit()
	stretch := 1.0
	if s.load > 0 {
		gap := cutMean(m.Alpha, f.interarrival.Lambda, m.MaxInterarrival)
		stretch = f.meanArea() / float64(m.Machine) / gap / s.load
	}
	begin := func(seed uint64) sequence { return f.begin(seed, stretch) }
	return source{m.Machine, s.notes(), begin}, nil
}

// meanArea returns the mean of width times time on the processors. With A and Z independent
// standard normal variables and c the correlation it is
//
//	E[width(A) E[duration(c A + sqrt(1-c^2) Z) | A]]
//
// A is integrated numerically over the range of each width. Z is summed over the estimates.
// Rounding run times up to a second is ignored.
func (f *fit) meanArea() float64 {
	durations := f.durations()
	rest := math.Sqrt(1 - f.Correlation*f.Correlation)
	bounds := make([]float64, len(f.estimate.cumulative))
	for i, p := range f.estimate.cumulative {
		bounds[i] = distuv.UnitNormal.Quantile(p) // +Inf for the last one
	}
	given := func(a float64) (mean float64) { // E[duration | A = a]
		before := 0.0
		for i, b := range bounds {
			upTo := distuv.UnitNormal.CDF((b - f.Correlation*a) / rest)
			mean += (upTo - before) * durations[i]
			before = upTo
		}
		return mean
	}
	const (
		farthest = 8 // end of the standard normal distribution; 10^-15 lie beyond
		nodes    = 8 // of Gauss-Legendre quadrature, per unit of A and range
	)
	low := -float64(farthest)
	sum := 0.0
	for i, w := range f.width.values {
		high := min(distuv.UnitNormal.Quantile(f.width.cumulative[i]), farthest)
		if high > low {
			density := func(a float64) float64 { return distuv.UnitNormal.Prob(a) * given(a) }
			sum += float64(w) * quad.Fixed(density, low, high, int(nodes*(1+high-low)), nil, 0)
			low = high
		}
	}
	return sum
}

// durations returns the mean time on the processors for each estimate, in seconds. A job
// that runs past its estimate is ended there.
func (f *fit) durations() []float64 {
	means := make([]float64, len(f.estimate.values))
	up := distuv.Beta{Alpha: f.fraction.Alpha + 1, Beta: f.fraction.Beta}
	mean := f.fraction.Mean()
	for i, v := range f.estimate.values {
		d := float64(v)
		most := float64(f.MaxRunTime)
		within := d * mean
		if d > most {
			within = d*mean*up.CDF(most/d) + most*f.fraction.Survival(most/d)
		}
		means[i] = (1-f.PastEstimate)*within + f.PastEstimate*min(d, most)
	}
	return means
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
func (m Statistics) fit() fit {
	f := fit{Statistics: m}
	f.interarrival = distuv.Weibull{K: m.Alpha, Lambda: m.scale()}
	f.cut = f.interarrival.CDF(m.MaxInterarrival)

	widths := make([]int64, m.MaxWidth)
	for i := range widths {
		widths[i] = int64(i + 1)
	}
	f.width = fitted(widths, []int64{1}, m.Serial, widthWeight(m.MaxWidth), m.MeanWidth)
	f.estimate = fitted(
		estimateValues(m.MaxEstimate, m.Common),
		m.Common,
		m.CommonShare,
		estimateWeight(m.MaxEstimate),
		m.MeanEstimate,
	)
	f.fraction = f.fitFraction()
	return f
}

// fitFraction returns the beta distribution of the fraction with which the run times have
// their mean. With q = PastEstimate, d the estimate and f the fraction,
//
//	MeanRunTime = (1-q) * E[min(f*d, MaxRunTime)] + q * E[d] * (1+Overrun)/2
func (f *fit) fitFraction() distuv.Beta {
	q := f.PastEstimate
	most := float64(f.MaxRunTime)
	target := (f.MeanRunTime - q*f.MeanEstimate*(1+f.Overrun)/2) / (1 - q)
	fraction := func(mean float64) distuv.Beta {
		return distuv.Beta{Alpha: mean * f.Spread, Beta: (1 - mean) * f.Spread}
	}
	runTime := func(mean float64) (sum float64) {
		b := fraction(mean)
		before := 0.0
		for i, v := range f.estimate.values {
			d := float64(v)
			p := f.estimate.cumulative[i] - before
			before = f.estimate.cumulative[i]
			if d <= most {
				sum += p * d * mean
				continue
			}
			// E[f; f < c] is the mean of f times P(g < c). g has the same beta distribution with
			// its first parameter one higher.
			c := most / d
			uncut := distuv.Beta{Alpha: b.Alpha + 1, Beta: b.Beta}.CDF(c)
			sum += p * (d*mean*uncut + most*b.Survival(c))
		}
		return sum
	}
	const least, largest = 1e-6, 1 - 1e-6 // so that both parameters are above 0
	return fraction(
		Bisect(least, largest, func(mean float64) bool { return runTime(mean) < target }),
	)
}

// begin begins a sequence. A job has its width and estimate drawn, then the run time, then the
// time to the next submission. Each interarrival time is rounded to a second. Submissions are
// then stretched.
func (f fit) begin(seed uint64, stretch float64) sequence {
	const stream = 0x6f70746761700001 // of this generator; any fixed number
	src := rand.NewPCG(seed, stream)
	r := rand.New(src)
	submit := 0.0
	gap := 0.0
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
	a := r.NormFloat64()
	b := r.NormFloat64()
	b = f.Correlation*a + math.Sqrt(1-f.Correlation*f.Correlation)*b
	var j optgap.TraceJob
	j.Width = f.width.quantile(distuv.UnitNormal.CDF(a))
	j.Estimate = f.estimate.quantile(distuv.UnitNormal.CDF(b))
	d := float64(j.Estimate)
	most := float64(f.MaxRunTime)
	if r.Float64() < f.PastEstimate {
		factor := 1 + (f.Overrun-1)*r.Float64()
		j.RunTime = min(max(int64(min(d*factor, most)), j.Estimate+1), f.MaxRunTime)
	} else {
		j.RunTime = max(int64(math.Ceil(min(d*f.fraction.Rand(), most))), 1)
	}
	return j
}

// scale returns the Weibull scale of the interarrival times in seconds. The distribution of
// this scale and shape Alpha, cut at MaxInterarrival, has the mean MeanInterarrival.
func (m Statistics) scale() float64 {
	// The mean rises with the scale. Without the cut the scale would be mean/Gamma(1+1/alpha).
	// The cut needs a larger one.
	low := m.MeanInterarrival / math.Gamma(1+1/m.Alpha)
	high := 2 * low
	for cutMean(m.Alpha, high, m.MaxInterarrival) < m.MeanInterarrival {
		high *= 2
	}
	return Bisect(low, high, func(scale float64) bool {
		return cutMean(m.Alpha, scale, m.MaxInterarrival) < m.MeanInterarrival
	})
}

// cutMean returns the mean of a Weibull distribution cut at most. Up to most its density is
// that of the whole distribution, scaled to 1.
func cutMean(alpha, scale, most float64) float64 {
	x := math.Pow(most/scale, alpha)
	return scale * math.Gamma(1+1/alpha) * mathext.GammaIncReg(1+1/alpha, x) / -math.Expm1(-x)
}
