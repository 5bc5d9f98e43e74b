package report

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// lineStyle is how the line with that number looks: colour, mark and dashes.
type lineStyle int

func (s lineStyle) colour() color.NRGBA { return lineColours[int(s)%len(lineColours)] }

// band is the colour of the area at a line: one shows through another.
func (s lineStyle) band() color.NRGBA {
	c := s.colour()
	c.A = 0x38
	return c
}

// dashes tell marked lines apart once the colours are used up. Stairs have no
// marks and often lie on each other, so each has dashes of its own.
func (s lineStyle) dashes(stairs bool) []vg.Length {
	if stairs {
		return lineDashes[int(s)%len(lineDashes)]
	}
	return lineDashes[int(s)/len(lineColours)%len(lineDashes)]
}

func (s lineStyle) segment(dc draw.Canvas, points []vg.Point, stairs bool) {
	dashes := s.dashes(stairs)
	dc.StrokeLines(draw.LineStyle{Color: s.colour(), Width: 1.4, Dashes: dashes}, points)
}

// lineMarks are regular polygons: their corners, the angle of the first corner
// in quarter turns, and a factor that makes them look equally large.
var lineMarks = []struct {
	corners int
	turn    float64
	size    float64
	hollow  bool
}{
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

// mark draws the mark of a point with a thin white rim, which parts it from what
// lies below.
func (s lineStyle) mark(dc draw.Canvas, at vg.Point) {
	const radius, rim, stroke = 2.6, 0.6, 1.2
	m := lineMarks[int(s)%len(lineMarks)]
	polygon := func(radius float64, c color.Color) {
		var p vg.Path
		for k := range m.corners {
			angle := (m.turn + 4*float64(k)/float64(m.corners)) * math.Pi / 2
			pt := vg.Point{X: at.X + vg.Length(radius*math.Cos(angle)), Y: at.Y + vg.Length(radius*math.Sin(angle))}
			if k == 0 {
				p.Move(pt)
			} else {
				p.Line(pt)
			}
		}
		p.Close()
		dc.SetColor(c)
		dc.Fill(p)
	}
	// Lines at equal distance from the sides lie farther from the corners.
	corner := 1 / math.Cos(math.Pi/float64(m.corners))
	size := radius * m.size
	polygon(size+rim*corner, color.White)
	polygon(size, s.colour())
	if m.hollow {
		polygon(size-stroke*corner, color.White)
	}
}
