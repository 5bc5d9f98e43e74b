package report

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/optgap/optgap/bench/format"
	"github.com/optgap/optgap/heuristics/reservation"
)

// Distances in points.
const (
	columnWidth   = vg.Length(0.5) // of the curves: finer changes are averaged
	ganttHeight   = vg.Length(230)
	curveHeight   = vg.Length(62)
	curveTitleRow = vg.Length(24)
	outlined      = vg.Length(2) // jobs drawn wider than this are shapes of their own
)

var (
	busyColour    = color.NRGBA{0x44, 0x77, 0xaa, 0xff}
	waitingColour = color.NRGBA{0xee, 0x66, 0x77, 0xff}
)

func (v *replayView) left() vg.Length {
	widest := small.Width("100 %")
	for _, t := range processorTicks(v.machine) {
		widest = max(widest, small.Width(t.label))
	}
	return margin + small.capital() + 9 + widest + 3 + tickLength
}

func (v *replayView) plotWidth() vg.Length { return v.Width - margin - v.left() }

func (v *replayView) size() (width, height vg.Length) {
	height = 2*margin + titleRow + stepRow + 2*(curveTitleRow+curveHeight) + axisLabels + axisTitle
	if v.blocks != nil {
		height += 8 + ganttHeight
	}
	return v.Width, height
}

func (v *replayView) draw(dc draw.Canvas) {
	fill(dc, color.White, dc.Rectangle)
	top := dc.Max.Y - margin
	large.draw(dc, margin, top-titleRow+4, shorten(large, v.Title, v.Width-2*margin))
	top -= titleRow + stepRow
	small.draw(dc, margin, top+4, shorten(small, v.summary(), v.Width-2*margin))
	if v.blocks != nil {
		top -= 8
		f := v.frame(top, ganttHeight)
		v.timeGrid(dc, f, false)
		drawProcessorAxis(dc, f, v.machine)
		v.drawJobs(dc, f)
		dc.StrokeLines(draw.LineStyle{Color: ink, Width: 0.7}, outline(f.Rectangle))
		top -= ganttHeight
	}
	mean, most := v.busy.average()
	machine := float64(v.machine)
	top = v.drawCurve(dc, top, v.busy, busyColour, curvePanel{
		"busy processors", fmt.Sprintf("%s of %s on average, at most %s", format.Decimal(mean, 1), format.Integer(v.machine), format.Integer(int64(most))),
		scale{to: machine, marks: []mark{{0, "0 %"}, {machine / 2, "50 %"}, {machine, "100 %"}}}, false,
	})
	mean, most = v.waiting.average()
	v.drawCurve(dc, top, v.waiting, waitingColour, curvePanel{
		"waiting jobs", fmt.Sprintf("%s on average, at most %s", format.Decimal(mean, 1), format.Integer(int64(most))), queueScale(most), true,
	})
}

// queueScale has whole numbers at its marks.
func queueScale(most float64) scale {
	if most < 1 {
		return scale{to: 1, marks: []mark{{0, "0"}, {1, "1"}}}
	}
	step := max(niceStep(most, 4), 1)
	if step == 2.5 {
		step = 2
	}
	s := scale{from: 0, to: most}
	for at := 0.0; at <= most; at += step {
		s.marks = append(s.marks, mark{at, format.Decimal(at, 0)})
	}
	s.to = most * 1.05
	return s
}

func (v *replayView) summary() string {
	running := 0
	for i := range v.outcome.Jobs {
		if v.outcome.Starts[i] < v.To && v.outcome.End(i) > v.From {
			running++
		}
	}
	what := count(int64(running), "job")
	reserved := 0
	for _, d := range v.outcome.Reservations {
		if d.Refused == reservation.Admitted && d.Start < v.To && d.End() > v.From {
			reserved++
		}
	}
	if reserved > 0 {
		what += " and " + count(int64(reserved), "reservation")
	}
	return fmt.Sprintf("%s running within seconds %s to %s of the trace, on %s",
		what, format.Integer(v.From), format.Integer(v.To), count(v.machine, "processor"))
}

// frame returns a frame of that height whose upper edge is top.
func (v *replayView) frame(top, height vg.Length) frame {
	return frame{
		Rectangle: vg.Rectangle{Min: vg.Point{X: v.left(), Y: top - height}, Max: vg.Point{X: v.Width - margin, Y: top}},
		from:      float64(v.From), to: float64(v.To), machine: float64(v.machine),
	}
}

// timeGrid draws the marks of the time axis, and its labels below the lowest
// frame.
func (v *replayView) timeGrid(dc draw.Canvas, f frame, lowest bool) {
	const pitch = labelPitch * 1.2
	major, minor := timeStep(v.To-v.From, max(int64((f.Max.X-f.Min.X)/pitch), 1))
	for at := roundUp(v.From, minor); at <= v.To; at += minor {
		x := f.x(float64(at))
		dc.StrokeLine2(draw.LineStyle{Color: ink, Width: 0.5}, x, f.Min.Y-tickLength/2, x, f.Min.Y)
	}
	for at := roundUp(v.From, major); at <= v.To; at += major {
		x := f.x(float64(at))
		dc.StrokeLine2(draw.LineStyle{Color: gridLine, Width: 0.6}, x, f.Min.Y, x, f.Max.Y)
		dc.StrokeLine2(draw.LineStyle{Color: ink, Width: 0.7}, x, f.Min.Y-tickLength, x, f.Min.Y)
		if lowest {
			label := format.Duration(at)
			half := small.Width(label) / 2
			small.draw(dc, max(min(x-half, v.Width-margin-2*half), margin), f.Min.Y-axisLabels+2, label)
		}
	}
	if lowest {
		name := "time of the trace"
		small.draw(dc, (f.Min.X+f.Max.X-small.Width(name))/2, f.Min.Y-axisLabels-axisTitle+5, name)
	}
}

// roundUp returns the first multiple of step that is not below t.
func roundUp(t, step int64) int64 {
	r := t / step * step
	if r < t {
		r += step
	}
	return r
}

// curvePanel is what is written around a curve.
type curvePanel struct {
	title, remark string
	scale         scale
	lowest        bool
}

// drawCurve draws a panel below top and returns where it ends.
func (v *replayView) drawCurve(dc draw.Canvas, top vg.Length, c curve, colour color.NRGBA, p curvePanel) vg.Length {
	f := v.frame(top-curveTitleRow, curveHeight)
	bold.draw(dc, f.Min.X, f.Max.Y+5, p.title)
	normal.draw(dc, f.Min.X+bold.Width(p.title)+10, f.Max.Y+5, p.remark)
	v.timeGrid(dc, f, p.lowest)
	height := f.Max.Y - f.Min.Y
	for _, m := range p.scale.marks {
		y := f.Min.Y + vg.Length(p.scale.share(m.at))*height
		dc.StrokeLine2(draw.LineStyle{Color: gridLine, Width: 0.6}, f.Min.X, y, f.Max.X, y)
		dc.StrokeLine2(draw.LineStyle{Color: ink, Width: 0.7}, f.Min.X-tickLength, y, f.Min.X, y)
		small.draw(dc, f.Min.X-tickLength-3-small.Width(m.label), y-small.capital()/2, m.label)
	}
	area := func(values []float64, colour color.Color) {
		var path vg.Path
		path.Move(f.Min)
		column := (f.Max.X - f.Min.X) / vg.Length(len(values))
		for k, value := range values {
			if k > 0 && k+1 < len(values) && value == values[k-1] && value == values[k+1] {
				continue
			}
			y := f.Min.Y + vg.Length(p.scale.share(value))*height
			path.Line(vg.Point{X: f.Min.X + vg.Length(k)*column, Y: y})
			path.Line(vg.Point{X: f.Min.X + vg.Length(k+1)*column, Y: y})
		}
		path.Line(vg.Point{X: f.Max.X, Y: f.Min.Y})
		path.Close()
		dc.SetColor(colour)
		dc.Fill(path)
	}
	area(c.most, mix(colour, 0xff, 0.62))
	area(c.mean, colour)
	dc.StrokeLines(draw.LineStyle{Color: ink, Width: 0.7}, outline(f.Rectangle))
	return f.Min.Y
}
