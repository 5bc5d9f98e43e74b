package figure

import (
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/bench/base/format"
)

// seconds ends the names of axes of times.
const seconds = " [s]"

// axes sets the ends, the scale and the marks of both axes, which have the range of the values before. last tells that
// the plot has the names of categories below it.
func (p drawnPlot) axes(g *plot.Plot, frame vg.Point, last bool) {
	g.Add(canvas.Drawing(p.hints))
	for _, a := range []*plot.Axis{&g.X, &g.Y} {
		if a.Min > a.Max { // nothing is drawn
			a.Min, a.Max = 1, 2
		}
	}
	if p.LogY {
		g.Y.Tick.Marker = logarithmic(&g.Y, p.timesY)(int(frame.Y / 12))
	} else {
		p.linearY(&g.Y, int(frame.Y/12))
	}
	var marks func(most int) plot.Ticker
	switch {
	case len(p.Categories) > 0:
		categories(&g.X, p.Categories, frame.X, last)
	case p.LogX:
		marks = logarithmic(&g.X, p.timesX)
	default:
		marks = func(most int) plot.Ticker { return canvas.Ticks(1, "", most) }
		pad(&g.X, 0.04)
	}
	for most := int(frame.X / 20); marks != nil && most > 0; most-- {
		if g.X.Tick.Marker = marks(most); !crowded(&g.X, frame.X) {
			break
		}
	}
	if p.Falling {
		g.X.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}}
	}
}

// linearY begins the axis with 0 unless that would squeeze the lines into its upper part.
func (p drawnPlot) linearY(a *plot.Axis, most int) {
	const squeezed = 0.55 // least over largest value from which an axis from 0 is mostly empty
	if a.Min > 0 && a.Min < squeezed*a.Max || p.bars {
		a.Min = min(a.Min, 0)
	}
	least := a.Min
	if pad(a, 0.04); least == 0 {
		a.Min = 0
	}
	a.Tick.Marker = canvas.Ticks(1, "", most)
	if p.Percent {
		a.Tick.Marker = canvas.Ticks(0.01, " %", most)
	}
}

// pad adds a share of the length at both ends of an axis, so that marks stand clear of the frame.
func pad(a *plot.Axis, share float64) {
	length := a.Max - a.Min
	if length <= 1e-9*math.Abs(a.Max) {
		length = max(math.Abs(a.Max), 1e-9)
	}
	a.Min, a.Max = a.Min-share*length, a.Max+share*length
}

// crowded reports whether the labels of an x axis have no room beside each other.
func crowded(a *plot.Axis, width vg.Length) bool {
	widest, count := vg.Length(0), 0
	for _, t := range a.Tick.Marker.Ticks(a.Min, a.Max) {
		if t.Value >= a.Min && t.Value <= a.Max && !t.IsMinor() {
			widest, count = max(widest, a.Tick.Label.Width(t.Label)), count+1
		}
	}
	return (widest+5)*vg.Length(count) > width
}

// logarithmic gives an axis a logarithmic scale. The marks are at the digits 1 to 9. About as many powers of ten have
// labels as are asked for, and 2 and 5 too where there is room. times tells that labels have units.
func logarithmic(a *plot.Axis, times bool) func(most int) plot.Ticker {
	factor := math.Pow(max(a.Max/a.Min, 1.5), 0.03)
	a.Min, a.Max, a.Scale = a.Min/factor, a.Max*factor, plot.LogScale{}
	label := func(v float64) string {
		unit, length := "", 1.0
		if times {
			unit, length = format.TimeUnit(v)
		}
		digits := max(0, int(math.Ceil(-math.Log10(v/length)-1e-9)))
		return strings.TrimSpace(format.Decimal(v/length, digits) + " " + unit)
	}
	return func(most int) plot.Ticker {
		return plot.TickerFunc(func(low, high float64) (ticks []plot.Tick) {
			if high < 10*low {
				ticks = canvas.Ticks(1, "", most).Ticks(low, high)
				for i, t := range ticks {
					if times {
						ticks[i].Label = number(t.Value, true)
					}
				}
				return ticks
			}
			decades := math.Log10(high / low)
			steps, every := []float64{1}, max(int(math.Ceil(decades/float64(most))), 1)
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

// categories gives an axis a mark for each name. Names that have no room beside each other run upwards. Without names
// only the marks are drawn.
func categories(a *plot.Axis, names []string, width vg.Length, named bool) {
	ticks := make(plot.ConstantTicks, len(names))
	for i, name := range names {
		ticks[i] = plot.Tick{Value: float64(i), Label: name}
	}
	a.Min, a.Max, a.Tick.Marker = -0.5, float64(len(names))-0.5, ticks
	a.Tick.Label.YAlign = -1.1 // of the height of all lines
	upwards := crowded(a, width)
	if upwards && named {
		a.Tick.Label.Rotation, a.Tick.Label.XAlign, a.Tick.Label.YAlign = math.Pi/2, draw.XRight, draw.YCenter
		a.Padding = a.Tick.Length + a.Tick.Label.FontExtents().Descent // gonum/plot sets turned labels higher by that
		a.Tick.LineStyle.Width = 0
	}
	for i, name := range names {
		if ticks[i].Label = ""; named && upwards {
			ticks[i].Label = strings.ReplaceAll(name, "\n", ", ")
		} else if named {
			ticks[i].Label = name
		}
	}
}
