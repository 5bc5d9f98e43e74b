package figure

import (
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/bench/base/format"
)

// scaleY sets the ends, the scale and the marks of a y axis. The axis has the range of the
// values before. Afterwards both ends are marks. Where a share reaches the last mark, the
// axis ends a little above it, so that a line at 100 % stands clear of the frame.
func (p Plot) scaleY(a *plot.Axis, count int) {
	lo, hi := bounds(a)
	percent := p.Percent
	const spread = 20 // largest over least value from which a linear axis hides the small ones
	if p.LogY && lo > 0 || !percent && !p.bars() && lo > 0 && hi > spread*lo {
		scaleLog(a, lo, max(hi, 1.05*lo), count, p.timesY)
		return
	}
	const squeezed = 0.55 // least over largest value from which an axis from 0 is mostly empty
	if lo > 0 && lo < squeezed*hi {
		lo = 0
	}
	unit, suffix := 1.0, ""
	if percent {
		lo, hi, unit, suffix = 100*lo, 100*hi, 100, " %"
	}
	if p.timesY {
		name, length := format.TimeUnit(hi)
		lo, hi, unit, suffix = lo/length, hi/length, 1/length, " "+name
	}
	if lo == hi {
		pad := max(math.Abs(lo)*0.05, 1e-9)
		lo, hi = lo-pad, hi+pad
	}
	step := canvas.NiceStep(hi-lo, count)
	first, last := math.Floor(lo/step+tiny), math.Ceil(hi/step-tiny)
	endIn(a, marked(multiples(step, first, last), unit, suffix))
	if percent && last*step < hi+tiny*step {
		a.Max += (a.Max - a.Min) * 0.03
	}
}

// tiny is the share of a step that rounding may lose.
const tiny = 1e-9

// bounds returns the range of an axis, or 0 to 1 where nothing is drawn.
func bounds(a *plot.Axis) (lo, hi float64) {
	if a.Min > a.Max {
		return 0, 1
	}
	return a.Min, a.Max
}

// multiples returns first to last times the step.
func multiples(step, first, last float64) (values []float64) {
	for k := first; k <= last; k++ {
		values = append(values, k*step)
	}
	return values
}

// marked returns marks at values of a unit. All labels have the same number of digits.
func marked(values []float64, unit float64, suffix string) (ticks []plot.Tick) {
	digits := 0
	for _, v := range values {
		digits = max(digits, decimals(v))
	}
	for _, v := range values {
		ticks = append(ticks, plot.Tick{Value: v / unit, Label: format.Decimal(v, digits) + suffix})
	}
	return ticks
}

// endIn makes an axis end in its first and last mark.
func endIn(a *plot.Axis, ticks plot.ConstantTicks) {
	a.Min, a.Max, a.Tick.Marker = ticks[0].Value, ticks[len(ticks)-1].Value, ticks
}

// finerSteps holds the marks of a logarithmic axis within a power of ten, from few to many.
var finerSteps = [][]float64{
	{1, 3}, {1, 2, 5}, {1, 1.5, 2, 3, 4, 5, 7}, {1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.7, 2, 2.5, 3, 4, 5, 6, 8},
}

// scaleLog gives an axis a logarithmic scale with a mark at both ends. The marks are powers of ten
// and as many of the round numbers between them as there is room for. times tells that they have units.
func scaleLog(a *plot.Axis, lo, hi float64, count int, times bool) {
	values := roundValues(lo, hi, 1)
	for _, steps := range finerSteps {
		// Labels of a logarithmic axis may stand closer than those of a linear one.
		if finer := roundValues(lo, hi, steps...); len(finer) <= count+3 {
			values = finer
		}
	}
	var ticks []plot.Tick
	for _, v := range values {
		ticks = append(ticks, plot.Tick{Value: v, Label: label(v, times)})
	}
	endIn(a, ticks)
	a.Scale = plot.LogScale{}
}

// thinned leaves out labels that have no room beside each other. Their marks stay.
func thinned(a *plot.Axis, ticks plot.ConstantTicks, width vg.Length) plot.ConstantTicks {
	every := stride(a, ticks, width)
	for i := range ticks {
		if every > 1 && i%every != 0 {
			ticks[i].Label = ""
		}
	}
	return ticks
}

// stride returns the distance in marks between labels that have room beside each other. It is at
// most 1 where all have room.
func stride(a *plot.Axis, ticks plot.ConstantTicks, width vg.Length) int {
	widest := vg.Length(0)
	for _, t := range ticks {
		widest = max(widest, a.Tick.Label.Width(t.Label))
	}
	const apart = 6
	return int(math.Ceil(float64((widest + apart) * vg.Length(len(ticks)-1) / width)))
}

// roundValues returns the products of powers of ten and the steps. The steps increase from
// 1. The first product is the last one that is not above lo, the last product the first one
// that is not below hi.
func roundValues(lo, hi float64, steps ...float64) []float64 {
	var values []float64
	for power := math.Floor(math.Log10(lo)); ; power++ {
		for _, k := range steps {
			v := k * math.Pow(10, power)
			if v <= lo {
				values = values[:0]
			}
			if values = append(values, v); v >= hi {
				return values
			}
		}
	}
}

// scaleX sets the ends, the scale and the marks of the x axis of a plot. width is the
// approximate width of the axis. The axis has the range of the points before. Afterwards a
// little room stays at both ends, so that the marks of lines stand clear of the frame.
func (p Plot) scaleX(a *plot.Axis, count int, width vg.Length) {
	lo, hi := bounds(a)
	switch {
	case p.LogX:
		p.scaleLogX(a, lo, hi, count, width)
		return
	case len(p.Categories) > 0:
		ticks := make([]plot.Tick, len(p.Categories))
		for i, name := range p.Categories {
			ticks[i] = plot.Tick{Value: float64(i), Label: name}
		}
		a.Min, a.Max, a.Tick.Marker = -0.5, float64(len(ticks))-0.5, thinned(a, ticks, width)
		return
	}
	length := hi - lo
	if length == 0 {
		length = max(math.Abs(lo), 1) * 0.1
	}
	a.Min, a.Max = lo-0.04*length, hi+0.04*length
	if p.stairs() {
		a.Min = lo - 0.02*length // they have no marks to keep clear, but may rise at their first point
	}
	if p.Falling {
		a.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}}
	}
	step := canvas.NiceStep(length, count)
	values := multiples(step, math.Ceil(lo/step-tiny), math.Floor(hi/step+tiny))
	if p.TicksAtX {
		values = p.places()
	}
	ticks := marked(values, 1, "")
	every := max(stride(a, ticks, width/1.08), 1) // the axis is longer than the range by this factor
	var shown plot.ConstantTicks
	for i := len(ticks) - 1; i >= 0; i -= every { // the largest always has a mark
		shown = append(shown, ticks[i])
	}
	a.Tick.Marker = shown
}

// scaleLogX gives the x axis a logarithmic scale. Its marks are at the points if asked for.
func (p Plot) scaleLogX(a *plot.Axis, lo, hi float64, count int, width vg.Length) {
	if lo == 0 { // no points
		lo = 1
	}
	places := p.places()
	if p.TicksAtX && len(places) > 1 {
		pad := math.Pow(hi/lo, 0.04)
		a.Min, a.Max, a.Scale = lo/pad, hi*pad, plot.LogScale{}
		a.Tick.Marker = thinned(a, marked(places, 1, ""), width)
		return
	}
	var ticks plot.ConstantTicks
	for n := count; ; n-- { // fewer marks, down to powers of ten, leave room for their labels
		scaleLog(a, lo, max(hi, 2*lo), n, p.timesX)
		ticks = a.Tick.Marker.(plot.ConstantTicks)
		if stride(a, ticks, width) <= 1 || len(ticks) > n+3 {
			break
		}
	}
	a.Tick.Marker = thinned(a, ticks, width)
	if !p.Diagonal {
		a.Max *= math.Pow(a.Max/a.Min, 0.02)
	}
}

// places returns the x values of all lines, each once, in increasing order.
func (p Plot) places() (values []float64) {
	for _, l := range p.Lines {
		values = append(values, l.X...)
	}
	slices.Sort(values)
	return slices.Compact(values)
}

// stairs reports whether all lines are stairs.
func (p Plot) stairs() bool {
	return len(p.Lines) > 0 && !slices.ContainsFunc(p.Lines, func(l Line) bool { return !l.Stairs })
}

// decimals returns how many digits after the point the value needs, up to 4.
func decimals(v float64) int {
	for d := range 4 {
		if scaled := v * math.Pow10(d); math.Abs(scaled-math.Round(scaled)) < 1e-6*max(1, math.Abs(scaled)) {
			return d
		}
	}
	return 4
}
