package figure

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/optgap/optgap/bench/base/canvas"
)

// A style is the look of a line.
type style canvas.Look

// styles returns a style for each name of the lines.
func styles(lines []Line) map[string]style {
	series := make([]canvas.Series, len(lines))
	for i, l := range lines {
		series[i] = canvas.Series{Name: l.Name, Of: l.Of, Bare: l.Stairs}
	}
	chosen := map[string]style{}
	for name, look := range canvas.Looks(series) {
		chosen[name] = style(look)
	}
	return chosen
}

// line returns the style of the line itself.
func (s style) line() draw.LineStyle {
	var dashes []vg.Length
	for _, d := range canvas.Dashes()[s.Dash] {
		dashes = append(dashes, vg.Length(d))
	}
	return draw.LineStyle{Color: s.Hue.Colour(), Width: 1.1, Dashes: dashes}
}

// band returns the colour of the area beside a line. The colour is translucent, as areas may
// overlap.
func (s style) band() color.NRGBA {
	c := s.Hue.Colour()
	c.A = 0x30
	return c
}

func (s style) glyph() draw.GlyphStyle {
	return draw.GlyphStyle{Color: s.Hue.Colour(), Radius: 2.1, Shape: mark(canvas.Marks()[s.Mark])}
}

// A mark has a thin white rim, which sets it off from the lines below. The marks of gonum/plot have
// no rim, and lines show through its hollow ones.
type mark canvas.Mark

// DrawGlyph draws the mark of a point.
func (m mark) DrawGlyph(dc *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	const rim, stroke = 0.5, 0.9
	polygon := func(radius float64, c color.Color) {
		corners := make([]vg.Point, m.Corners)
		for k := range corners {
			angle, r := (m.Turn+4*float64(k)/float64(m.Corners))*math.Pi/2, radius
			if m.Inner > 0 && k%2 == 1 {
				r *= m.Inner
			}
			corners[k] = at.Add(vg.Point{X: vg.Length(r * math.Cos(angle)), Y: vg.Length(r * math.Sin(angle))})
		}
		dc.FillPolygon(c, corners)
	}
	// A line at some distance from the sides is farther from the corners, by this factor.
	corner := 1 / math.Cos(math.Pi/float64(m.Corners))
	size := s.Radius.Points() * m.Size
	polygon(size+rim*corner, color.White)
	polygon(size, s.Color)
	if m.Hollow {
		polygon(size-stroke*corner, color.White)
	}
}
