package gantt

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/bench/base/palette"
	"github.com/optgap/optgap/bench/simulate/assign"
)

// Distances in points.
const (
	axisLabels = vg.Length(13)
	axisTitle  = vg.Length(11)
	labelPitch = vg.Length(58)  // room for a label of the time axis
	border     = vg.Length(0.5) // width of the line around a job
	thinnest   = vg.Length(0.5) // of a job, however short or narrow
)

// frame is a rectangle of the picture with scales: seconds to the right, and
// processors or another number upwards from 0.
type frame struct {
	vg.Rectangle
	from, to float64 // seconds at its left and right edge
	top      float64 // the number at its upper edge
}

// x returns the place of a second.
func (f frame) x(second float64) vg.Length {
	return f.Min.X + vg.Length((second-f.from)/(f.to-f.from))*f.Size().X
}

// y returns the place of a number of processors, or of the other number.
func (f frame) y(number float64) vg.Length {
	return f.Min.Y + vg.Length(number/f.top)*f.Size().Y
}

// rectangle returns the rectangle of a block that is drawn from the second left on. The
// rectangle does not pass the right edge.
func (f frame) rectangle(b assign.Block, left float64) vg.Rectangle {
	return vg.Rectangle{
		Min: vg.Point{X: f.x(left), Y: f.y(float64(b.Low))},
		Max: vg.Point{X: f.x(min(float64(b.End), f.to)), Y: f.y(float64(b.High))},
	}
}

// numberAxis draws the marks of the axis at the left.
func (f frame) numberAxis(dc draw.Canvas, marks []plot.Tick) {
	for _, m := range marks {
		y := f.y(m.Value)
		dc.StrokeLine2(canvas.Grid, f.Min.X, y, f.Max.X, y)
		dc.StrokeLine2(canvas.Tick, f.Min.X-canvas.TickLength, y, f.Min.X, y)
		x := f.Min.X - canvas.TickLength - 3 - canvas.Small.Width(m.Label)
		canvas.Write(dc, canvas.Small, x, y-canvas.Capital(canvas.Small)/2, m.Label)
	}
}

// processorAxis draws the axis at the left of a machine.
func (f frame) processorAxis(dc draw.Canvas) {
	const name = "processors"
	f.numberAxis(dc, canvas.ProcessorTicks(int64(f.top)))
	y := (f.Min.Y + f.Max.Y - canvas.Small.Width(name)) / 2
	canvas.WriteUp(dc, canvas.Small, canvas.Margin+canvas.Capital(canvas.Small), y, name)
}

// timeAxis draws the marks of the axis below. It also draws its labels and its name; blank:
// neither.
func (f frame) timeAxis(dc draw.Canvas, marks []plot.Tick, name string) {
	for _, m := range marks {
		x := f.x(m.Value)
		if m.IsMinor() {
			dc.StrokeLine2(draw.LineStyle{Color: palette.Ink, Width: 0.5}, x, f.Min.Y-canvas.TickLength/2, x, f.Min.Y)
			continue
		}
		dc.StrokeLine2(canvas.Grid, x, f.Min.Y, x, f.Max.Y)
		dc.StrokeLine2(canvas.Tick, x, f.Min.Y-canvas.TickLength, x, f.Min.Y)
		if name != "" {
			width := canvas.Small.Width(m.Label)
			canvas.Write(dc, canvas.Small, max(min(x-width/2, f.Max.X-width), canvas.Margin), f.Min.Y-axisLabels+2, m.Label)
		}
	}
	if name != "" {
		canvas.Write(dc, canvas.Small, (f.Min.X+f.Max.X-canvas.Small.Width(name))/2, f.Min.Y-axisLabels-axisTitle+4, name)
	}
}

// left returns the left edge of the frames of a picture. The name and the labels of the
// processor axis stand before it. others are the labels of other axes.
func left(machine int64, others ...string) vg.Length {
	widest := vg.Length(0)
	for _, t := range canvas.ProcessorTicks(machine) {
		others = append(others, t.Label)
	}
	for _, label := range others {
		widest = max(widest, canvas.Small.Width(label))
	}
	return canvas.Margin + canvas.Capital(canvas.Small) + 5 + widest + 3 + canvas.TickLength
}

// drawJob draws one block of a job. It writes the label into the block where the label
// fits: across, or else upwards.
func drawJob(dc draw.Canvas, r vg.Rectangle, c color.NRGBA, label string) {
	size := r.Size()
	if size.X < 3*border || size.Y < 3*border { // nothing would be left inside the border
		canvas.Fill(dc, c, widen(r))
		return
	}
	canvas.Fill(dc, c, r)
	half := vg.Point{X: border / 2, Y: border / 2}
	line := draw.LineStyle{Color: borderColour(c), Width: border}
	canvas.Outline(dc, line, vg.Rectangle{Min: r.Min.Add(half), Max: r.Max.Sub(half)})
	mid := r.Min.Add(r.Max).Scale(0.5)
	for _, points := range []vg.Length{8, 7.5, 7} {
		s := canvas.Sized(canvas.In(canvas.Small, palette.Ink), points)
		width, height := s.Width(label), canvas.Capital(s)
		switch {
		case width+4 <= size.X && height+3 <= size.Y:
			canvas.Write(dc, s, mid.X-width/2, mid.Y-height/2, label)
			return
		case height+3 <= size.X && width+4 <= size.Y:
			canvas.WriteUp(dc, s, mid.X+height/2, mid.Y-width/2, label)
			return
		}
	}
}

// borderColour returns the colour of the line around a job: a darker shade of the colour
// of the job. A job that is too thin for anything but the line so keeps its hue.
func borderColour(c color.NRGBA) color.NRGBA { return palette.Darker(c, 0.42) }

// widen returns r. Where r is too thin to be seen, it is extended about its middle.
func widen(r vg.Rectangle) vg.Rectangle {
	size := r.Size()
	if d := (thinnest - size.X) / 2; d > 0 {
		r.Min.X, r.Max.X = r.Min.X-d, r.Max.X+d
	}
	if d := (thinnest - size.Y) / 2; d > 0 {
		r.Min.Y, r.Max.Y = r.Min.Y-d, r.Max.Y+d
	}
	return r
}
