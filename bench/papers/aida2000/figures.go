package aida2000

import (
	"fmt"
	"strings"

	"github.com/optgap/optgap/bench/base/figure"
)

// Figures returns Figures 2 to 10 by name, such as "figure-2". A figure is missing where its
// model was not simulated. Those of utilisation have one scale, and so have those of slowdown ratios.
func (s Study) Figures(samples []Sample) map[string]figure.Figure {
	r := s.results(samples)
	figures, shown := make(map[string]figure.Figure), map[bool][]float64{}
	for _, f := range []struct {
		number   int
		model    string
		slowdown bool
	}{
		{2, "uniform", false}, {3, "uniform", true}, {4, "harmonic", false}, {5, "harmonic", true}, {6, "power2", false},
		{7, "power2", true}, {8, "square", false}, {9, "multi10", false}, {10, feitelson, false},
	} {
		name, value := "Processor utilization", func(p Point) float64 { return p.Utilisation }
		if f.slowdown {
			name, value = "Slowdown ratio", func(p Point) float64 { return p.SlowdownRatio }
		}
		plot := figure.Plot{X: "load", Y: strings.ToLower(name), Percent: !f.slowdown, TicksAtX: true}
		plot.Lines = r.lines(f.model, value)
		if len(plot.Lines) == 0 {
			continue
		}
		for _, l := range plot.Lines {
			shown[f.slowdown] = append(shown[f.slowdown], l.Y...)
		}
		figures[fmt.Sprintf("figure-%d", f.number)] = figure.Figure{
			Title:    fmt.Sprintf("Figure %d: %s (%s)", f.number, name, titles[f.model]),
			Subtitle: s.Title(), Plots: []figure.Plot{plot}, OneScale: true,
		}
	}
	for name, f := range figures {
		f.Covered = shown[!f.Plots[0].Percent]
		figures[name] = f
	}
	return figures
}

// lines returns a line for each scheduler. As in the paper, SJF/First-Fit is missing where
// SJF is there.
func (r results) lines(model string, value func(Point) float64) (lines []figure.Line) {
	for _, scheduler := range r.study.Schedulers {
		line := figure.Line{Name: legend[scheduler], Of: scheduler}
		for _, load := range r.study.Loads {
			if p, ok := r.points[key{model, scheduler, load}]; ok {
				line.X, line.Y = append(line.X, load), append(line.Y, value(p))
			}
		}
		_, drawn := r.points[key{model, smallest, r.study.Loads[0]}]
		if len(line.X) > 0 && !(scheduler == fitSmallest && drawn) {
			lines = append(lines, line)
		}
	}
	return lines
}
