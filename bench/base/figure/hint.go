package figure

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/format"
)

// hintRadius is the distance in points within which the pointer shows a hint. Points of a
// line that are closer to each other share the hint of the first.
const hintRadius = vg.Length(5)

// hints adds hints for the points of the lines. The hints of the first line come last and
// lie on top. Bars have their own.
func (p drawnPlot) hints(dc draw.Canvas, g *plot.Plot) {
	if p.bars {
		return
	}
	toX, toY := g.Transforms(&dc)
	for _, l := range slices.Backward(p.Lines) {
		last := vg.Point{X: vg.Length(math.Inf(-1))}
		for _, own := range l.Points {
			if !format.Finite(own.X) || !format.Finite(own.Y) {
				continue
			}
			xy := p.at(own.X, own.Y)
			at := point(toX(xy.X), toY(xy.Y))
			if d := at.Sub(last); math.Hypot(float64(d.X), float64(d.Y)) < float64(hintRadius) {
				continue
			}
			last = at
			reach := point(hintRadius, hintRadius)
			Hint(dc, vg.Rectangle{Min: at.Sub(reach), Max: at.Add(reach)}, p.hint(l, own))
		}
	}
}

// hint returns the text about a point of a line.
func (p drawnPlot) hint(l Line, at Point) string {
	text := p.looks[l.Name].Name
	switch {
	case p.Stacked:
		text = p.xText(at.X) + "\n" + text
	case p.X != "" && !p.bars:
		text += "\n" + p.X + ": " + p.xText(at.X)
	}
	return text + "\n" + cmp.Or(p.Y, p.Title) + ": " + p.yText(at)
}

// xText writes an x value, or the category at its place.
func (p drawnPlot) xText(x float64) string {
	if k := int(math.Round(x)); k >= 0 && k < len(p.Categories) && p.Categories[k] != "" {
		return strings.ReplaceAll(p.Categories[k], "\n", ", ")
	}
	return number(x, p.timesX)
}

// yText writes a y value, or the range of an uncertain one.
func (p drawnPlot) yText(at Point) string {
	write := func(v float64) string { return number(v, p.timesY) }
	if p.Percent {
		write = func(share float64) string { return format.Percent(share * 100) }
	}
	between := func(i confidence.Interval) string {
		return strings.TrimSuffix(write(i.Low), " %") + " to " + write(i.High)
	}
	value := write(at.Y)
	ends := at.Ends()
	switch {
	case write(ends.Low) == write(ends.High):
	case ends.Low == at.Y:
		value = between(ends)
	default:
		value += " (" + between(ends) + ")"
	}
	if at.Interval != nil {
		value += ", 95 % interval " + between(*at.Interval)
	}
	return value
}

// number writes up to four digits of a value, and always all digits before the point. A time has a
// unit.
func number(v float64, time bool) string {
	switch {
	case time && v > 0:
		unit, length := format.TimeUnit(v)
		return number(v/length, false) + " " + unit
	case v == 0:
		return "0"
	case v < 0:
		return "-" + number(-v, false)
	}
	text := format.Significant(v, 4)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}
