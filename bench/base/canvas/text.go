package canvas

import (
	"image/color"
	"math"
	"strings"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Styles of text. Journals ask for 7 to 9 points at the printed size.
var (
	Large  = style(9, xfont.WeightBold, Ink)       // titles of pictures
	Bold   = style(8, xfont.WeightBold, Ink)       // titles of panels and plots
	Normal = style(8, xfont.WeightNormal, Quiet)   // remarks
	Small  = style(7.5, xfont.WeightNormal, Quiet) // axes and subtitles
	Tiny   = style(7, xfont.WeightNormal, Quiet)   // marks within a chart
)

func style(size vg.Length, weight xfont.Weight, c color.Color) text.Style {
	return text.Style{
		Color:   c,
		Font:    font.Font{Typeface: "Liberation", Variant: "Sans", Weight: weight, Size: size},
		Handler: plot.DefaultTextHandler,
	}
}

// In returns the style in another colour.
func In(s text.Style, c color.Color) text.Style {
	s.Color = c
	return s
}

// Sized returns the style in another size.
func Sized(s text.Style, size vg.Length) text.Style {
	s.Font.Size = size
	return s
}

// Capital returns the height of capitals and digits in points. In this typeface the height
// is a fixed share of the size.
func Capital(s text.Style) vg.Length { return s.Font.Size * 0.72 }

// Write writes a line of text. The text begins at x, and its base line is at y.
func Write(dc draw.Canvas, s text.Style, x, y vg.Length, line string) {
	dc.SetColor(s.Color)
	dc.FillString(font.DefaultCache.Lookup(s.Font, s.Font.Size), vg.Point{X: x, Y: y}, line)
}

// WriteUp writes a line of text upwards. The text begins at y, and its base line is at x.
func WriteUp(dc draw.Canvas, s text.Style, x, y vg.Length, line string) {
	dc.Push()
	dc.Translate(vg.Point{X: x, Y: y})
	dc.Rotate(math.Pi / 2)
	Write(dc, s, 0, 0, line)
	dc.Pop()
}

// Shorten returns a line of text that is no wider than room, in points. A wider line is cut
// and ends in an ellipsis.
func Shorten(s text.Style, line string, room vg.Length) string {
	if s.Width(line) <= room {
		return line
	}
	runes := []rune(line)
	for len(runes) > 0 && s.Width(string(runes)+"…") > room {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + "…"
}

// Wrap breaks a line of text at its blanks into lines no wider than room, in points. A word that is
// wider is cut. A blank text has no lines.
func Wrap(s text.Style, line string, room vg.Length) (lines []string) {
	for word := range strings.FieldsSeq(line) {
		last := len(lines) - 1
		if last >= 0 && s.Width(lines[last]+" "+word) <= room {
			lines[last] += " " + word
		} else {
			lines = append(lines, Shorten(s, word, room))
		}
	}
	return lines
}
