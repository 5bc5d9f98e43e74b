package figure

import "github.com/optgap/optgap/bench/base/lists"

// A Mark is a point of a chart, with its plot and its line.
type Mark struct {
	Plot     string // title of the plot
	Line, Of string // see [Line]
	Point
}

// Lines returns the lines of marks, in the order of their first marks.
func Lines(marks []Mark) (lines []Line) {
	for _, own := range lists.GroupBy(marks, func(m Mark) string { return m.Line }) {
		l := Line{Name: own[0].Line, Of: own[0].Of}
		for _, m := range own {
			l.Points = append(l.Points, m.Point)
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
