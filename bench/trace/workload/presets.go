package workload

import (
	"iter"
	"math"
	"reflect"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"
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

// fields yields the fields that are parameters of a model.
func (m *Statistics) fields() iter.Seq2[reflect.StructTag, reflect.Value] {
	return func(yield func(reflect.StructTag, reflect.Value) bool) {
		v := reflect.ValueOf(m).Elem()
		for i := range v.NumField() {
			if tag := v.Type().Field(i).Tag; tag != "" && !yield(tag, v.Field(i)) {
				return
			}
		}
	}
}

// parameters returns the fields as parameters, with their values as defaults. The ranges depend
// on each other, see fit.
func (m Statistics) parameters() (all []Parameter) {
	for tag, v := range m.fields() {
		p := Parameter{Name: tag.Get("name"), Usage: tag.Get("usage"), Low: math.Inf(-1), High: math.Inf(1)}
		if v.CanInt() {
			p.Default, p.Low, p.High, p.Whole = float64(v.Int()), 0, 1e9, true
		} else {
			p.Default = v.Float()
		}
		all = append(all, p)
	}
	return all
}

// build returns the generator of the statistics with the values of s.
func (m Statistics) build(s settings) (Generator, error) {
	if s.ticks > 1 {
		return nil, invalid("ticks", "more than one a second", "1, as model "+m.Name+" draws whole seconds")
	}
	m.Machine = s.machine
	for tag, v := range m.fields() {
		if x := s.values[tag.Get("name")]; v.CanInt() {
			v.SetInt(int64(x))
		} else {
			v.SetFloat(x)
		}
	}
	_, beta := s.given["beta"]
	switch {
	case beta && m.MeanInterarrival != 0:
		return nil, invalid("beta", "a value", "none without mean_interarrival=0")
	case m.CommonShare != 0 && len(m.Common) == 0:
		return nil, invalid("common_share", m.CommonShare,
			"0, as no estimates of model "+m.Name+" are known to be common")
	}
	f, err := m.fit()
	if err != nil {
		return nil, err
	}
	stretch := 1.0
	if s.load > 0 {
		gap := cutMean(m.Alpha, f.interarrival.Lambda, m.MaxInterarrival)
		stretch = f.meanArea() / float64(m.Machine) / gap / s.load
	}
	begin := func(seed uint64) sequence { return f.begin(seed, stretch) }
	return source{m.Machine, s.notes(every), begin}, nil
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
