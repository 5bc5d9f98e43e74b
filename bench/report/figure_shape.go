package report

import (
	"slices"

	"gonum.org/v1/plot/vg"
)

// band returns the outline of the area between a line's values and their upper
// ends.
func (l Line) band(xs, ys scale, f vg.Rectangle) []vg.Point {
	upper := Line{X: l.X, Y: l.High}.places(xs, ys, f)
	slices.Reverse(upper)
	return append(l.places(xs, ys, f), upper...)
}

// stairs joins points, which are in the order of x, by steps from the lower left
// corner of the frame to its right side. Points closer than can be seen are
// passed over.
func stairs(points []vg.Point, f vg.Rectangle) []vg.Point {
	const visible = vg.Length(0.15)
	at := f.Min
	path := []vg.Point{at}
	for i, pt := range points {
		if i+1 < len(points) && pt.X-at.X < visible && pt.Y-at.Y < visible {
			continue
		}
		path = append(path, vg.Point{X: pt.X, Y: at.Y}, pt)
		at = pt
	}
	return append(path, vg.Point{X: f.Max.X, Y: at.Y})
}
