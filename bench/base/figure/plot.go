package figure

import (
	"cmp"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/bench/base/format"
)

// A layer draws one part of a line. It takes part in the range of the axes and hides the
// boxes of its marks. Those boxes would move the frame inwards, and marks may stand on the
// frame.
type layer struct {
	plot.Plotter
	plot.DataRanger
}

// build returns the plot. frame is the approximate size of its frame in points. The axes cover the
// common ranges.
func (p Plot) build(styles map[string]style, frame vg.Point, common ranges) *plot.Plot {
	g := canvas.NewPlot()
	g.X.Label.Text, g.Y.Label.Text = p.xName(), p.Y
	g.Add(canvas.Drawing(p.outline))
	if p.bars() {
		p.addBars(g, styles, frame.X)
	} else {
		p.addLines(g, styles)
	}
	if common.y != nil {
		g.Y.Min, g.Y.Max = common.y.low, common.y.high
	}
	if common.x != nil && !p.bars() {
		g.X.Min, g.X.Max = common.x.low, common.x.high
	}
	if p.Diagonal {
		g.X.Min, g.X.Max = min(g.X.Min, g.Y.Min), max(g.X.Max, g.Y.Max)
		g.Y.Min, g.Y.Max = g.X.Min, g.X.Max
	}
	p.scaleX(&g.X, int(frame.X/30), frame.X)
	p.scaleY(&g.Y, int(frame.Y/20))
	if p.Diagonal && p.LogX { // marks of one axis are those of the other
		g.Y.Min, g.Y.Max, g.Y.Scale, g.Y.Tick.Marker = g.X.Min, g.X.Max, g.X.Scale, g.X.Tick.Marker
	}
	if len(p.Categories) > 0 {
		g.X.Tick.Label.YAlign = -1.1 // a share of the height of several lines
	}
	if p.bars() {
		p.nameBars(g, frame.X)
	}
	return g
}

// addLines adds the lines of the plot, their bands and their marks.
func (p Plot) addLines(g *plot.Plot, styles map[string]style) {
	for _, l := range slices.Backward(p.Lines) {
		if l.High != nil {
			lower, upper := points(l.X, l.lower()), points(l.X, l.High)
			slices.Reverse(upper)
			area := &plotter.Polygon{XYs: []plotter.XYs{append(lower, upper...)}, Color: styles[l.Name].band()}
			g.Add(layer{area, area})
		}
	}
	painted := slices.Clone(p.Lines)
	if !p.stairs() { // The first line is on top. The first of stairs is below, as it often has no dashes.
		slices.Reverse(painted)
	}
	var marks []plot.Plotter // above all lines
	for _, l := range painted {
		s := styles[l.Name]
		line := &plotter.Line{XYs: points(l.X, l.Y), LineStyle: s.line()}
		if l.Stairs {
			line.StepStyle = plotter.PostStep
			g.Add(layer{stairs(*line), stairs(*line)})
			continue
		}
		if !l.Dots {
			g.Add(layer{line, line})
		}
		if w := l.whiskers(draw.LineStyle{Color: s.Hue.Colour(), Width: 0.8}); w != nil {
			g.Add(layer{w, w})
		}
		dots := &plotter.Scatter{XYs: line.XYs, GlyphStyle: s.glyph()}
		marks = append(marks, layer{dots, dots})
	}
	g.Add(marks...)
}

// whiskers draws the intervals of a line, nil if it has none.
func (l Line) whiskers(stroke draw.LineStyle) *plotter.YErrorBars {
	w := &plotter.YErrorBars{LineStyle: stroke, CapWidth: 4}
	for i := range l.To {
		if format.Finite(l.X[i]) && format.Finite(l.Y[i]) && format.Finite(l.From[i]) && format.Finite(l.To[i]) {
			w.XYs = append(w.XYs, plotter.XY{X: l.X[i], Y: l.Y[i]})
			w.YErrors = append(w.YErrors, struct{ Low, High float64 }{l.Y[i] - l.From[i], l.To[i] - l.Y[i]})
		}
	}
	if len(w.XYs) == 0 {
		return nil
	}
	return w
}

// lower returns the lower ends of the shaded area.
func (l Line) lower() []float64 {
	if l.Low != nil {
		return l.Low
	}
	return l.Y
}

// outline draws the frame of a plot.
func (p Plot) outline(dc draw.Canvas, _ *plot.Plot) {
	if p.Diagonal {
		dc.StrokeLine2(canvas.Tick, dc.Min.X, dc.Min.Y, dc.Max.X, dc.Max.Y)
	}
	canvas.Outline(dc, canvas.Tick, dc.Rectangle)
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
type stairs plotter.Line

func (s stairs) Plot(dc draw.Canvas, p *plot.Plot) {
	const visible = vg.Length(0.15)
	toX, toY := p.Transforms(&dc)
	at := plotter.XY{X: p.X.Min}
	line := plotter.Line(s)
	line.XYs = plotter.XYs{at}
	for i, pt := range s.XYs {
		if i+1 < len(s.XYs) && toX(pt.X)-toX(at.X) < visible && toY(pt.Y)-toY(at.Y) < visible {
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
	return xmin, xmax, min(ymin, 0), max(ymax, 0)
}
