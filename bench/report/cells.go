package report

import (
	"math"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/internal/results/methodstats"
)

// count writes a number of things.
func count(n int) string { return format.Integer(int64(n)) }

// between writes an interval. Both ends are written already.
func between(low, high string) string { return low + " to " + high }

// hundredths writes a number with two digits behind the point.
func hundredths(v float64) string { return format.Decimal(v, 2) }

// onePlot returns a figure of a single plot.
func onePlot(title, subtitle string, p figure.Plot) figure.Figure {
	return figure.Figure{Title: title, Subtitle: subtitle, Plots: []figure.Plot{p}}
}

// stepsUpTo returns a line of stairs: the share of all steps whose value is at most x. A
// step without a value has an infinite one. reached is the number of steps with a value.
func stepsUpTo(values []float64, steps int) (line figure.Line, reached int) {
	curve := methodstats.Cactus(values)
	reached = int(curve.At(math.Inf(1)))
	for i := range curve.Y {
		curve.Y[i] /= float64(steps)
	}
	return figure.Line{X: curve.X, Y: curve.Y, Stairs: true}, reached
}
