package dutot2004

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/papers/statement"
)

// beyond is the average ratio from which an algorithm is out of the range of a figure, as the paper leaves Gang out of
// Figure 3.
const beyond = 6.0

// Figures returns Figures 3 to 7 and one of the bounds, by name. Figures 3 to 6 have two
// plots for each reading, minsum and makespan, and one scale. The area about a line goes
// from the least to the largest ratio of a run.
func (m *Measured) Figures() map[string]figure.Figure {
	var values []float64
	all := make(map[string]figure.Figure)
	for _, name := range m.Models {
		f := m.ratioFigure(name)
		for _, p := range f.Plots {
			for _, l := range p.Lines {
				values = append(values, slices.Concat(l.Low, l.High)...)
			}
		}
		all[fmt.Sprintf("figure-%d", workload{name: name}.figure())] = f
	}
	for name, f := range all {
		f.Covered = values
		all[name] = f
	}
	all["figure-7"] = figure.Figure{
		Title: "Figure 7. Time of the bi-criteria algorithm",
		Plots: []figure.Plot{m.plot("", "computation time [s]", m.times(), false)},
	}
	all["bounds"] = m.boundsFigure()
	return all
}

// ratioFigure returns one of Figures 3 to 6.
func (m *Measured) ratioFigure(name string) figure.Figure {
	title := strings.ToUpper(titles[name][:1]) + titles[name][1:]
	f := figure.Figure{
		Title:   fmt.Sprintf("Figure %d. %s on %d processors", workload{name: name}.figure(), title, m.Machine),
		Columns: 2, OneScale: true,
		Subtitle: "Average, least and most of " + format.Count(int64(m.Runs), "run"),
	}
	out := map[string]bool{}
	inside := func(w workload, by criterion) []curve {
		return slices.DeleteFunc(m.curves(w, by), func(c curve) bool {
			far := slices.ContainsFunc(c.ratios, func(r *Ratio) bool { return r != nil && r.Average >= beyond })
			if far {
				out[c.name] = true
			}
			return far
		})
	}
	for _, r := range m.Readings {
		w, words := workload{name, r}, readingWords(r)
		if name == "cirne" {
			words = ""
		}
		if name != "cirne" || len(f.Plots) == 0 { // its readings are the same
			f.Plots = append(f.Plots, m.plot(words, "minsum over the printed value", inside(w, byMinsum), true),
				m.plot(words, "makespan over its bound", inside(w, byMakespan), true))
		}
	}
	if len(out) > 0 {
		f.Subtitle += fmt.Sprintf("; without %s where it is %g or more on average",
			strings.Join(slices.Sorted(maps.Keys(out)), ", "), beyond)
	}
	return f
}

// plot returns a plot with a line for each curve. ranged lines have an area from the least to the largest ratio.
func (m *Measured) plot(title, what string, curves []curve, ranged bool) figure.Plot {
	p := figure.Plot{Title: title, X: "jobs", Y: what, TicksAtX: true, LogX: true, LogY: true}
	jobs := frame.Each(m.Jobs, func(n int) float64 { return float64(n) })
	for _, c := range curves {
		p.Lines = append(p.Lines, statement.Line(c.name, c.of, jobs, ranged, func(i int) statement.Estimate {
			if r := c.ratios[i]; r != nil {
				return statement.Between(r.Average, r.Least, r.Most)
			}
			return statement.Estimate{}
		}))
	}
	return p
}

// boundsFigure returns a figure of the minsum ratio of the bi-criteria algorithm to each
// bound.
func (m *Measured) boundsFigure() figure.Figure {
	f := figure.Figure{
		Title: "Minsum of the bi-criteria algorithm over bounds, and over the best schedule", Columns: 2, OneScale: true,
	}
	kinds, names := m.kinds(workload.short, " = ")
	for i, w := range kinds {
		var curves []curve
		for by, to := range []string{"printed value, no bound", "relaxed", "largest bound", "best schedule"} {
			curves = append(curves, m.curve(to, w, ours, criterion(by)))
		}
		f.Plots = append(f.Plots, m.plot(names[i], "ratio", curves, false))
	}
	return f
}
