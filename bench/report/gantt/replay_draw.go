package gantt

import (
	"fmt"
	"image/color"
	"maps"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/heuristics/reservation"
)

// Distances in points.
const (
	columnWidth = vg.Length(0.5) // of the curves: finer changes are averaged
	ganttHeight = vg.Length(150)
	curveHeight = vg.Length(44)
	outlined    = vg.Length(2)   // jobs drawn wider than this are shapes of their own
	panelHeight = vg.Length(100) // of the jobs of one of several replays
	stripGap    = vg.Length(1.5) // between the frame and the strip of the active policies
	stripHeight = vg.Length(5)
)

// picture returns the picture of replays.
func picture(opts ReplayOptions, views []*replayView) canvas.Picture {
	s := canvas.Sheet{Title: opts.Title, Subtitle: summary(views), Columns: 1, Width: opts.Width}
	if opts.NoTitle {
		s.Title, s.Subtitle = "", ""
	}
	const pitch = 1.2 // times of a trace have longer labels
	times := canvas.TimeTicks(opts.From, opts.To, timeMarks(s.Width/pitch))
	colours := policyColours(views)
	if slices.ContainsFunc(views, func(v *replayView) bool { return v.blocks != nil && v.reserved() > 0 }) {
		shaded := func(dc draw.Canvas) { drawJob(dc, dc.Rectangle, canvas.Shade, "R") }
		s.Legend = append(s.Legend, entry("reservation", shaded))
	}
	for _, name := range slices.Sorted(maps.Keys(colours)) {
		fill := func(dc draw.Canvas) { canvas.Fill(dc, colours[name], dc.Rectangle) }
		s.Legend = append(s.Legend, entry(name+" active", fill))
	}
	for _, v := range views {
		s.Tiles = append(s.Tiles, v.tiles(times, len(views) > 1, colours)...)
	}
	s.Tiles[len(s.Tiles)-1].X.Label.Text = "time of the trace"
	return s.Picture()
}

// entry returns an entry of a legend.
func entry(name string, sample func(draw.Canvas)) canvas.Entry {
	drawing := canvas.Drawing(func(dc draw.Canvas, _ *plot.Plot) { sample(dc) })
	return canvas.Entry{Name: name, Samples: []plot.Thumbnailer{drawing}}
}

// policyColours returns the colours of all policies that were active, by name.
func policyColours(views []*replayView) map[string]color.NRGBA {
	var all []canvas.Series
	for _, v := range views {
		for _, a := range v.outcome.Active {
			all = append(all, canvas.Series{Name: a.Policy})
		}
	}
	colours := map[string]color.NRGBA{}
	for name, look := range canvas.Looks(all) {
		colours[name] = look.Hue.Colour()
	}
	return colours
}

// drawActive draws a strip above a frame that shows the active policy.
func (v *replayView) drawActive(dc draw.Canvas, f frame, colours map[string]color.NRGBA) {
	strip := f
	strip.Min.Y = f.Max.Y + stripGap
	strip.Max.Y = strip.Min.Y + stripHeight
	m := newMosaic(strip)
	for i, a := range v.outcome.Active {
		end := v.To
		if i+1 < len(v.outcome.Active) {
			end = v.outcome.Active[i+1].Time
		}
		if from, to := max(a.Time, v.From), min(end, v.To); from < to {
			r := strip.Rectangle
			r.Min.X, r.Max.X = f.x(float64(from)), f.x(float64(to))
			m.add(r, colours[a.Policy])
		}
	}
	if img := m.image(); img != nil {
		dc.DrawImage(strip.Rectangle, img)
	}
}

// tiles returns what is drawn of a replay, with its name where there are several.
func (v *replayView) tiles(times []plot.Tick, several bool, colours map[string]color.NRGBA) (tiles []canvas.Tile) {
	from, to := float64(v.From), float64(v.To)
	add := func(c curve, title, remark string, colour color.NRGBA, top float64, marks []plot.Tick) {
		g := newPlot(from, to, times, top, marks)
		g.Add(canvas.Drawing(func(dc draw.Canvas, g *plot.Plot) { c.draw(dc, frameOf(dc, g), colour) }))
		tiles = append(tiles, canvas.Tile{Plot: g, Title: title, Remark: remark, Height: curveHeight})
	}
	busy, queue := v.remarks()
	if v.blocks != nil {
		g := newMachinePlot(from, to, times, v.machine)
		g.Add(canvas.Drawing(func(dc draw.Canvas, g *plot.Plot) { v.drawJobs(dc, frameOf(dc, g)) }))
		tiles = append(tiles, canvas.Tile{Plot: g, Height: ganttHeight})
		if several {
			tiles[0].Height, tiles[0].Remark = panelHeight, "busy: "+busy+"    waiting: "+queue
		}
	}
	if v.blocks == nil || !several {
		machine := float64(v.machine)
		add(v.busy, "busy processors", busy, canvas.Blue.Colour(), machine,
			[]plot.Tick{{Value: 0, Label: "0 %"}, {Value: machine / 2, Label: "50 %"}, {Value: machine, Label: "100 %"}})
		_, most := v.waiting.average()
		top, marks := queueMarks(most)
		add(v.waiting, "waiting jobs", queue, canvas.Orange.Colour(), top, marks)
	}
	first := &tiles[0]
	if several {
		first.Title = strings.TrimSuffix(v.name+": "+first.Title, ": ")
	}
	if v.outcome.Active != nil {
		first.Above = stripGap + stripHeight
		first.Add(canvas.Drawing(func(dc draw.Canvas, g *plot.Plot) { v.drawActive(dc, frameOf(dc, g), colours) }))
	}
	return tiles
}

// remarks tell the averages and the largest values of the curves.
func (v *replayView) remarks() (busy, waiting string) {
	mean, most := v.busy.average()
	busy = fmt.Sprintf("mean %s of %s, at most %s",
		format.Decimal(mean, 1), format.Integer(v.machine), format.Integer(int64(most)))
	mean, most = v.waiting.average()
	return busy, fmt.Sprintf("mean %s, at most %s", format.Decimal(mean, 1), format.Integer(int64(most)))
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

// summary counts the jobs and the reservations that run within the window. Several replays have the window only.
func summary(views []*replayView) string {
	v, running := views[0], 0
	if len(views) > 1 {
		return fmt.Sprintf("seconds %s to %s of the trace", format.Integer(v.From), format.Integer(v.To))
	}
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
	area(c.most, canvas.Lighter(colour, 0.62))
	area(c.mean, colour)
	canvas.Outline(dc, canvas.Tick, f.Rectangle)
}
