package dutot2004

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/moldable/algorithm"
	"github.com/optgap/optgap/bench/moldable/instances"
)

// beyond is the average ratio from which an algorithm is out of the range of a figure, as the paper leaves Gang out of
// Figure 3.
const beyond = 6.0

// Figures returns Figures 3 to 7 and one of the bounds, by name. Figures 3 to 6 have two
// plots for each reading, minsum and makespan, and one scale. The area about a line goes
// from the least to the largest ratio of a run.
func (m *Measured) Figures() map[string]figure.Figure {
	all := map[string]figure.Figure{"figure-7": m.timeFigure(), "bounds": m.boundsFigure()}
	var values []float64
	figures := make(map[string]figure.Figure)
	for _, name := range m.Models {
		f := m.ratioFigure(name)
		for _, p := range f.Plots {
			for _, l := range p.Lines {
				values = append(values, slices.Concat(l.Low, l.High)...)
			}
		}
		figures[fmt.Sprintf("figure-%d", figureOf(name))] = f
	}
	for name, f := range figures {
		f.Covered = values
		all[name] = f
	}
	return all
}

// ratioFigure returns one of Figures 3 to 6.
func (m *Measured) ratioFigure(name string) figure.Figure {
	title := strings.ToUpper(titles[name][:1]) + titles[name][1:]
	f := figure.Figure{
		Title:   fmt.Sprintf("Figure %d. %s on %d processors", figureOf(name), title, m.Machine),
		Columns: 2, OneScale: true,
	}
	out := map[string]bool{}
	for _, r := range m.shown(name) {
		words := readingWords(r)
		if name == "cirne" {
			words = ""
		}
		f.Plots = append(f.Plots,
			m.plot(name, r, words, "minsum over the printed value", byMinsum, out),
			m.plot(name, r, words, "makespan over its bound", byMakespan, out))
	}
	f.Subtitle = fmt.Sprintf("Average, least and most of %s", format.Count(int64(m.Runs), "run"))
	if len(out) > 0 {
		f.Subtitle += fmt.Sprintf("; without %s where it is %g or more on average",
			strings.Join(slices.Sorted(maps.Keys(out)), ", "), beyond)
	}
	return f
}

// plot returns a plot with a line for each algorithm. Algorithms that are out of range are added to out.
func (m *Measured) plot(
	name string, r instances.Reading, title, what string, by criterion, out map[string]bool,
) figure.Plot {
	p := figure.Plot{Title: title, X: "jobs", Y: what, TicksAtX: true, LogX: true, LogY: true}
	for _, a := range append(others(), algorithm.ListWSPT.Name) {
		l := m.line(labels[a], kind{name, r}, a, func(c Cell) *Ratio { return *by.of(&c) })
		l.Of = a
		if len(l.Y) > 0 && slices.Max(l.Y) >= beyond {
			out[l.Name] = true
			continue
		}
		p.Lines = append(p.Lines, l)
	}
	return p
}

// line returns a line of averages by the number of jobs, and about it the area from the least to the largest.
func (m *Measured) line(name string, k kind, of string, value func(Cell) *Ratio) figure.Line {
	l := figure.Line{Name: name}
	for _, n := range m.Jobs {
		if c, ok := m.Cell(k.name, k.reading, n, of); ok && value(c) != nil {
			l.X, l.Y = append(l.X, float64(n)), append(l.Y, value(c).Average)
			l.Low, l.High = append(l.Low, value(c).Least), append(l.High, value(c).Most)
		}
	}
	return l
}

// timeFigure returns Figure 7.
func (m *Measured) timeFigure() figure.Figure {
	p := figure.Plot{X: "jobs", Y: "computation time [s]", TicksAtX: true, LogX: true, LogY: true}
	kinds, names := m.kinds(short, " = ")
	for i, k := range kinds {
		l := m.line(names[i], k, ours, func(c Cell) *Ratio { return &Ratio{Average: c.MeanSeconds} })
		l.Low, l.High = nil, nil
		p.Lines = append(p.Lines, l)
	}
	return figure.Figure{Title: "Figure 7. Time of the bi-criteria algorithm", Plots: []figure.Plot{p}}
}

// boundsFigure returns a figure of the minsum ratio of the bi-criteria algorithm to each
// bound.
func (m *Measured) boundsFigure() figure.Figure {
	f := figure.Figure{
		Title: "Minsum of the bi-criteria algorithm over bounds, and over the best schedule", Columns: 2, OneScale: true,
	}
	kinds, names := m.kinds(short, " = ")
	for i, k := range kinds {
		p := figure.Plot{Title: names[i], X: "jobs", Y: "ratio", TicksAtX: true, LogX: true, LogY: true}
		for j, to := range []string{"printed value, no bound", "relaxed", "largest bound", "best schedule"} {
			l := m.line(to, k, ours, func(c Cell) *Ratio { return *criteria[j].of(&c) })
			l.Low, l.High = nil, nil
			p.Lines = append(p.Lines, l)
		}
		f.Plots = append(f.Plots, p)
	}
	return f
}
