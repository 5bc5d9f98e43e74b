package figure

import (
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
)

// seconds ends the names of axes of times.
const seconds = " [s]"

// shortTime is the time in seconds below which an axis has times with units.
const shortTime = 1e-3

// withUnits returns the figure with "2 ms" in the place of 0.002 on axes of times that begin with
// short ones. Their names lose the unit. Axes of one name are alike.
func (f Figure) withUnits() Figure {
	f.Plots = slices.Clone(f.Plots)
	short := map[string]bool{} // by the names of axes
	for _, p := range f.Plots {
		for _, l := range p.Lines {
			short[p.X] = short[p.X] || slices.ContainsFunc(l.X, isShort)
			short[p.Y] = short[p.Y] || slices.ContainsFunc(l.Y, isShort)
		}
	}
	for i := range f.Plots {
		p := &f.Plots[i]
		p.timesX, p.timesY = short[p.X] && strings.HasSuffix(p.X, seconds), short[p.Y] && strings.HasSuffix(p.Y, seconds)
		if p.timesX {
			p.X = strings.TrimSuffix(p.X, seconds)
		}
		if p.timesY {
			p.Y = strings.TrimSuffix(p.Y, seconds)
		}
	}
	return f
}

func isShort(seconds float64) bool { return seconds > 0 && seconds < shortTime }

// label writes a mark of a logarithmic axis.
func label(v float64, times bool) string {
	if times {
		unit, length := format.TimeUnit(v)
		return label(v/length, false) + " " + unit
	}
	if v >= 1 {
		return format.Decimal(v, decimals(v))
	}
	digits := strconv.FormatFloat(v, 'e', 1, 64) // of these two digits, the exponent tells the place of the first
	exponent, err := strconv.Atoi(digits[strings.IndexByte(digits, 'e')+1:])
	if err != nil {
		return format.Plain(v)
	}
	return strings.TrimSuffix(format.Decimal(v, 1-exponent), "0")
}
