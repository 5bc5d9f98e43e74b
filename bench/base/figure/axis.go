package figure

import (
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"github.com/optgap/optgap/bench/base/format"
)

// seconds ends the names of axes of times.
const seconds = " [s]"

// axes sets the ends, the scale and the marks of both axes, which have the range of the values
// before. named tells that the plot has the names of categories beside it.
func (p drawnPlot) axes(g *plot.Plot, frame vg.Point, named bool) {
	g.Add(Drawing(p.hints))
	for _, a := range []*plot.Axis{&g.X, &g.Y} {
		if a.Min > a.Max { // nothing is drawn
			a.Min = 1
			a.Max = 2
		}
	}
	place, value := p.axesOf(g)
	values := p.values(value)
	if p.sideways {
		beside(place, p.Categories, named)
		fit(value, values, frame.X)
		return
	}
	value.Tick.Marker = values(int(frame.Y / 12))
	switch {
	case len(p.Categories) > 0:
		below(place, p.Categories, frame.X, named)
	case p.LogX:
		fit(place, logarithmic(place, p.timesX), frame.X)
	default:
		pad(place)
		fit(place, func(most int) plot.Ticker { return Ticks(1, "", most) }, frame.X)
	}
	if p.Falling {
		place.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}}
	}
}

// fit gives a horizontal axis as many marks as have room.
func fit(a *plot.Axis, marks func(most int) plot.Ticker, width vg.Length) {
	for most := int(width / 20); most > 0; most-- {
		a.Tick.Marker = marks(most)
		if !crowded(a, width) {
			break
		}
	}
}

// values sets the ends and the scale of the axis of values, and returns its marks, of which there
// are at most so many.
func (p drawnPlot) values(a *plot.Axis) func(most int) plot.Ticker {
	if p.LogY {
		return logarithmic(a, p.timesY)
	}
	p.linear(a)
	unit := 1.0
	suffix := ""
	if p.Percent {
		unit = 0.01
		suffix = " %"
	}
	return func(most int) plot.Ticker { return Ticks(unit, suffix, most) }
}

// linear begins the axis with 0 unless that would squeeze the lines into its upper part. Behind
// bars is room for text.
func (p drawnPlot) linear(a *plot.Axis) {
	const squeezed = 0.55 // least over largest value from which an axis from 0 is mostly empty
	if a.Min > 0 && a.Min < squeezed*a.Max || p.bars {
		a.Min = min(a.Min, 0)
	}
	least := a.Min
	if pad(a); least == 0 {
		a.Min = 0
	}
	if p.Behind != nil {
		a.Max += 0.2 * (a.Max - a.Min)
	}
}

// pad makes an axis longer at both ends, so that marks stand clear of the frame.
func pad(a *plot.Axis) {
	const share = 0.04 // of the length
	length := a.Max - a.Min
	if length <= 1e-9*math.Abs(a.Max) {
		length = max(math.Abs(a.Max), 1e-9)
	}
	a.Min -= share * length
	a.Max += share * length
}

// crowded reports whether the labels of an x axis have no room beside each other.
func crowded(a *plot.Axis, width vg.Length) bool {
	widest := vg.Length(0)
	count := 0
	for _, t := range a.Tick.Marker.Ticks(a.Min, a.Max) {
		if t.Value >= a.Min && t.Value <= a.Max && !t.IsMinor() {
			widest = max(widest, a.Tick.Label.Width(t.Label))
			count++
		}
	}
	return (widest+5)*vg.Length(count) > width
}

// logarithmic gives an axis a logarithmic scale. The marks are at the digits 1 to 9. About as many
// powers of ten have labels as are asked for, and 2 and 5 too where there is room. times tells that
// labels have units.
func logarithmic(a *plot.Axis, times bool) func(most int) plot.Ticker {
	factor := math.Pow(max(a.Max/a.Min, 1.5), 0.03)
	a.Min /= factor
	a.Max *= factor
	a.Scale = plot.LogScale{}
	label := func(v float64) string {
		unit := ""
		length := 1.0
		if times {
			unit, length = format.TimeUnit(v)
		}
		digits := max(0, int(math.Ceil(-math.Log10(v/length)-1e-9)))
		return strings.TrimSpace(format.Decimal(v/length, digits) + " " + unit)
	}
	return func(most int) plot.Ticker {
		return plot.TickerFunc(func(low, high float64) (ticks []plot.Tick) {
			if high < 10*low {
				ticks = Ticks(1, "", most).Ticks(low, high)
				for i, t := range ticks {
					if times {
						ticks[i].Label = number(t.Value, true)
					}
				}
				return ticks
			}
			decades := math.Log10(high / low)
			steps := []float64{1}
			every := max(int(math.Ceil(decades/float64(most))), 1)
			if 3*decades <= float64(most) {
				steps = []float64{1, 2, 5}
			}
			for power := int(math.Floor(math.Log10(low))); math.Pow10(power) <= high; power++ {
				for k := 1.0; k < 10; k++ {
					t := plot.Tick{Value: k * math.Pow10(power)}
					if slices.Contains(steps, k) && power%every == 0 {
						t.Label = label(t.Value)
					}
					ticks = append(ticks, t)
				}
			}
			return ticks
		})
	}
}

// beside gives a vertical axis a mark for each name, from above. Without names only the marks are
// drawn.
func beside(a *plot.Axis, names []string, named bool) {
	a.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}}
	a.Tick.Label.YAlign = -0.55 // of the height of all lines
	categories(a, names, 1, named)
}

// below gives a horizontal axis a mark for each name. Where names have no room beside each other,
// only every second, third, ... is written. Without names only the marks are drawn.
func below(a *plot.Axis, names []string, width vg.Length, named bool) {
	a.Tick.Label.YAlign = -1.1 // of the height of all lines
	for every := 1; every <= max(len(names), 1); every++ {
		categories(a, names, every, named)
		if !crowded(a, width) {
			break
		}
	}
}

// categories gives an axis a mark for each name, with every so many of the names.
func categories(a *plot.Axis, names []string, every int, named bool) {
	a.Min = -0.5
	a.Max = float64(len(names)) - 0.5
	ticks := make(plot.ConstantTicks, len(names))
	for i, name := range names {
		ticks[i].Value = float64(i)
		if named && i%every == 0 {
			ticks[i].Label = name
		}
	}
	a.Tick.Marker = ticks
}
