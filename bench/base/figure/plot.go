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

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
)

// drawnPlot is a plot with what its lines look like.
type drawnPlot struct {
	Plot
	looks          map[string]Look
	bars           bool // with a category for each
	sideways       bool // values are along the horizontal axis, so that names of categories lie beside their marks
	timesX, timesY bool // the marks of a logarithmic axis have units, and its name none
}

// drawn returns the plot with looks. The names of single bars are categories.
func (p Plot) drawn(looks map[string]Look) drawnPlot {
	d := drawnPlot{Plot: p, looks: looks, bars: p.Stacked}
	if name, ok := strings.CutSuffix(p.X, seconds); ok && p.LogX {
		d.X = name
		d.timesX = true
	}
	if p.isBars() {
		if d.X != "" {
			d.X += ": " + d.xText(p.Lines[0].Points[0].X)
		}
		d.bars = true
		d.LogX = false
		d.Falling = false
		d.Categories = lists.Each(p.Lines, func(l Line) string { return looks[l.Name].Name })
		d.Lines = slices.Clone(p.Lines)
		for i := range d.Lines {
			at := d.Lines[i].Points[0]
			at.X = float64(i)
			d.Lines[i].Points = []Point{at}
		}
	}
	joined := func(l Line) bool { return !l.Dots }
	d.sideways = d.bars || len(d.Categories) > 0 && !slices.ContainsFunc(d.Lines, joined)
	return d
}

// axesOf returns the axis of places and that of values.
func (p drawnPlot) axesOf(g *plot.Plot) (place, value *plot.Axis) {
	if p.sideways {
		return &g.Y, &g.X
	}
	return &g.X, &g.Y
}

// names returns the names of the horizontal and of the vertical axis.
func (p drawnPlot) names() (across, up string) {
	if p.sideways {
		return p.Y, p.X
	}
	return p.X, p.Y
}

// choose makes the axis of values logarithmic where its range asks for that. Marks of times on such
// an axis have units.
func (p *drawnPlot) choose(value *plot.Axis) {
	const spread = 20 // largest over least value from which a linear axis hides the small ones
	p.LogY = p.LogY || !p.Percent && !p.bars && value.Min > 0 && value.Max > spread*value.Min
	if name, ok := strings.CutSuffix(p.Y, seconds); ok && p.LogY {
		p.Y = name
		p.timesY = true
	}
}

// isBars reports whether the lines are drawn as bars. Bars begin at 0, which a logarithmic axis
// does not have.
func (p Plot) isBars() bool {
	other := func(l Line) bool {
		return l.Stairs || l.Dots || len(l.Points) != 1 || l.Points[0].X != p.Lines[0].Points[0].X
	}
	return !p.LogY && !p.Stacked && len(p.Lines) > 0 && !slices.ContainsFunc(p.Lines, other)
}

// ranged is a part of a line that takes part in the range of the axes.
type ranged interface {
	plot.Plotter
	plot.DataRanger
}

// A layer hides the boxes of marks. They would move the frame inwards, and marks may stand on the
// frame.
type layer struct{ ranged }

func add(g *plot.Plot, part ranged) { g.Add(layer{part}) }

// content returns the plot with its lines, but not yet its axes.
func (p drawnPlot) content() *plot.Plot {
	g := NewPlot()
	if p.bars {
		p.addBars(g)
	} else {
		p.addLines(g)
	}
	g.Add(Framed)
	return g
}

// lighter is how much lighter the part of a bar is that is not sure.
const lighter = 0.62

// addBars adds the bars of each category, one behind the other, from 0 on. A lighter part goes on
// to the upper end. What is below 0 is drawn as an outline, back from the end of the bars before.
func (p drawnPlot) addBars(g *plot.Plot) {
	ends := make([]float64, len(p.Categories))
	for _, l := range p.Lines {
		colour := p.looks[l.Name].Hue.Colour()
		for _, at := range l.Points {
			if !format.Finite(at.Y) {
				continue
			}
			end := &ends[int(at.X)]
			next := *end + at.Y
			hint := p.hint(l, at)
			add(g, bar{at.X, *end, next, colour, hint})
			*end = next
			if at.Range != nil {
				next += at.Range.High - at.Y
				add(g, bar{at.X, *end, next, Lighter(colour, lighter), hint})
				*end = next
			}
		}
		for _, stroke := range []draw.LineStyle{{Color: color.White, Width: 2}, {Color: Ink, Width: 0.8}} {
			p.addWhiskers(g, l, stroke) // with a rim, which sets it off from dark bars
		}
	}
	g.Add(Drawing(func(dc draw.Canvas, g *plot.Plot) {
		toX, toY := g.Transforms(&dc)
		style := Small
		style.YAlign = draw.YCenter
		for i, text := range p.Behind {
			dc.FillText(style, point(toX(ends[i])+3, toY(float64(i))), text)
		}
	}))
}

// bar is a bar beside the mark of its category.
type bar struct {
	place, from, to float64
	colour          color.NRGBA
	hint            string
}

func (b bar) Plot(dc draw.Canvas, g *plot.Plot) {
	const half = 0.32 // of the distance between categories
	toX, toY := g.Transforms(&dc)
	r := vg.Rectangle{
		Min: point(toX(min(b.from, b.to)), toY(b.place+half)),
		Max: point(toX(max(b.from, b.to)), toY(b.place-half)),
	}
	fill := b.colour
	rim := color.NRGBA{0xff, 0xff, 0xff, 0xff}
	if b.to < b.from {
		fill, rim = rim, fill
	}
	dc.SetColor(fill)
	dc.Fill(r.Path())
	dc.SetLineStyle(draw.LineStyle{Color: rim, Width: 0.6})
	dc.Stroke(r.Path())
	Hint(dc, r, b.hint)
}

func (b bar) DataRange() (xmin, xmax, ymin, ymax float64) {
	return min(b.from, b.to), max(b.from, b.to), b.place, b.place
}

// addLines adds the lines of the plot, their bands and their marks. The first line is on top. The
// first of stairs is below, as it often has no dashes. A band ends in a thin line like its own, by
// which it is known in grey.
func (p drawnPlot) addLines(g *plot.Plot) {
	for _, l := range slices.Backward(p.Lines) {
		if l.ranged() {
			look := p.looks[l.Name]
			many := l.where(false)
			upper := p.points(many, func(at Point) float64 { return at.Ends().High })
			band := look.Hue.Colour()
			edge := look.Line()
			band.A = 0x30
			edge.Width = 0.4
			outline := p.points(many, func(at Point) float64 { return at.Ends().Low })
			for _, at := range slices.Backward(upper) {
				outline = append(outline, at)
			}
			add(g, &plotter.Polygon{XYs: []plotter.XYs{outline}, Color: band})
			add(g, &plotter.Line{XYs: upper, LineStyle: edge})
		}
	}
	for k := range p.Lines {
		if l := p.Lines[k]; l.Stairs {
			line := plotter.Line{
				XYs:       p.points(l.Points, Point.value),
				LineStyle: p.looks[l.Name].Line(),
				StepStyle: plotter.PostStep,
			}
			add(g, stairs{line, l.Before})
		}
	}
	for _, l := range slices.Backward(p.Lines) {
		if !l.Stairs && !l.Dots {
			many := p.points(l.where(false), Point.value)
			add(g, &plotter.Line{XYs: many, LineStyle: p.looks[l.Name].Line()})
		}
	}
	for _, l := range slices.Backward(p.Lines) { // above all lines
		if l.Stairs {
			continue
		}
		glyph := p.looks[l.Name].Glyph()
		p.addWhiskers(g, l, draw.LineStyle{Color: glyph.Color, Width: 0.8})
		add(g, &plotter.Scatter{XYs: p.points(l.Points, Point.value), GlyphStyle: glyph})
		glyph.Color = color.White
		glyph.Radius = 0.6 * glyph.Radius
		few := p.points(l.where(true), Point.value)
		add(g, &plotter.Scatter{XYs: few, GlyphStyle: glyph})
	}
}

// where returns the points of few values, or the others.
func (l Line) where(few bool) []Point {
	return lists.Where(l.Points, func(at Point) bool { return at.Few == few })
}

func (p Point) value() float64 { return p.Y }

// addWhiskers adds the intervals of a line.
func (p drawnPlot) addWhiskers(g *plot.Plot, l Line, stroke draw.LineStyle) {
	const cap = 4
	var points plotter.XYs
	var around []struct{ Low, High float64 }
	for _, at := range l.Points {
		if at.Interval == nil || !format.Finite(at.X) || !format.Finite(at.Y) {
			continue
		}
		points = append(points, p.at(at.X, at.Y))
		ends := struct{ Low, High float64 }{at.Y - at.Interval.Low, at.Interval.High - at.Y}
		around = append(around, ends)
	}
	switch {
	case points == nil:
	case p.sideways:
		add(g, &plotter.XErrorBars{XYs: points, XErrors: around, LineStyle: stroke, CapWidth: cap})
	default:
		add(g, &plotter.YErrorBars{XYs: points, YErrors: around, LineStyle: stroke, CapWidth: cap})
	}
}

// points returns values of the points, those that are finite, in the order of x.
func (p drawnPlot) points(of []Point, value func(Point) float64) (points plotter.XYs) {
	byX := func(a, b Point) int { return cmp.Compare(a.X, b.X) }
	for _, at := range slices.SortedStableFunc(slices.Values(of), byX) {
		if y := value(at); format.Finite(at.X) && format.Finite(y) {
			points = append(points, p.at(at.X, y))
		}
	}
	return points
}

// at returns the point of a value in the plot.
func (p drawnPlot) at(place, value float64) plotter.XY {
	if p.sideways {
		return plotter.XY{X: value, Y: place}
	}
	return plotter.XY{X: place, Y: value}
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
		if i+1 < len(s.XYs) && toX(pt.X)-toX(at.X) < visible &&
			math.Abs(float64(toY(pt.Y)-toY(at.Y))) < visible {
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
