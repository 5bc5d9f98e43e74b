package streit2002

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/simulate/performance"
)

// figures returns Figure 1 and, where there are factors, Figures 2 to 8. Each has a plot for
// each trace.
func figures(measured []Measured) figure.Set {
	all := figure.Set{}
	if f := figure1(measured); len(f.Plots) > 0 {
		all["figure-1"] = f
	}
	for _, f := range printed().Figures {
		metric := performance.ByKey(f.Metric)
		shown := figure.Figure{Title: f.Title}
		for _, m := range measured {
			if len(m.Factors) > 0 {
				shown.Plots = append(shown.Plots, m.plot(metric, printed().Lists[f.Lines]))
			}
		}
		if len(shown.Plots) > 0 {
			all[f.Name] = alone(shown)
		}
	}
	return all
}

// leastBand is the number of sets from which on a figure has intervals: that of two is as wide as
// the figure.
const leastBand = 3

// plot returns a metric of the named runs at the factors of the figures: the mean over the sets
// and, of leastBand or more, its 99 % interval. Values are at least 0, and so are the intervals.
func (m *Measured) plot(metric performance.Metric, names []string) figure.Plot {
	p := report.MetricPlot(metric, nil)
	p.Title = m.Name + ": " + m.About
	if len(m.Sets) > 1 {
		p.Title = m.Name + ": mean of " + m.About
	}
	factors := slices.SortedFunc(
		slices.Values(m.Factors),
		func(a, b float64) int { return cmp.Compare(b, a) },
	)
	for _, s := range printed().Replays {
		if !slices.Contains(names, nameOf(s.Name)) {
			continue
		}
		values := lists.Each(
			factors,
			func(f float64) []float64 { return m.values(metric, nameOf(s.Name), f) },
		)
		few := func(of []float64) bool { return len(of) > 0 && len(of) < leastBand }
		l := statement.Line(
			s.Name,
			s.Scheduler,
			factors,
			!slices.ContainsFunc(values, few),
			func(i int) statement.Estimate {
				e := statement.Mean(values[i])
				e.Low = max(e.Low, 0)
				return e
			},
		)
		if len(l.Points) > 0 {
			p.Lines = append(p.Lines, l)
		}
	}
	return p
}

// values returns a metric of a scheduler at a factor in each set that has it. Those of an
// interrupted run lack some.
func (m *Measured) values(
	metric performance.Metric,
	scheduler string,
	factor float64,
) []float64 {
	all := m.numbers.Numbers(metric.Key, scheduler, format.Exact(factor))
	if metric.Share { // which numbers have in percent
		floats.Scale(0.01, all)
	}
	return all
}

// figure1 shows the distributions of estimates and run times: the share of the jobs up to
// each time. The jobs are those of the first set, or of the trace where no set was drawn.
func figure1(measured []Measured) figure.Figure {
	var columns []report.WorkloadColumn
	for _, m := range measured {
		columns = append(
			columns,
			report.WorkloadColumn{Name: m.Name, Analysis: cmp.Or(m.Sets[0].Set, m.Trace)},
		)
	}
	f := report.RunTimeFigure(columns)
	f.Title = "Figure 1. Distributions of estimated and actual run times"
	f.Subtitle = ""
	return alone(f)
}

// alone moves the title of a single plot to the subtitle of the figure.
func alone(f figure.Figure) figure.Figure {
	if len(f.Plots) == 1 {
		f.Subtitle = f.Plots[0].Title
		f.Plots[0].Title = ""
	}
	return f
}
