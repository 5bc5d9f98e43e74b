package loss

import (
	"github.com/optgap/optgap/bench/figure"
	"github.com/optgap/optgap/bench/format"
)

// what the axes and subtitles say of all figures.
const (
	axisX     = "waiting jobs; n steps; share of them proven optimal"
	axisY     = "performance loss"
	certified = "lines: certain loss, shaded: possible loss"
)

// Figures returns the mean loss of all policies against the number of waiting jobs
// ("loss-mean"), and the distribution of each policy's losses ("loss"). A line is
// the lower end of what is certified, a band reaches up to the upper end.
func Figures(title string, rows []Row) map[string]figure.Figure {
	subtitle := title + "; " + certified
	means := plot("", rows)
	for p, name := range Policies() {
		means.Lines = append(means.Lines, line(name, rows, func(r Row) Interval { return r.Policy[p].Mean }))
	}
	all := figure.Figure{Title: "Performance loss against the optimum at one second", Subtitle: subtitle, Columns: 2}
	for p, name := range Policies() {
		if name == DynP {
			name += ", the best of the three"
		}
		one := plot(name, rows)
		one.Lines = []figure.Line{
			line("95 % quantile", rows, func(r Row) Interval { return r.Policy[p].Q95 }),
			line("90 % quantile", rows, func(r Row) Interval { return r.Policy[p].Q90 }),
			line("mean", rows, func(r Row) Interval { return r.Policy[p].Mean }),
			line("median", rows, func(r Row) Interval { return r.Policy[p].Median }),
		}
		all.Plots = append(all.Plots, one)
	}
	return map[string]figure.Figure{
		"loss-mean": {Title: "Mean performance loss against the optimum at one second", Subtitle: subtitle, Plots: []figure.Plot{means}},
		"loss":      all,
	}
}

// plot returns axes with a place for each class, and what it rests on.
func plot(title string, rows []Row) figure.Plot {
	p := figure.Plot{Title: title, X: axisX, Y: axisY, Percent: true}
	for _, r := range rows {
		p.Categories = append(p.Categories, r.Class.String()+"\nn "+format.Integer(int64(r.Steps))+"\n"+share(float64(r.Proven)/float64(r.Steps), 0))
	}
	return p
}

func line(name string, rows []Row, of func(Row) Interval) figure.Line {
	l := figure.Line{Name: name}
	for i, r := range rows {
		v := of(r)
		l.X = append(l.X, float64(i))
		l.Y, l.High = append(l.Y, v.Low/100), append(l.High, v.High/100)
	}
	return l
}
