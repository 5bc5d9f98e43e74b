package figure

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/optgap/optgap/bench/canvas"
)

// style is how the line with that number looks: colour, mark and dashes.
type style int

var dashes = [][]vg.Length{nil, {6, 2.5}, {1.5, 2}}

// line tells marked lines apart by dashes once the colours are used up. Stairs
// have no marks and often lie on each other, so each has dashes of its own.
func (s style) line(stairs bool) draw.LineStyle {
	round := int(s) / canvas.LineColours
	if stairs {
		round = int(s)
	}
	return draw.LineStyle{Color: canvas.LineColour(int(s)), Width: 1.4, Dashes: dashes[round%len(dashes)]}
}

// band is the colour of the area at a line: one shows through another.
func (s style) band() color.NRGBA {
	c := canvas.LineColour(int(s))
	c.A = 0x38
	return c
}

func (s style) mark() draw.GlyphStyle {
	return draw.GlyphStyle{Color: canvas.LineColour(int(s)), Radius: 2.6, Shape: marks[int(s)%len(marks)]}
}

// mark is a regular polygon with a thin white rim, which parts it from what lies
// below. The marks of gonum/plot have no rim, and lines show through the hollow
// ones.
type mark struct {
	corners int
	turn    float64 // angle of the first corner in quarter turns
	size    float64 // a factor that makes marks look equally large
	hollow  bool
}

var marks = []mark{
	{32, 0, 1, false},    // disc
	{4, 0.5, 1.2, false}, // square
	{3, 1, 1.35, false},  // triangle
	{4, 0, 1.3, false},   // diamond
	{32, 0, 1.1, true},   // ring
	{4, 0.5, 1.3, true},  // hollow square
	{3, -1, 1.4, false},  // triangle on its tip
	{4, 0, 1.4, true},    // hollow diamond
	{3, 1, 1.5, true},    // hollow triangle
	{5, 1, 1.25, false},  // pentagon
	{6, 0, 1.15, false},  // hexagon
}

// DrawGlyph draws the mark of a point.
func (m mark) DrawGlyph(dc *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	const rim, stroke = 0.6, 1.2
	polygon := func(radius float64, c color.Color) {
		corners := make([]vg.Point, m.corners)
		for k := range corners {
			angle := (m.turn + 4*float64(k)/float64(m.corners)) * math.Pi / 2
			corners[k] = at.Add(vg.Point{X: vg.Length(radius * math.Cos(angle)), Y: vg.Length(radius * math.Sin(angle))})
		}
		dc.FillPolygon(c, corners)
	}
	// Lines at equal distance from the sides lie farther from the corners.
	corner := 1 / math.Cos(math.Pi/float64(m.corners))
	size := s.Radius.Points() * m.size
	polygon(size+rim*corner, color.White)
	polygon(size, s.Color)
	if m.hollow {
		polygon(size-stroke*corner, color.White)
	}
}
