package report

import (
	"image/color"
	"math"
	"sync"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// faces holds the fonts, which are loaded when the first chart is drawn.
var faces = sync.OnceValue(func() *font.Cache { return font.NewCache(liberation.Collection()) })

// style is a size, a weight and a colour of text.
type style struct {
	size   vg.Length
	weight xfont.Weight
	colour color.Color
}

var (
	large  = style{13, xfont.WeightBold, ink}
	bold   = style{10, xfont.WeightBold, ink}
	normal = style{9.5, xfont.WeightNormal, quiet}
	small  = style{8.5, xfont.WeightNormal, quiet}
	tiny   = style{7.5, xfont.WeightNormal, quiet}
)

func (s style) in(c color.Color) style {
	s.colour = c
	return s
}

func (s style) face() font.Face {
	return faces().Lookup(font.Font{Typeface: "Liberation", Variant: "Sans", Weight: s.weight}, s.size)
}

// Width returns how wide the text is.
func (s style) Width(text string) vg.Length {
	face := s.face()
	return face.Width(text)
}

// capital returns the height of capitals and digits, a share of the size in
// this typeface.
func (s style) capital() vg.Length { return s.size * 0.72 }

// draw writes text from x on, standing on y.
func (s style) draw(dc draw.Canvas, x, y vg.Length, text string) {
	dc.SetColor(s.colour)
	dc.FillString(s.face(), vg.Point{X: x, Y: y}, text)
}

// drawUp writes text upwards from y on, its feet to the right at x.
func (s style) drawUp(dc draw.Canvas, x, y vg.Length, text string) {
	dc.Push()
	dc.Translate(vg.Point{X: x, Y: y})
	dc.Rotate(math.Pi / 2)
	s.draw(dc, 0, 0, text)
	dc.Pop()
}

// shorten cuts text that is wider than room and ends it in an ellipsis.
func shorten(s style, text string, room vg.Length) string {
	if s.Width(text) <= room {
		return text
	}
	runes := []rune(text)
	for len(runes) > 0 && s.Width(string(runes)+"…") > room {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + "…"
}

// drawJob draws one block of a job and, where it fits, its label: across, or
// else upwards.
func drawJob(dc draw.Canvas, r vg.Rectangle, c color.NRGBA, label string) {
	size := r.Size()
	if size.X < 3*borderWidth || size.Y < 3*borderWidth { // nothing would be left inside the border
		fill(dc, c, widen(r))
		return
	}
	fill(dc, c, r)
	inner := r
	inner.Min = inner.Min.Add(vg.Point{X: borderWidth / 2, Y: borderWidth / 2})
	inner.Max = inner.Max.Sub(vg.Point{X: borderWidth / 2, Y: borderWidth / 2})
	dc.StrokeLines(draw.LineStyle{Color: border(c), Width: borderWidth}, outline(inner))
	for _, pt := range []vg.Length{9, 8, 7, 6} {
		s := style{pt, xfont.WeightNormal, ink}
		width, height := s.Width(label), s.capital()
		mid := vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: (r.Min.Y + r.Max.Y) / 2}
		switch {
		case width+4 <= size.X && height+3 <= size.Y:
			s.draw(dc, mid.X-width/2, mid.Y-height/2, label)
			return
		case height+3 <= size.X && width+4 <= size.Y:
			s.drawUp(dc, mid.X+height/2, mid.Y-width/2, label)
			return
		}
	}
}

// widen returns r, extended about its middle where it is too thin to be seen.
func widen(r vg.Rectangle) vg.Rectangle {
	size := r.Size()
	if d := (thinnest - size.X) / 2; d > 0 {
		r.Min.X, r.Max.X = r.Min.X-d, r.Max.X+d
	}
	if d := (thinnest - size.Y) / 2; d > 0 {
		r.Min.Y, r.Max.Y = r.Min.Y-d, r.Max.Y+d
	}
	return r
}
