package report

import (
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/internal/results/methodstats"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
)

// EffortFigures returns the figures of gaps and times of the methods, by name:
//
//	gaps   share of steps whose gap is at most so large
//	times  share of steps that ended within a time, for any reason
//
// A figure is missing where no result has a value.
func EffortFigures(c *methodstats.Comparison, title string) map[string]figure.Figure {
	gaps := c.Values(func(r *record.Result) (float64, bool) {
		if r.Gap == nil || !summary.Solved(r) {
			return 0, false
		}
		return *r.Gap * 100, true
	})
	times := c.Values(func(r *record.Result) (float64, bool) { return r.SolveSeconds, r.SolveSeconds > 0 })
	figures := map[string]figure.Figure{}
	if p := shareOfSteps(c, gaps, "gap of at most [%]"); len(p.Lines) > 0 {
		figures["gaps"] = onePlot("Gaps between schedule and bound", title, p)
	}
	if p := shareOfSteps(c, times, "time per step [s]"); len(p.Lines) > 0 {
		p.LogX = true
		figures["times"] = onePlot("Computation times, however the step ended", title, p)
	}
	return figures
}

// shareOfSteps returns a plot of the share of all steps up to each value. It has a line for each
// method that has values.
func shareOfSteps(c *methodstats.Comparison, values [][]float64, x string) figure.Plot {
	p := figure.Plot{X: x, Y: "share of steps", Percent: true}
	for k, name := range c.Methods {
		if line, reached := stepsUpTo(values[k], len(c.Steps)); reached > 0 {
			line.Name = name
			p.Lines = append(p.Lines, line)
		}
	}
	return p
}
