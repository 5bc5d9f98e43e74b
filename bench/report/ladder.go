package report

import (
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/simulate/clairvoyant"
)

// LadderFigure shows how far schedulers of one trace are from the best possible, and why: a line from each down to the
// bound, over the rungs that they share.
func LadderFigure(ladders []*clairvoyant.Ladder) figure.Figure {
	l := ladders[0]
	metric := l.Metric()
	p := figure.Plot{
		Y:          metric.Axis(),
		Categories: []string{"scheduler", "optimum\nof steps", "run times\nknown", "arrivals\nknown", "bound"},
	}
	for _, l := range ladders {
		p.Lines = append(p.Lines, figure.Line{
			Name: l.Scheduler, X: []float64{0, 1, 2, 3, 4}, Y: []float64{l.Value, l.Optimum, l.OptimumPerfect, l.Found, l.Bound},
		})
	}
	return figure.Figure{Title: "From the scheduler to the best possible", Subtitle: l.Trace, Plots: []figure.Plot{p}}
}
