package gantt

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/palette"
	"github.com/optgap/optgap/heuristics/reservation"
)

// Distances in points.
const (
	columnWidth   = vg.Length(0.5) // of the curves: finer changes are averaged
	ganttHeight   = vg.Length(150)
	curveHeight   = vg.Length(44)
	curveTitleRow = vg.Length(17)
	outlined      = vg.Length(2) // jobs drawn wider than this are shapes of their own
)

// left returns the left edge of the frames.
func (v *replayView) left() vg.Length { return left(v.machine, "100 %") }

// plotWidth returns the width of the frames.
func (v *replayView) plotWidth() vg.Length { return v.Width - canvas.Margin - v.left() }

// size returns the width and the height of the picture.
func (v *replayView) size() (width, height vg.Length) {
	height = 2*canvas.Margin + v.heading().height() + 2*(curveTitleRow+curveHeight) + axisLabels + axisTitle
	if v.blocks != nil {
		height += 8 + ganttHeight
	}
	return v.Width, height
}

// heading is what stands above all panels.
func (v *replayView) heading() heading {
	title, summary, legend := v.Title, v.summary(), ""
	if v.NoTitle {
		title, summary = "", ""
	}
	if v.blocks != nil && v.reserved() > 0 {
		legend = "reservation"
	}
	return newHeading(title, summary, legend, v.Width-2*canvas.Margin)
}

// draw draws the picture.
func (v *replayView) draw(dc draw.Canvas) {
	top, h := dc.Max.Y-canvas.Margin, v.heading()
	h.draw(dc, v.Width-canvas.Margin, top, func(swatch vg.Rectangle) { drawJob(dc, swatch, palette.Shade, "R") })
	top -= h.height()
	if v.blocks != nil {
		top -= 8
		f := v.frame(top, ganttHeight)
		f.timeAxis(dc, v.marks(f), "")
		f.processorAxis(dc)
		v.drawJobs(dc, f)
		canvas.Outline(dc, canvas.Tick, f.Rectangle)
		top -= ganttHeight
	}
	mean, most := v.busy.average()
	machine := float64(v.machine)
	top = v.drawCurve(dc, top, v.busy, palette.Blue.Colour(), curvePanel{
		title: "busy processors",
		remark: fmt.Sprintf("mean %s of %s, at most %s",
			format.Decimal(mean, 1), format.Integer(v.machine), format.Integer(int64(most))),
		top: machine,
		marks: []plot.Tick{
			{Value: 0, Label: "0 %"}, {Value: machine / 2, Label: "50 %"}, {Value: machine, Label: "100 %"},
		},
	})
	mean, most = v.waiting.average()
	p := curvePanel{title: "waiting jobs", xName: "time of the trace"}
	p.remark = fmt.Sprintf("mean %s, at most %s", format.Decimal(mean, 1), format.Integer(int64(most)))
	p.top, p.marks = queueMarks(most)
	v.drawCurve(dc, top, v.waiting, palette.Orange.Colour(), p)
}

// queueMarks returns the marks of an axis that shows numbers up to most, and the number at
// its upper end. The marks are whole numbers.
func queueMarks(most float64) (top float64, marks []plot.Tick) {
	if most < 1 {
		return 1, []plot.Tick{{Value: 0, Label: "0"}, {Value: 1, Label: "1"}}
	}
	step := max(canvas.NiceStep(most, 4), 1)
	if step == 2.5 {
		step = 2
	}
	for at := 0.0; at <= most; at += step {
		marks = append(marks, plot.Tick{Value: at, Label: format.Decimal(at, 0)})
	}
	return most * 1.05, marks
}

// summary counts the jobs and the reservations that run within the window.
func (v *replayView) summary() string {
	running := 0
	for i := range v.outcome.Jobs {
		if v.outcome.Starts[i] < v.To && v.outcome.End(i) > v.From {
			running++
		}
	}
	what := format.Count(int64(running), "job")
	if reserved := v.reserved(); reserved > 0 {
		what += " and " + format.Count(int64(reserved), "reservation")
	}
	return fmt.Sprintf("%s running within seconds %s to %s of the trace, on %s",
		what, format.Integer(v.From), format.Integer(v.To), format.Count(v.machine, "processor"))
}

// reserved counts the reservations in the window.
func (v *replayView) reserved() (n int) {
	for _, d := range v.outcome.Reservations {
		if d.Refused == reservation.Admitted && d.Start < v.To && d.End() > v.From {
			n++
		}
	}
	return n
}

// frame returns a frame of a height whose upper edge is top.
func (v *replayView) frame(top, height vg.Length) frame {
	f := frame{from: float64(v.From), to: float64(v.To), top: float64(v.machine)}
	f.Min = vg.Point{X: v.left(), Y: top - height}
	f.Max = vg.Point{X: v.Width - canvas.Margin, Y: top}
	return f
}

// marks returns the marks of the time axis.
func (v *replayView) marks(f frame) []plot.Tick {
	const pitch = labelPitch * 1.2 // times of a trace have longer labels
	return canvas.TimeTicks(v.From, v.To, max(int64(f.Size().X/pitch), 1))
}

// curvePanel holds the texts and the scale around a curve.
type curvePanel struct {
	title, remark string
	top           float64 // the number at the upper edge
	marks         []plot.Tick
	xName         string // of the time axis; blank: without labels
}

// drawCurve draws a panel below top, and returns the lower edge of the panel.
func (v *replayView) drawCurve(dc draw.Canvas, top vg.Length, c curve, colour color.NRGBA, p curvePanel) vg.Length {
	f := v.frame(top-curveTitleRow, curveHeight)
	canvas.Write(dc, canvas.Bold, f.Min.X, f.Max.Y+4, p.title)
	canvas.Write(dc, canvas.Normal, f.Min.X+canvas.Bold.Width(p.title)+8, f.Max.Y+4, p.remark)
	f.top = p.top
	f.timeAxis(dc, v.marks(f), p.xName)
	f.numberAxis(dc, p.marks)
	area := func(values []float64, colour color.Color) {
		var path vg.Path
		path.Move(f.Min)
		column := f.Size().X / vg.Length(len(values))
		for k, value := range values {
			if k > 0 && k+1 < len(values) && value == values[k-1] && value == values[k+1] {
				continue
			}
			y := f.y(value)
			path.Line(vg.Point{X: f.Min.X + vg.Length(k)*column, Y: y})
			path.Line(vg.Point{X: f.Min.X + vg.Length(k+1)*column, Y: y})
		}
		path.Line(vg.Point{X: f.Max.X, Y: f.Min.Y})
		path.Close()
		dc.SetColor(colour)
		dc.Fill(path)
	}
	area(c.most, palette.Lighter(colour, 0.62))
	area(c.mean, colour)
	canvas.Outline(dc, canvas.Tick, f.Rectangle)
	return f.Min.Y
}
