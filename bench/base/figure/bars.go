package figure

import (
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/bench/base/format"
)

// bars reports whether the lines are drawn as bars: each line has one point, and all points
// have the same x value. Bars begin at 0, which a logarithmic axis does not have.
func (p Plot) bars() bool {
	if p.LogY {
		return false
	}
	for _, l := range p.Lines {
		if l.Stairs || l.Dots || len(l.X) != 1 || l.X[0] != p.Lines[0].X[0] {
			return false
		}
	}
	return len(p.Lines) > 0
}

// xName returns the name of the x axis. Below bars the name includes their x value.
func (p Plot) xName() string {
	if !p.bars() || p.X == "" {
		return p.X
	}
	at := p.Lines[0].X[0]
	place := format.Decimal(at, decimals(at))
	if k := int(at); len(p.Categories) > 0 && float64(k) == at && k >= 0 && k < len(p.Categories) {
		place = strings.ReplaceAll(p.Categories[k], "\n", ", ")
	}
	return p.X + ": " + place
}

// addBars adds a bar for each line, in their order, from 0 to the value of the line. A lighter part goes on to
// the upper end. width is that of the frame.
func (p Plot) addBars(g *plot.Plot, styles map[string]style, width vg.Length) {
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
		colour := styles[l.Name].Hue.Colour()
		sure := part(l.Y[0], colour)
		g.Add(layer{sure, sure})
		if l.High != nil && format.Finite(l.High[0]) {
			doubtful := part(l.High[0]-l.Y[0], canvas.Lighter(colour, 0.62))
			doubtful.StackOn(sure)
			g.Add(layer{doubtful, doubtful})
		}
		for _, stroke := range []draw.LineStyle{{Color: color.White, Width: 2}, {Color: canvas.Ink, Width: 0.8}} {
			if w := l.whiskers(stroke); w != nil { // with a rim, which sets it off from dark bars
				g.Add(layer{w, w})
			}
		}
	}
	g.Add(canvas.Drawing(p.outline)) // above the bars
}

// nameBars writes the names of the lines below their bars. The names run across where all
// have room, else upwards.
func (p Plot) nameBars(g *plot.Plot, width vg.Length) {
	ticks := make(plot.ConstantTicks, len(p.Lines))
	room := width / vg.Length(len(p.Lines))
	for i, l := range p.Lines {
		ticks[i] = plot.Tick{Value: float64(i), Label: l.Name}
		if g.X.Tick.Label.Width(l.Name)+6 > room {
			g.X.Tick.Label.Rotation = math.Pi / 2
		}
	}
	g.X.Min, g.X.Max, g.X.Tick.Marker = -0.5, float64(len(ticks))-0.5, ticks
	g.X.Scale = plot.LinearScale{}
	g.X.Tick.LineStyle.Color = color.Transparent
	if g.X.Tick.Label.Rotation != 0 {
		g.X.Tick.Label.XAlign, g.X.Tick.Label.YAlign = draw.XRight, draw.YCenter
		g.X.Tick.Length += g.X.Tick.Label.FontExtents().Descent // gonum/plot sets turned labels higher by the descent
	}
}
