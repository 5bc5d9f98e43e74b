package canvas

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Lines of frames and axes.
var (
	Grid = draw.LineStyle{Color: GridLine, Width: 0.5}
	Tick = draw.LineStyle{Color: Ink, Width: 0.6}
)

// Widths of pictures, as journals print them.
const (
	SingleColumn = 84 * vg.Millimeter
	DoubleColumn = 174 * vg.Millimeter
)

// Distances in points.
const (
	Margin     = vg.Length(4) // around a picture
	tickLength = vg.Length(3)
)

// Fill fills rectangles. All rectangles make one path, so that no seam shows where two
// touch.
func Fill(dc draw.Canvas, c color.Color, rects ...vg.Rectangle) {
	var path vg.Path
	for _, r := range rects {
		path.Move(r.Min)
		path.Line(vg.Point{X: r.Max.X, Y: r.Min.Y})
		path.Line(r.Max)
		path.Line(vg.Point{X: r.Min.X, Y: r.Max.Y})
		path.Close()
	}
	dc.SetColor(c)
	dc.Fill(path)
}

// Outline draws the four sides of a rectangle.
func Outline(dc draw.Canvas, s draw.LineStyle, r vg.Rectangle) {
	dc.StrokeLines(s, []vg.Point{r.Min, {X: r.Max.X, Y: r.Min.Y}, r.Max, {X: r.Min.X, Y: r.Max.Y}, r.Min})
}

// Hatch shades rectangles and hatches them with one family of diagonals. The diagonals run
// on from one rectangle into the next.
func Hatch(dc draw.Canvas, rects ...vg.Rectangle) {
	if len(rects) == 0 {
		return
	}
	const pitch = vg.Length(4)
	Fill(dc, Shade, rects...)
	var path vg.Path
	for _, r := range rects {
		first := math.Ceil(float64((r.Min.Y - r.Max.X) / pitch))
		for k := vg.Length(first); k*pitch < r.Max.Y-r.Min.X; k++ {
			rise := k * pitch // the line y = x + rise
			x0, x1 := max(r.Min.X, r.Min.Y-rise), min(r.Max.X, r.Max.Y-rise)
			path.Move(vg.Point{X: x0, Y: x0 + rise})
			path.Line(vg.Point{X: x1, Y: x1 + rise})
		}
	}
	dc.SetLineStyle(draw.LineStyle{Color: HatchInk, Width: 0.6})
	dc.Stroke(path)
}
