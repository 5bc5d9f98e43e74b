package gantt

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/optgap/optgap/bench/base/canvas"
)

// A heading stands above all panels: a title, a subtitle, and a swatch with its meaning. The legend
// is at the right of the subtitle, or below it where there is no room.
type heading struct {
	title, subtitle []string // lines
	legend          string   // "": none
	beside          bool     // the legend is in the row of the subtitle
}

// newHeading lays out a heading that is as wide as room, in points. Blank texts are left out.
func newHeading(title, subtitle, legend string, room vg.Length) heading {
	const apart = vg.Length(10)
	h := heading{
		title: canvas.Wrap(canvas.Large, title, room), subtitle: canvas.Wrap(canvas.Small, subtitle, room), legend: legend,
	}
	h.beside = legend != "" && len(h.subtitle) == 1 &&
		canvas.Small.Width(subtitle)+apart+legendWidth(legend) <= room
	return h
}

// height returns the height in points; 0: nothing stands above the panels.
func (h heading) height() vg.Length {
	rows := len(h.subtitle)
	if h.legend != "" && !h.beside {
		rows++
	}
	return vg.Length(len(h.title))*canvas.TitleRow + vg.Length(rows)*canvas.SubtitleRow
}

// draw draws the heading below top. The legend ends at right, and draws its own swatch.
func (h heading) draw(dc draw.Canvas, right, top vg.Length, swatch func(vg.Rectangle)) {
	y := top
	for _, line := range h.title {
		y -= canvas.TitleRow
		canvas.Write(dc, canvas.Large, canvas.Margin, y+4, line)
	}
	for _, line := range h.subtitle {
		y -= canvas.SubtitleRow
		canvas.Write(dc, canvas.Small, canvas.Margin, y+3, line)
	}
	if h.legend == "" {
		return
	}
	if !h.beside {
		y -= canvas.SubtitleRow
	}
	left := right - legendWidth(h.legend)
	swatch(vg.Rectangle{Min: vg.Point{X: left, Y: y + 1}, Max: vg.Point{X: left + swatchWidth, Y: y + 9}})
	canvas.Write(dc, canvas.Small, left+swatchWidth+swatchGap, y+3, h.legend)
}

const (
	swatchWidth = vg.Length(18)
	swatchGap   = vg.Length(4)
)

// legendWidth returns how wide a swatch is with the text after it.
func legendWidth(text string) vg.Length { return swatchWidth + swatchGap + canvas.Small.Width(text) }
