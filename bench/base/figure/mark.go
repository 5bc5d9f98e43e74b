package figure

import (
	"math"

	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/lists"
)

// A Mark is a value of a chart, with its place.
type Mark struct {
	Plot     string // title of the plot
	Line, Of string // see [Line]
	X        float64
	Y        confidence.Interval  // between which the value lies
	Interval *confidence.Interval // 95 % interval of an average, nil if there is none
	Few      bool                 // it stands for few values, see [Line]
}

// Exactly returns the interval of a value that is known.
func Exactly(v float64) confidence.Interval { return confidence.Interval{Low: v, High: v} }

// Lines returns the lines of marks, in the order of their first marks.
func Lines(marks []Mark) (lines []Line) {
	for _, own := range lists.GroupBy(marks, func(m Mark) string { return m.Line }) {
		l := Line{Name: own[0].Line, Of: own[0].Of}
		uncertain := false
		average := false
		for _, m := range own {
			uncertain = uncertain || m.Y.Low != m.Y.High
			average = average || m.Interval != nil
			whisker := confidence.Interval{Low: math.NaN(), High: math.NaN()}
			if m.Interval != nil {
				whisker = *m.Interval
			}
			l.X, l.Y, l.High = append(l.X, m.X), append(l.Y, m.Y.Low), append(l.High, m.Y.High)
			l.From = append(l.From, whisker.Low)
			l.To = append(l.To, whisker.High)
			l.Few = append(l.Few, m.Few)
		}
		if !uncertain {
			l.High = nil
		}
		if !average {
			l.From = nil
			l.To = nil
		}
		lines = append(lines, l)
	}
	return lines
}

// With returns a plot with the axes of p for each title of marks, in the order of their first
// marks. Marks of one category stand a little apart. Those of a line are joined where x has an
// order.
func (p Plot) With(ordered bool, marks []Mark) (plots []Plot) {
	for _, own := range lists.GroupBy(marks, func(m Mark) string { return m.Plot }) {
		one := p
		one.Title, one.Lines = own[0].Plot, Lines(own)
		dots := !ordered && !one.isBars()
		for i := range one.Lines {
			one.Lines[i].Dots = dots
		}
		if one.Categories != nil && !one.isBars() {
			apart(one.Lines)
		}
		plots = append(plots, one)
	}
	return plots
}
