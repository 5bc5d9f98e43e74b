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
	columnWidth = vg.Length(0.5) // of the curves: finer changes are averaged
	ganttHeight = vg.Length(150)
	curveHeight = vg.Length(44)
	outlined    = vg.Length(2) // jobs drawn wider than this are shapes of their own
)

// picture returns the picture of the replay.
func (v *replayView) picture() canvas.Picture {
	s := canvas.Sheet{Title: v.Title, Subtitle: v.summary(), Columns: 1, Width: v.Width}
	if v.NoTitle {
		s.Title, s.Subtitle = "", ""
	}
	const pitch = 1.2 // times of a trace have longer labels
	from, to := float64(v.From), float64(v.To)
	times := canvas.TimeTicks(v.From, v.To, timeMarks(s.Width/pitch))
	if v.blocks != nil {
		if v.reserved() > 0 {
			reserved := func(dc draw.Canvas, _ *plot.Plot) { drawJob(dc, dc.Rectangle, palette.Shade, "R") }
			s.Legend = []canvas.Entry{{Name: "reservation", Samples: []plot.Thumbnailer{canvas.Drawing(reserved)}}}
		}
		g := newMachinePlot(from, to, times, v.machine)
		g.Add(canvas.Drawing(func(dc draw.Canvas, g *plot.Plot) { v.drawJobs(dc, frameOf(dc, g)) }))
		s.Tiles = append(s.Tiles, canvas.Tile{Plot: g, Height: ganttHeight})
	}
	add := func(c curve, title, remark string, colour color.NRGBA, top float64, marks []plot.Tick) {
		g := newPlot(from, to, times, top, marks)
		g.Add(canvas.Drawing(func(dc draw.Canvas, g *plot.Plot) { c.draw(dc, frameOf(dc, g), colour) }))
		s.Tiles = append(s.Tiles, canvas.Tile{Plot: g, Title: title, Remark: remark, Height: curveHeight})
	}
	mean, most := v.busy.average()
	machine := float64(v.machine)
	remark := fmt.Sprintf("mean %s of %s, at most %s",
		format.Decimal(mean, 1), format.Integer(v.machine), format.Integer(int64(most)))
	add(v.busy, "busy processors", remark, palette.Blue.Colour(), machine,
		[]plot.Tick{{Value: 0, Label: "0 %"}, {Value: machine / 2, Label: "50 %"}, {Value: machine, Label: "100 %"}})
	mean, most = v.waiting.average()
	remark = fmt.Sprintf("mean %s, at most %s", format.Decimal(mean, 1), format.Integer(int64(most)))
	top, marks := queueMarks(most)
	add(v.waiting, "waiting jobs", remark, palette.Orange.Colour(), top, marks)
	s.Tiles[len(s.Tiles)-1].X.Label.Text = "time of the trace"
	return s.Picture()
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

// draw draws the average of the curve, and the largest values behind it in a lighter shade.
func (c curve) draw(dc draw.Canvas, f frame, colour color.NRGBA) {
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
}
