package workload

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/integrate/quad"
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
			Name: m.Name, About: "like Streit's " + m.Name + " trace, from its published means and maxima",
			Source: `Streit, "A Self-Tuning Job Scheduler Family with Dynamic Policy Switching" (2002), Table 2; ` +
				`an approximation`,
			Machine: m.Machine, OwnArrivals: true,
			Parameters: m.parameters(),
			build:      m.build,
		})
	}
	return models
}

// A statistic is a field of [Statistics] as a parameter of a model. One of value and
// whole is nil.
type statistic struct {
	name, field, usage string
	value              func(*Statistics) *float64
	whole              func(*Statistics) *int64 // of a field that is a whole number
}

func realField(name, field, usage string, value func(*Statistics) *float64) statistic {
	return statistic{name: name, field: field, usage: usage, value: value}
}

func wholeField(name, field, usage string, whole func(*Statistics) *int64) statistic {
	return statistic{name: name, field: field, usage: usage, whole: whole}
}

var statistics = []statistic{
	realField("alpha", "Alpha", "Weibull shape of the interarrival times",
		func(m *Statistics) *float64 { return &m.Alpha }),
	realField("beta", "Beta", "Weibull scale as printed; used if mean_interarrival is 0",
		func(m *Statistics) *float64 { return &m.Beta }),
	realField("mean_interarrival", "MeanInterarrival", "mean interarrival time, seconds; 0: as beta gives",
		func(m *Statistics) *float64 { return &m.MeanInterarrival }),
	realField("max_interarrival", "MaxInterarrival", "largest interarrival time, seconds",
		func(m *Statistics) *float64 { return &m.MaxInterarrival }),
	realField("mean_width", "MeanWidth", "mean width", func(m *Statistics) *float64 { return &m.MeanWidth }),
	wholeField("max_width", "MaxWidth", "largest width", func(m *Statistics) *int64 { return &m.MaxWidth }),
	realField("serial", "Serial", "share of jobs with one processor (assumed)",
		func(m *Statistics) *float64 { return &m.Serial }),
	realField("mean_estimate", "MeanEstimate", "mean estimate, seconds",
		func(m *Statistics) *float64 { return &m.MeanEstimate }),
	wholeField("max_estimate", "MaxEstimate", "largest estimate, seconds",
		func(m *Statistics) *int64 { return &m.MaxEstimate }),
	realField("common_share", "CommonShare", "share of jobs with one of the trace's common estimates",
		func(m *Statistics) *float64 { return &m.CommonShare }),
	realField("mean_run_time", "MeanRunTime", "mean run time, seconds",
		func(m *Statistics) *float64 { return &m.MeanRunTime }),
	wholeField("max_run_time", "MaxRunTime", "largest run time, seconds",
		func(m *Statistics) *int64 { return &m.MaxRunTime }),
	realField("past_estimate", "PastEstimate", "share of jobs that run past their estimate",
		func(m *Statistics) *float64 { return &m.PastEstimate }),
	realField("overrun", "Overrun", "largest run time over estimate of such a job",
		func(m *Statistics) *float64 { return &m.Overrun }),
	realField("spread", "Spread", "parameter sum of the beta distribution of run time over estimate (assumed)",
		func(m *Statistics) *float64 { return &m.Spread }),
	realField("correlation", "Correlation", "of width and estimate in the copula (assumed)",
		func(m *Statistics) *float64 { return &m.Correlation }),
}

// parameters returns the fields as parameters, with their values as defaults. The ranges are
// those of [Statistics.Validate] and depend on each other.
func (m Statistics) parameters() []Parameter {
	var parameters []Parameter
	for _, f := range statistics {
		p := Parameter{Name: f.name, Usage: f.usage, Low: math.Inf(-1), High: math.Inf(1)}
		if f.whole != nil {
			p.Default, p.Low, p.High, p.Whole = float64(*f.whole(&m)), 0, 1e9, true
		} else {
			p.Default = *f.value(&m)
		}
		parameters = append(parameters, p)
	}
	return parameters
}

// build returns the generator of the statistics with the values of s.
func (m Statistics) build(s settings) (Generator, error) {
	if s.ticks > 1 {
		return nil, &optgap.FieldError{
			Field: "ticks", Found: "more than one a second", Expected: "1, as model " + m.Name + " draws whole seconds",
		}
	}
	m.Machine = s.machine
	for _, f := range statistics {
		if f.whole != nil {
			*f.whole(&m) = int64(s.values[f.name])
		} else {
			*f.value(&m) = s.values[f.name]
		}
	}
	_, beta := s.given["beta"]
	switch {
	case beta && m.MeanInterarrival != 0:
		return nil, &optgap.FieldError{Field: "beta", Found: "a value", Expected: "none without mean_interarrival=0"}
	case m.CommonShare != 0 && len(m.Common) == 0:
		return nil, &optgap.FieldError{
			Field: "common_share", Found: fmt.Sprint(m.CommonShare),
			Expected: "0, as no estimates of model " + m.Name + " are known to be common",
		}
	}
	f, err := m.fit()
	if err != nil {
		return nil, renamed(err)
	}
	p := preset{fit: f, notes: s.notes(every), stretch: 1}
	if s.load > 0 {
		gap := cutMean(m.Alpha, f.interarrival.Lambda, m.MaxInterarrival)
		p.stretch = f.meanArea() / float64(m.Machine) / gap / s.load
	}
	return p, nil
}

// renamed returns the error with the name of the parameter in the place of the field.
func renamed(err error) error {
	var wrong *optgap.FieldError
	if !errors.As(err, &wrong) {
		return err
	}
	for _, f := range statistics {
		if f.field == wrong.Field {
			return &optgap.FieldError{Field: f.name, Found: wrong.Found, Expected: wrong.Expected}
		}
	}
	return err
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
	low, sum := -float64(farthest), 0.0
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
		d, most := float64(v), float64(f.MaxRunTime)
		within := d * mean
		if d > most {
			within = d*mean*up.CDF(most/d) + most*f.fraction.Survival(most/d)
		}
		means[i] = (1-f.PastEstimate)*within + f.PastEstimate*min(d, most)
	}
	return means
}
