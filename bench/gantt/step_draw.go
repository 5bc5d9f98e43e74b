package gantt

import (
	"fmt"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/optgap/optgap/bench/canvas"
	"github.com/optgap/optgap/bench/format"
)

// Distances in points, above the frame of a panel.
const (
	panelTitle = vg.Length(28) // space and the title
	markRow    = vg.Length(13) // now and makespan
)

// size returns the width and the height of the picture.
func (c *chart) size() (width, height vg.Length) {
	panels := vg.Length(len(c.panels)) * (panelTitle + markRow + c.o.PanelHeight)
	return c.o.Width, 2*canvas.Margin + c.header() + panels + axisLabels + axisTitle
}

// header returns the height of the title and of the row of legend below it.
func (c *chart) header() vg.Length {
	if c.o.NoTitle {
		return canvas.SubtitleRow
	}
	return canvas.TitleRow + canvas.SubtitleRow
}

// before returns how many seconds ahead of now the axis begins, so that the
// now-line stands clear of the frame.
func (c *chart) before() float64 { return float64(c.end) * 0.012 }

// after returns where the axis ends: a little past the latest makespan.
func (c *chart) after() float64 { return float64(c.end) * 1.02 }

func (c *chart) draw(dc draw.Canvas) {
	top := dc.Max.Y - canvas.Margin
	c.drawHeader(dc, top)
	top -= c.header()
	for i := range c.panels {
		top -= panelTitle + markRow
		f := frame{
			Rectangle: vg.Rectangle{
				Min: vg.Point{X: left(c.step.Machine), Y: top - c.o.PanelHeight},
				Max: vg.Point{X: c.o.Width - canvas.Margin, Y: top},
			},
			from: -c.before(),
			to:   c.after(),
			top:  float64(c.step.Machine),
		}
		c.drawPanel(dc, f, &c.panels[i], i == len(c.panels)-1)
		top -= c.o.PanelHeight
	}
}

func (c *chart) drawHeader(dc draw.Canvas, top vg.Length) {
	const legend = "taken by running jobs or reservations"
	row, right := top-c.header(), c.o.Width-canvas.Margin
	if !c.o.NoTitle {
		canvas.Write(dc, canvas.Large, canvas.Margin, top-canvas.TitleRow+4, canvas.Shorten(canvas.Large, c.title(), right-canvas.Margin))
		canvas.Write(dc, canvas.Small, canvas.Margin, row+4, canvas.Shorten(canvas.Small, c.subtitle(), right-legendWidth(legend)-canvas.Margin-10))
	}
	drawLegend(dc, right, row, legend, func(swatch vg.Rectangle) { canvas.Hatch(dc, swatch) })
}

func (c *chart) title() string {
	if c.o.Title != "" {
		return c.o.Title
	}
	title := fmt.Sprintf("Self-tuning step %s", format.Integer(int64(c.step.Index)))
	if c.step.Trace != "" {
		title += " of " + c.step.Trace
	}
	return title
}

func (c *chart) subtitle() string {
	jobs := format.Count(int64(len(c.step.Jobs)), "waiting job") + " on " + format.Count(c.step.Machine, "processor")
	if c.step.Trace != "" {
		jobs += ", now is second " + format.Integer(c.step.Now) + " of the trace"
	}
	return jobs
}

func (c *chart) drawPanel(dc draw.Canvas, f frame, p *panel, lowest bool) {
	titleY := f.Max.Y + markRow + 4
	title := canvas.Shorten(canvas.Bold, p.Title, (f.Max.X-f.Min.X)*0.55)
	canvas.Write(dc, canvas.Bold, f.Min.X, titleY, title)
	metricsAt := f.Min.X + canvas.Bold.Width(title) + 14
	canvas.Write(dc, canvas.Normal, metricsAt, titleY, canvas.Shorten(canvas.Normal, p.metrics, f.Max.X-metricsAt))

	name := ""
	if lowest {
		name = "time after now"
	}
	f.timeAxis(dc, canvas.TimeTicks(0, int64(f.to), max(int64(f.Size().X/labelPitch), 1)), name)
	f.processorAxis(dc)
	history := make([]vg.Rectangle, 0, len(p.layout.History))
	for _, b := range p.layout.History {
		start := float64(b.Start)
		if b.Start == 0 {
			start = f.from // the history began before now
		}
		if start < f.to {
			history = append(history, f.rectangle(b, start))
		}
	}
	canvas.Hatch(dc, history...)
	for i, blocks := range p.layout.Jobs {
		for _, b := range blocks {
			drawJob(dc, f.rectangle(b, float64(b.Start)), canvas.JobColour(i), fmt.Sprint(c.step.Jobs[i].ID))
		}
	}
	drawMarks(dc, f, p.end)
	canvas.Outline(dc, canvas.Tick, f.Rectangle)
}

// drawMarks draws the now-line and the line at the makespan, and their names
// above the frame.
func drawMarks(dc draw.Canvas, f frame, makespan int64) {
	now, y := f.x(0), f.Max.Y+4
	dc.StrokeLine2(draw.LineStyle{Color: canvas.Ink, Width: 1.1}, now, f.Min.Y, now, f.Max.Y+3)
	canvas.Write(dc, canvas.Tiny, now-2, y, "now")
	if makespan == 0 {
		return
	}
	end, colour := f.x(float64(makespan)), canvas.LineColour(3)
	dc.StrokeLine2(draw.LineStyle{Color: colour, Width: 1.1, Dashes: []vg.Length{4, 2.5}}, end, f.Min.Y, end, f.Max.Y+3)
	name := "makespan " + format.Duration(makespan)
	label := canvas.In(canvas.Tiny, colour)
	canvas.Write(dc, label, max(end+2-label.Width(name), now+canvas.Tiny.Width("now")+8), y, name)
}
