package report

import (
	"math"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/bymethod"
	"github.com/optgap/optgap/bench/results/summary"
)

// EffortFigures returns what methods achieve on the steps, by name:
//
//	gaps   share of steps whose gap is at most so large
//	times  share of steps that were done with within a time, however they ended
//
// There is no figure of what no result has.
func EffortFigures(c *bymethod.Comparison, title string) map[string]figure.Figure {
	gaps := c.Values(func(r *record.Result) (float64, bool) {
		if r.Gap == nil || !summary.Solved(r) {
			return 0, false
		}
		return *r.Gap * 100, true
	})
	times := c.Values(func(r *record.Result) (float64, bool) { return r.SolveSeconds, r.SolveSeconds > 0 })
	figures := map[string]figure.Figure{}
	if p := shares(c, gaps, figure.Plot{X: "gap of at most [%]", Y: "share of steps", Percent: true}); len(p.Lines) > 0 {
		figures["gaps"] = figure.Figure{Title: "Gaps between schedule and bound", Subtitle: title, Plots: []figure.Plot{p}}
	}
	if p := shares(c, times, figure.Plot{X: "time per step [s]", Y: "share of steps", Percent: true, LogX: true}); len(p.Lines) > 0 {
		figures["times"] = figure.Figure{Title: "Computation times, however the step ended", Subtitle: title, Plots: []figure.Plot{p}}
	}
	return figures
}

// shares adds to the plot the share of all steps up to each value, a line for each method that
// has values.
func shares(c *bymethod.Comparison, values [][]float64, p figure.Plot) figure.Plot {
	for k, name := range c.Methods {
		curve := bymethod.Cactus(values[k])
		if curve.At(math.Inf(1)) == 0 {
			continue
		}
		for i := range curve.Y {
			curve.Y[i] /= float64(len(c.Steps))
		}
		p.Lines = append(p.Lines, figure.Line{Name: name, X: curve.X, Y: curve.Y, Stairs: true})
	}
	return p
}
