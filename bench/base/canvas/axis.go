package canvas

import (
	"cmp"
	"math"

	"gonum.org/v1/plot"

	"github.com/optgap/optgap/bench/base/format"
)

const (
	minute = int64(60)
	hour   = 60 * minute
	day    = 24 * hour
)

// timeSteps holds the distances in seconds between the labels of a time axis, and between
// its marks, up to five days. A minor distance divides its major distance.
var timeSteps = []struct{ major, minor int64 }{
	{1, 1}, {2, 1}, {5, 1}, {10, 5}, {15, 5}, {30, 10},
	{minute, 15}, {2 * minute, minute}, {5 * minute, minute},
	{10 * minute, 5 * minute}, {15 * minute, 5 * minute}, {30 * minute, 10 * minute},
	{hour, 15 * minute}, {2 * hour, hour}, {3 * hour, hour}, {6 * hour, 2 * hour}, {12 * hour, 3 * hour},
	{day, 6 * hour}, {2 * day, day}, {5 * day, day},
}

// TimeTicks returns the marks of a time axis between two moments in seconds. At most count
// marks besides the one at 0 have a label.
func TimeTicks(from, to, count int64) []plot.Tick {
	major, minor := timeStep(to-from, count)
	at := from / minor * minor
	if at < from {
		at += minor
	}
	var ticks []plot.Tick
	for ; at <= to; at += minor {
		t := plot.Tick{Value: float64(at)}
		if at%major == 0 {
			t.Label = format.Duration(at)
		}
		ticks = append(ticks, t)
	}
	return ticks
}

// timeStep returns two distances in seconds for an axis of length span. major is the
// smallest distance that leaves at most count labels besides the one at 0. minor is the
// distance between marks and divides major. Above five days major is 1, 2 or 5 times a power
// of ten of days.
func timeStep(span, count int64) (major, minor int64) {
	for _, s := range timeSteps {
		if span/s.major <= count {
			return s.major, s.minor
		}
	}
	for unit := 10 * day; ; unit *= 10 {
		for _, k := range []int64{1, 2, 5} {
			if span/(unit*k) <= count {
				return unit * k, unit * k / 5 // whole days
			}
		}
	}
}

// ProcessorTicks returns marks at 0, at the size of the machine, and at up to five numbers
// of processors in between. No mark is close to that of the machine.
func ProcessorTicks(machine int64) []plot.Tick {
	tick := func(at int64) plot.Tick { return plot.Tick{Value: float64(at), Label: format.Integer(at)} }
	step := processorStep(machine)
	var ticks []plot.Tick
	for at := int64(0); at < machine-step/4; at += step {
		ticks = append(ticks, tick(at))
	}
	return append(ticks, tick(machine))
}

// processorStep returns the smallest power of two or round number that cuts the machine into
// at most five equal parts. Where there is none, it returns the smallest round number that
// goes into the machine at most five times.
func processorStep(machine int64) int64 {
	const parts = 5
	uneven := int64(0)
	for unit := int64(1); ; unit *= 10 {
		for _, s := range []int64{unit, 2 * unit, 5 * unit} {
			if machine/s > parts {
				continue
			}
			if uneven == 0 {
				uneven = s
			}
			if machine%s == 0 {
				return s
			}
			if s > machine/2 {
				return cmp.Or(powerOfTwoStep(machine, parts), uneven)
			}
		}
	}
}

func powerOfTwoStep(machine, parts int64) int64 {
	for s := int64(1); s <= machine/2; s *= 2 {
		if machine/s <= parts && machine%s == 0 {
			return s
		}
	}
	return 0
}

// NiceStep returns the least step that cuts the length into at most count parts. The step is
// 1, 2, 2.5 or 5 times a power of ten.
func NiceStep(length float64, count int) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(length/float64(count))))
	for _, k := range []float64{1, 2, 2.5, 5, 10} {
		if length/(k*unit) <= float64(count)*(1+1e-9) {
			return k * unit
		}
	}
	return 10 * unit
}
