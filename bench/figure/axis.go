package figure

import (
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"

	"github.com/optgap/optgap/bench/canvas"
	"github.com/optgap/optgap/bench/format"
)

// scaleY sets ends, scale and marks of a y axis whose ends are the range of the
// values. It ends in marks on both sides.
func scaleY(a *plot.Axis, percent bool, count int) {
	lo, hi := a.Min, a.Max
	if lo > hi { // no values
		lo, hi = 0, 1
	}
	const spread = 20 // from here on, a linear axis would hide the small values
	if !percent && lo > 0 && hi > spread*lo {
		scaleLog(a, lo, hi, count)
		return
	}
	const squeezed = 0.55 // from here on, 0 would waste most of the axis
	if lo > 0 && lo < squeezed*hi {
		lo = 0
	}
	unit, suffix := 1.0, ""
	if percent {
		lo, hi, unit, suffix = 100*lo, 100*hi, 100, " %"
	}
	if lo == hi {
		pad := max(math.Abs(lo)*0.05, 1e-9)
		lo, hi = lo-pad, hi+pad
	}
	step := canvas.NiceStep(hi-lo, count)
	var ticks []plot.Tick
	for k := math.Floor(lo/step + 1e-9); k <= math.Ceil(hi/step-1e-9); k++ {
		ticks = append(ticks, plot.Tick{Value: k * step / unit, Label: format.Decimal(k*step, decimals(step)) + suffix})
	}
	setTicks(a, ticks)
}

// scaleLog gives an axis a logarithmic scale that ends in marks on both sides: 1,
// 2 and 5 times powers of ten, or fewer where there is no room for all.
func scaleLog(a *plot.Axis, lo, hi float64, count int) {
	marks := roundValues(lo, hi, 1)
	for _, steps := range [][]float64{{1, 3}, {1, 2, 5}} {
		if finer := roundValues(lo, hi, steps...); len(finer) <= count+3 { // their labels may stand closer than those of a linear axis
			marks = finer
		}
	}
	var ticks []plot.Tick
	for _, v := range marks {
		label := format.Decimal(v, decimals(v))
		if v < 1 {
			label = strconv.FormatFloat(v, 'g', 1, 64) // a very small one with an exponent
		}
		ticks = append(ticks, plot.Tick{Value: v, Label: label})
	}
	setTicks(a, ticks)
	a.Scale = plot.LogScale{}
}

// setTicks makes an axis end in its first and last mark.
func setTicks(a *plot.Axis, ticks []plot.Tick) {
	a.Min, a.Max = ticks[0].Value, ticks[len(ticks)-1].Value
	a.Tick.Marker = plot.ConstantTicks(ticks)
}

// roundValues returns the products of powers of ten and the steps, which
// increase from 1, from the last that is not above lo to the first that is not
// below hi.
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

// scaleX sets ends, scale and marks of the x axis of a plot, whose ends are the
// range of the points. A little room stays at both ends, so that the marks of
// lines stand clear of the frame.
func (p Plot) scaleX(a *plot.Axis, count int) {
	lo, hi := a.Min, a.Max
	if lo > hi { // no points
		lo, hi = 0, 1
	}
	switch {
	case p.LogX:
		if lo == 0 {
			lo = 1
		}
		scaleLog(a, lo, max(hi, 2*lo), count)
		a.Max *= math.Pow(a.Max/a.Min, 0.02) // clear of the frame
		return
	case len(p.Categories) > 0:
		ticks := make([]plot.Tick, len(p.Categories))
		for i, name := range p.Categories {
			ticks[i] = plot.Tick{Value: float64(i), Label: name}
		}
		a.Min, a.Max, a.Tick.Marker = -0.5, float64(len(ticks))-0.5, plot.ConstantTicks(ticks)
		return
	}
	length := hi - lo
	if length == 0 {
		length = max(math.Abs(lo), 1) * 0.1
	}
	a.Min, a.Max = lo-0.04*length, hi+0.04*length
	if p.stairs() {
		a.Min = lo // they have no marks to keep clear, and begin there
	}
	if p.Falling {
		a.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}}
	}
	a.Tick.Marker = plot.ConstantTicks(p.numbers(lo, hi, length, count))
}

// numbers returns the marks of a linear x axis: at the points of the lines where
// asked for, else at round values; at most count of them.
func (p Plot) numbers(lo, hi, length float64, count int) (ticks []plot.Tick) {
	var values []float64
	if p.TicksAtX {
		for _, l := range p.Lines {
			values = append(values, l.X...)
		}
		slices.Sort(values)
		values = slices.Compact(values)
	} else {
		step := canvas.NiceStep(length, count)
		for k := math.Ceil(lo/step - 1e-9); k*step <= hi+1e-9*length; k++ {
			values = append(values, k*step)
		}
	}
	digits := 0
	for _, v := range values {
		digits = max(digits, decimals(v))
	}
	every := (len(values) + count - 1) / count
	for i := len(values) - 1; i >= 0; i -= every { // the largest always has a mark
		ticks = append(ticks, plot.Tick{Value: values[i], Label: strconv.FormatFloat(values[i], 'f', digits, 64)})
	}
	return ticks
}

// stairs tells whether all lines are stairs.
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
