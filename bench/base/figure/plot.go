package figure

import (
	"cmp"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
)

// drawnPlot is a plot with what its lines look like.
type drawnPlot struct {
	Plot
	looks          map[string]canvas.Look
	bars           bool // each line has one point, and all points have the same x value
	timesX, timesY bool // the marks of a logarithmic axis have units, and its name none
}

// drawn returns the plot with looks. The names of bars are categories.
func (p Plot) drawn(looks map[string]canvas.Look) drawnPlot {
	d := drawnPlot{Plot: p, looks: looks, bars: p.isBars()}
	if name, ok := strings.CutSuffix(p.X, seconds); ok && p.LogX {
		d.X, d.timesX = name, true
	}
	if d.bars {
		if d.X != "" {
			d.X += ": " + d.xText(p.Lines[0].X[0])
		}
		d.LogX, d.Falling = false, false
		d.Categories = lists.Each(p.Lines, func(l Line) string { return looks[l.Name].Name })
	}
	return d
}

// choose makes the y axis logarithmic where its range asks for that. Marks of times on such an axis have units.
func (p *drawnPlot) choose(y plot.Axis) {
	const spread = 20 // largest over least value from which a linear axis hides the small ones
	p.LogY = p.LogY || !p.Percent && !p.bars && y.Min > 0 && y.Max > spread*y.Min
	if name, ok := strings.CutSuffix(p.Y, seconds); ok && p.LogY {
		p.Y, p.timesY = name, true
	}
}

// isBars reports whether the lines are drawn as bars. Bars begin at 0, which a logarithmic axis does not have.
func (p Plot) isBars() bool {
	other := func(l Line) bool { return l.Stairs || l.Dots || len(l.X) != 1 || l.X[0] != p.Lines[0].X[0] }
	return !p.LogY && len(p.Lines) > 0 && !slices.ContainsFunc(p.Lines, other)
}

// ranged is a part of a line that takes part in the range of the axes.
type ranged interface {
	plot.Plotter
	plot.DataRanger
}

// A layer hides the boxes of marks. They would move the frame inwards, and marks may stand on the frame.
type layer struct{ ranged }

func add(g *plot.Plot, part ranged) { g.Add(layer{part}) }

// content returns the plot with its lines, but not yet its axes. width is the approximate width of its frame.
func (p drawnPlot) content(width vg.Length) *plot.Plot {
	g := canvas.NewPlot()
	if p.bars {
		p.addBars(g, width)
	} else {
		p.addLines(g)
	}
	g.Add(canvas.Framed)
	return g
}

// addBars adds a bar for each line, in their order, from 0 to the value of the line. A lighter part goes on to
// the upper end.
func (p drawnPlot) addBars(g *plot.Plot, width vg.Length) {
	const share = 0.64 // of the distance between bars
	for i, l := range p.Lines {
		l.X = []float64{float64(i)}
		if !format.Finite(l.Y[0]) {
			continue
		}
		part := func(length float64, c color.Color) *plotter.BarChart {
			return &plotter.BarChart{
				Values: plotter.Values{length}, XMin: l.X[0], Color: c, Width: share * width / vg.Length(len(p.Lines)),
			}
		}
		colour := p.looks[l.Name].Hue.Colour()
		sure := part(l.Y[0], colour)
		add(g, sure)
		if l.High != nil && format.Finite(l.High[0]) {
			doubtful := part(l.High[0]-l.Y[0], canvas.Lighter(colour, 0.62))
			doubtful.StackOn(sure)
			add(g, doubtful)
		}
		for _, stroke := range []draw.LineStyle{{Color: color.White, Width: 2}, {Color: canvas.Ink, Width: 0.8}} {
			l.addWhiskers(g, stroke) // with a rim, which sets it off from dark bars
		}
	}
}

// addLines adds the lines of the plot, their bands and their marks. The first line is on top. The first of stairs is
// below, as it often has no dashes.
func (p drawnPlot) addLines(g *plot.Plot) {
	for _, l := range slices.Backward(p.Lines) {
		if l.High != nil {
			upper, band := points(l.X, l.High), p.looks[l.Name].Hue.Colour()
			slices.Reverse(upper)
			band.A = 0x30
			add(g, &plotter.Polygon{XYs: []plotter.XYs{append(points(l.X, l.lower()), upper...)}, Color: band})
		}
	}
	for k := range p.Lines {
		if l := p.Lines[k]; l.Stairs {
			line := plotter.Line{XYs: points(l.X, l.Y), LineStyle: p.looks[l.Name].Line(), StepStyle: plotter.PostStep}
			add(g, stairs{line, l.Before})
		}
	}
	for _, l := range slices.Backward(p.Lines) {
		if !l.Stairs && !l.Dots {
			add(g, &plotter.Line{XYs: points(l.X, l.Y), LineStyle: p.looks[l.Name].Line()})
		}
	}
	for _, l := range slices.Backward(p.Lines) { // above all lines
		if !l.Stairs {
			l.addWhiskers(g, draw.LineStyle{Color: p.looks[l.Name].Hue.Colour(), Width: 0.8})
			add(g, &plotter.Scatter{XYs: points(l.X, l.Y), GlyphStyle: p.looks[l.Name].Glyph()})
		}
	}
}

// addWhiskers adds the intervals of a line.
func (l Line) addWhiskers(g *plot.Plot, stroke draw.LineStyle) {
	w := &plotter.YErrorBars{LineStyle: stroke, CapWidth: 4}
	for i := range l.To {
		if format.Finite(l.X[i]) && format.Finite(l.Y[i]) && format.Finite(l.From[i]) && format.Finite(l.To[i]) {
			w.XYs = append(w.XYs, plotter.XY{X: l.X[i], Y: l.Y[i]})
			w.YErrors = append(w.YErrors, struct{ Low, High float64 }{l.Y[i] - l.From[i], l.To[i] - l.Y[i]})
		}
	}
	if len(w.XYs) > 0 {
		add(g, w)
	}
}

// lower returns the lower ends of the shaded area.
func (l Line) lower() []float64 {
	if l.Low != nil {
		return l.Low
	}
	return l.Y
}

// points returns the points with finite values in the order of x.
func points(xs, ys []float64) plotter.XYs {
	var points plotter.XYs
	for i := range xs {
		if format.Finite(xs[i]) && format.Finite(ys[i]) {
			points = append(points, plotter.XY{X: xs[i], Y: ys[i]})
		}
	}
	slices.SortStableFunc(points, func(a, b plotter.XY) int { return cmp.Compare(a.X, b.X) })
	return points
}

// stairs is a line in steps from 0 at the left side of the frame to its right side. Points
// too close to be seen apart are passed over.
type stairs struct {
	plotter.Line
	before float64
}

func (s stairs) Plot(dc draw.Canvas, p *plot.Plot) {
	const visible = 0.15 // pt
	toX, toY := p.Transforms(&dc)
	at := plotter.XY{X: p.X.Min, Y: s.before}
	line := s.Line
	line.XYs = plotter.XYs{at}
	for i, pt := range s.XYs {
		if i+1 < len(s.XYs) && toX(pt.X)-toX(at.X) < visible && math.Abs(float64(toY(pt.Y)-toY(at.Y))) < visible {
			continue
		}
		line.XYs = append(line.XYs, pt)
		at = pt
	}
	line.XYs = append(line.XYs, plotter.XY{X: p.X.Max, Y: at.Y})
	line.Plot(dc, p)
}

func (s stairs) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax, ymin, ymax = plotter.XYRange(s.XYs)
	return xmin, xmax, min(ymin, 0), max(ymax, s.before)
}
