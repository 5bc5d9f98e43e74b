package report

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/optgap/optgap/bench/assign"
	"github.com/optgap/optgap/bench/format"
)

// Distances in points, from the top of the picture to its bottom.
const (
	margin      = vg.Length(14)
	titleRow    = vg.Length(18)
	stepRow     = vg.Length(13)
	panelTitle  = vg.Length(28) // space above a panel and its title
	markRow     = vg.Length(13) // now and makespan, above the frame
	axisLabels  = vg.Length(16)
	axisTitle   = vg.Length(15)
	tickLength  = vg.Length(4)
	labelPitch  = vg.Length(76) // room for a label of the time axis
	hatchPitch  = vg.Length(5)
	borderWidth = vg.Length(0.5)
	thinnest    = vg.Length(0.5) // of a job, however short or narrow
)

// size returns the width and the height of the picture.
func (c *chart) size() (width, height vg.Length) {
	panels := vg.Length(len(c.panels)) * (panelTitle + markRow + c.o.PanelHeight)
	return c.o.Width, 2*margin + titleRow + stepRow + panels + axisLabels + axisTitle
}

// before returns how many seconds ahead of now the axis begins, so that the
// now-line stands clear of the frame.
func (c *chart) before() float64 { return float64(c.end) * 0.012 }

// after returns where the axis ends: a little past the latest makespan.
func (c *chart) after() float64 { return float64(c.end) * 1.02 }

// left returns where the frames begin: the name of the processor axis and its
// labels stand before them.
func (c *chart) left() vg.Length {
	widest := vg.Length(0)
	for _, t := range processorTicks(c.step.Machine) {
		widest = max(widest, small.Width(t.label))
	}
	return margin + small.capital() + 9 + widest + 3 + tickLength
}

// frame is the machine of one panel on the picture, and its scales.
type frame struct {
	vg.Rectangle
	from, to float64 // seconds at its left and right edge
	machine  float64 // processors at its upper edge
}

func (f frame) x(second float64) vg.Length {
	return f.Min.X + vg.Length((second-f.from)/(f.to-f.from))*(f.Max.X-f.Min.X)
}

func (f frame) y(processor int64) vg.Length {
	return f.Min.Y + vg.Length(float64(processor)/f.machine)*(f.Max.Y-f.Min.Y)
}

// rectangle returns where a block lies. What begins now or earlier is drawn
// from the left edge if it is the history's; nothing passes the right edge.
func (f frame) rectangle(b assign.Block, left float64) vg.Rectangle {
	return vg.Rectangle{
		Min: vg.Point{X: f.x(left), Y: f.y(b.Low)},
		Max: vg.Point{X: f.x(min(float64(b.End), f.to)), Y: f.y(b.High)},
	}
}

func (c *chart) draw(dc draw.Canvas) {
	fill(dc, color.White, dc.Rectangle)
	top := dc.Max.Y - margin
	c.drawHeader(dc, top)
	top -= titleRow + stepRow
	for i := range c.panels {
		top -= panelTitle + markRow
		f := frame{
			Rectangle: vg.Rectangle{
				Min: vg.Point{X: c.left(), Y: top - c.o.PanelHeight},
				Max: vg.Point{X: c.o.Width - margin, Y: top},
			},
			from:    -c.before(),
			to:      c.after(),
			machine: float64(c.step.Machine),
		}
		c.drawPanel(dc, f, &c.panels[i], i == len(c.panels)-1)
		top -= c.o.PanelHeight
	}
}

func (c *chart) drawHeader(dc draw.Canvas, top vg.Length) {
	title := c.o.Title
	if title == "" {
		title = fmt.Sprintf("Self-tuning step %s", format.Integer(int64(c.step.Index)))
		if c.step.Trace != "" {
			title += " of " + c.step.Trace
		}
	}
	legend := "taken by running jobs or reservations"
	legendAt := c.o.Width - margin - small.Width(legend)
	swatch := vg.Rectangle{
		Min: vg.Point{X: legendAt - 26, Y: top - titleRow - stepRow + 2},
		Max: vg.Point{X: legendAt - 5, Y: top - titleRow - stepRow + 11},
	}
	large.draw(dc, margin, top-titleRow+4, shorten(large, title, c.o.Width-2*margin))
	jobs := count(int64(len(c.step.Jobs)), "waiting job") + " on " + count(c.step.Machine, "processor")
	if c.step.Trace != "" {
		jobs += ", now is second " + format.Integer(c.step.Now) + " of the trace"
	}
	small.draw(dc, margin, swatch.Min.Y+2, shorten(small, jobs, swatch.Min.X-margin-10))
	drawHatched(dc, []vg.Rectangle{swatch})
	small.draw(dc, legendAt, swatch.Min.Y+2, legend)
}

// count writes a number of things, one or many.
func count(n int64, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return format.Integer(n) + " " + thing + "s"
}

func (c *chart) drawPanel(dc draw.Canvas, f frame, p *panel, lowest bool) {
	titleY := f.Max.Y + markRow + 4
	title := shorten(bold, p.Title, (f.Max.X-f.Min.X)*0.55)
	bold.draw(dc, f.Min.X, titleY, title)
	metricsAt := f.Min.X + bold.Width(title) + 14
	normal.draw(dc, metricsAt, titleY, shorten(normal, p.metrics, f.Max.X-metricsAt))

	c.drawTimeAxis(dc, f, lowest)
	drawProcessorAxis(dc, f, c.step.Machine)
	history := make([]vg.Rectangle, 0, len(p.layout.History))
	for _, b := range p.layout.History {
		left := float64(b.Start)
		if b.Start == 0 {
			left = f.from
		}
		if left < f.to {
			history = append(history, f.rectangle(b, left))
		}
	}
	drawHatched(dc, history)
	for i, blocks := range p.layout.Jobs {
		for _, b := range blocks {
			drawJob(dc, f.rectangle(b, float64(b.Start)), jobColour(i), fmt.Sprint(c.step.Jobs[i].ID))
		}
	}
	drawMarks(dc, f, p.end)
	dc.StrokeLines(draw.LineStyle{Color: ink, Width: 0.7}, outline(f.Rectangle))
}

// drawMarks draws the now-line and the line at the makespan, and their names
// above the frame.
func drawMarks(dc draw.Canvas, f frame, makespan int64) {
	now, y := f.x(0), f.Max.Y+4
	dc.StrokeLine2(draw.LineStyle{Color: ink, Width: 1.1}, now, f.Min.Y, now, f.Max.Y+3)
	tiny.draw(dc, now-2, y, "now")
	if makespan == 0 {
		return
	}
	end := f.x(float64(makespan))
	dc.StrokeLine2(draw.LineStyle{Color: endLine, Width: 1.1, Dashes: []vg.Length{4, 2.5}}, end, f.Min.Y, end, f.Max.Y+3)
	name := "makespan " + format.Duration(makespan)
	label := tiny.in(endLine)
	label.draw(dc, max(end+2-label.Width(name), now+tiny.Width("now")+8), y, name)
}

func (c *chart) drawTimeAxis(dc draw.Canvas, f frame, labelled bool) {
	room := max(int64((f.Max.X-f.Min.X)/labelPitch), 1)
	major, minor := timeStep(c.end, room)
	for _, t := range timeTicks(int64(f.to), major) {
		x := f.x(float64(t.at))
		dc.StrokeLine2(draw.LineStyle{Color: gridLine, Width: 0.6}, x, f.Min.Y, x, f.Max.Y)
		dc.StrokeLine2(draw.LineStyle{Color: ink, Width: 0.7}, x, f.Min.Y-tickLength, x, f.Min.Y)
		if labelled {
			half := small.Width(t.label) / 2
			small.draw(dc, min(x-half, f.Max.X-2*half), f.Min.Y-axisLabels+2, t.label)
		}
	}
	for at := int64(0); float64(at) <= f.to; at += minor {
		x := f.x(float64(at))
		dc.StrokeLine2(draw.LineStyle{Color: ink, Width: 0.5}, x, f.Min.Y-tickLength/2, x, f.Min.Y)
	}
	if labelled {
		name := "time after now"
		small.draw(dc, (f.Min.X+f.Max.X-small.Width(name))/2, f.Min.Y-axisLabels-axisTitle+5, name)
	}
}

func drawProcessorAxis(dc draw.Canvas, f frame, machine int64) {
	for _, t := range processorTicks(machine) {
		y := f.y(t.at)
		dc.StrokeLine2(draw.LineStyle{Color: gridLine, Width: 0.6}, f.Min.X, y, f.Max.X, y)
		dc.StrokeLine2(draw.LineStyle{Color: ink, Width: 0.7}, f.Min.X-tickLength, y, f.Min.X, y)
		small.draw(dc, f.Min.X-tickLength-3-small.Width(t.label), y-small.capital()/2, t.label)
	}
	small.drawUp(dc, margin+small.capital(), (f.Min.Y+f.Max.Y-small.Width("processors"))/2, "processors")
}

func fill(dc draw.Canvas, c color.Color, rects ...vg.Rectangle) {
	var path vg.Path // one path, so that rectangles that touch show no seam
	for _, r := range rects {
		path.Move(r.Min)
		path.Line(vg.Point{X: r.Max.X, Y: r.Min.Y})
		path.Line(r.Max)
		path.Line(vg.Point{X: r.Min.X, Y: r.Max.Y})
		path.Close()
	}
	dc.SetColor(c)
	dc.Fill(path)
}

func outline(r vg.Rectangle) []vg.Point {
	return []vg.Point{r.Min, {X: r.Max.X, Y: r.Min.Y}, r.Max, {X: r.Min.X, Y: r.Max.Y}, r.Min}
}

// drawHatched shades rectangles and hatches them with one family of diagonals,
// which run on from one rectangle into the next.
func drawHatched(dc draw.Canvas, rects []vg.Rectangle) {
	if len(rects) == 0 {
		return
	}
	fill(dc, shade, rects...)
	var path vg.Path
	for _, r := range rects {
		first := math.Ceil(float64((r.Min.Y - r.Max.X) / hatchPitch))
		for k := vg.Length(first); k*hatchPitch < r.Max.Y-r.Min.X; k++ {
			rise := k * hatchPitch // the line y = x + rise
			x0, x1 := max(r.Min.X, r.Min.Y-rise), min(r.Max.X, r.Max.Y-rise)
			path.Move(vg.Point{X: x0, Y: x0 + rise})
			path.Line(vg.Point{X: x1, Y: x1 + rise})
		}
	}
	dc.SetLineStyle(draw.LineStyle{Color: hatch, Width: 0.6})
	dc.Stroke(path)
}
