package report

import (
	"math"
	"slices"
	"strconv"

	"github.com/optgap/optgap/bench/format"
)

// scale maps values to places along an axis: from at the near end, to at the
// far one; from > to is a falling axis.
type scale struct {
	from, to float64
	marks    []mark
	log      bool
}

// mark is a labelled place of a scale.
type mark struct {
	at    float64
	label string
}

// share returns where v lies, 0 at the near end and 1 at the far one.
func (s scale) share(v float64) float64 {
	if s.log {
		return math.Log(v/s.from) / math.Log(s.to/s.from)
	}
	return (v - s.from) / (s.to - s.from)
}

// niceStep returns 1, 2, 2.5 or 5 times a power of ten, the least that cuts the
// length into at most count parts.
func niceStep(length float64, count int) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(length/float64(count))))
	for _, k := range []float64{1, 2, 2.5, 5, 10} {
		if length/(k*unit) <= float64(count)*(1+1e-9) {
			return k * unit
		}
	}
	return 10 * unit
}

// valueScale returns the scale of a y axis: it ends in marks on both sides.
func valueScale(e extent, percent bool, count int) scale {
	if e.empty() {
		e = extent{0, 1}
	}
	const spread = 20 // from here on, a linear axis would hide the small values
	if !percent && e.lo > 0 && e.hi > spread*e.lo {
		return logScale(e, count)
	}
	if percent {
		e.lo, e.hi = 100*e.lo, 100*e.hi
	}
	const squeezed = 0.55 // from here on, 0 would waste most of the axis
	if e.lo > 0 && e.lo < squeezed*e.hi {
		e.lo = 0
	}
	if e.lo == e.hi {
		pad := max(math.Abs(e.lo)*0.05, 1e-9)
		e = extent{e.lo - pad, e.hi + pad}
	}
	step := niceStep(e.hi-e.lo, count)
	first, last := math.Floor(e.lo/step+1e-9), math.Ceil(e.hi/step-1e-9)
	digits := decimals(step)
	s := scale{from: first * step, to: last * step}
	for k := first; k <= last; k++ {
		label := format.Decimal(k*step, digits)
		if percent {
			label += " %"
		}
		s.marks = append(s.marks, mark{k * step, label})
	}
	if percent { // the lines hold shares
		s.from, s.to = s.from/100, s.to/100
		for i := range s.marks {
			s.marks[i].at /= 100
		}
	}
	return s
}

// logScale returns a logarithmic scale that ends in marks on both sides: 1, 2 and
// 5 times powers of ten, or fewer where there is no room for all.
func logScale(e extent, count int) scale {
	marks := roundValues(e, 1)
	for _, steps := range [][]float64{{1, 3}, {1, 2, 5}} {
		if finer := roundValues(e, steps...); len(finer) <= count+3 { // their labels may stand closer than those of a linear axis
			marks = finer
		}
	}
	s := scale{from: marks[0], to: marks[len(marks)-1], log: true}
	for _, at := range marks {
		s.marks = append(s.marks, mark{at, logLabel(at)})
	}
	return s
}

// logLabel writes a round value, a very small one with an exponent.
func logLabel(v float64) string {
	if v < 1 {
		return strconv.FormatFloat(v, 'g', 1, 64)
	}
	return format.Decimal(v, decimals(v))
}

// roundValues returns the products of powers of ten and the steps, which
// increase from 1, from the last that is not above e.lo to the first that is not
// below e.hi.
func roundValues(e extent, steps ...float64) []float64 {
	var values []float64
	for power := math.Floor(math.Log10(e.lo)); ; power++ {
		for _, k := range steps {
			v := k * math.Pow(10, power)
			if v <= e.lo {
				values = values[:0]
			}
			if values = append(values, v); v >= e.hi {
				return values
			}
		}
	}
}

// pointScale returns the scale of an x axis, with marks at the lines' points
// where at most count are left, else at round values. A little room stays at
// both ends, so that the marks of lines stand clear of the frame.
func pointScale(p Plot, e extent, count int) scale {
	if p.LogX {
		if e.empty() {
			e = extent{1, 1}
		}
		s := logScale(extent{e.lo, max(e.hi, 2*e.lo)}, count)
		s.to *= math.Pow(s.to/s.from, 0.02) // clear of the frame
		return s
	}
	if e.empty() {
		e = extent{0, 1}
	}
	if len(p.Categories) > 0 {
		s := scale{from: e.lo - 0.5, to: e.hi + 0.5}
		for i, name := range p.Categories {
			s.marks = append(s.marks, mark{float64(i), name})
		}
		return s
	}
	length := e.hi - e.lo
	if length == 0 {
		length = max(math.Abs(e.lo), 1) * 0.1
	}
	s := scale{from: e.lo - 0.04*length, to: e.hi + 0.04*length}
	if p.stairs() {
		s.from = e.lo // they have no marks to keep clear, and begin there
	}
	values := p.points()
	if !p.TicksAtX {
		values = nil
		step := niceStep(length, count)
		for k := math.Ceil(e.lo/step - 1e-9); k*step <= e.hi+1e-9*length; k++ {
			values = append(values, k*step)
		}
	}
	digits := 0
	for _, v := range values {
		digits = max(digits, decimals(v))
	}
	every := (len(values) + count - 1) / max(count, 1)
	for i := len(values) - 1; i >= 0; i -= max(every, 1) { // the largest always has a mark
		s.marks = append(s.marks, mark{values[i], strconv.FormatFloat(values[i], 'f', digits, 64)})
	}
	if p.Falling {
		s.from, s.to = s.to, s.from
	}
	return s
}

// stairs tells whether all lines are stairs.
func (p Plot) stairs() bool {
	return len(p.Lines) > 0 && !slices.ContainsFunc(p.Lines, func(l Line) bool { return !l.Stairs })
}

// points returns the x values of all lines, each once, in increasing order.
func (p Plot) points() []float64 {
	var xs []float64
	for _, l := range p.Lines {
		xs = append(xs, l.X...)
	}
	slices.Sort(xs)
	return slices.Compact(xs)
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
