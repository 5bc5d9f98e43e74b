package report

import (
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/sweep"
)

// SweepFigures returns a figure of all performance metrics that are plotted, called "metrics", and with several
// shrinking factors one for each, by its key. Metrics that no run has are left out. "bounds" and "widths" are
// [PossibleFigure] and [WidthFigure].
func SweepFigures(title string, runs []sweep.Run) map[string]figure.Figure {
	figures := map[string]figure.Figure{}
	all := figure.Figure{Title: title}
	several := len(lists.Distinct(runs, func(r sweep.Run) float64 { return r.ShrinkingFactor() })) > 1
	measured := lists.Each(runs, func(r sweep.Run) *performance.Metrics { return r.Metrics })
	for _, m := range performance.Known(measured...) {
		if m.Title == "" {
			continue
		}
		p := MetricPlot(m, runs)
		if several {
			figures[m.Key] = onePlot(m.Title, title, p)
		} else if runs[0].ShrinkingFactor() == 1 {
			p.X = ""
		}
		p.Title, p.Y = m.Heading(), "" // the title has the unit
		all.Plots = append(all.Plots, p)
	}
	if len(all.Plots) > 0 {
		figures["metrics"] = all
	}
	if f, ok := PossibleFigure(runs); ok {
		figures["bounds"] = f
	}
	if f, ok := WidthFigure(runs); ok {
		figures["widths"] = f
	}
	return figures
}

// MetricPlot returns a performance metric of runs against the shrinking factor, a
// line for each label. The load rises to the right, so the factor falls. Averages over jobs have 95 % intervals.
func MetricPlot(m performance.Metric, runs []sweep.Run) figure.Plot {
	p := figure.Plot{X: "shrinking factor", Y: m.Axis(), Percent: m.Share, Falling: true}
	p.Lines = figure.Lines(MetricMarks(m, runs))
	return p
}

// MetricMarks returns the marks of a performance metric in the runs that have it.
func MetricMarks(m performance.Metric, runs []sweep.Run) (marks []figure.Mark) {
	for _, r := range runs {
		v, ok := r.Numbers[m.Key]
		if !ok {
			continue
		}
		mark := figure.Mark{Line: r.Label(), Of: r.Scheduler, X: r.ShrinkingFactor(), Y: figure.Exactly(v)}
		if i, ok := r.Confidence[m.Key]; ok {
			mark.Interval = &i
		}
		marks = append(marks, mark)
	}
	return marks
}
