package gantt

import (
	"errors"
	"fmt"
	"io"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/simulate/assign"
)

// chart holds schedules that are drawn above each other. Times are in ticks.
type chart struct {
	o        StepOptions
	machine  int64
	tick     float64 // seconds
	end      int64   // tick of the latest makespan
	ids      []int64 // of the jobs
	title    string
	subtitle string
	axis     string // name of the time axis
	now      string // name of the mark at 0
	legend   string // what is hatched; "": nothing
	panels   []panel
}

// panel is one schedule of a chart.
type panel struct {
	title   string
	layout  assign.Layout
	metrics string
	end     int64 // makespan
}

// noSchedule stands in place of the metrics of a panel without a schedule.
const noSchedule = "no schedule"

var errNoPanels = errors.New("a Gantt chart needs at least one schedule")

// write writes the picture in a format.
func (c *chart) write(w io.Writer, format string) error {
	width, height := c.size()
	return canvas.Picture{Width: width, Height: height, DPI: c.o.DPI, Paint: c.draw}.Write(w, format)
}

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

// before returns the number of ticks ahead of now at which the axis begins. The line at
// now so stands clear of the frame.
func (c *chart) before() float64 { return float64(c.end) * 0.012 }

// after returns the tick at which the axis ends: a little past the latest makespan.
func (c *chart) after() float64 { return float64(c.end) * 1.02 }

// draw draws the picture.
func (c *chart) draw(dc draw.Canvas) {
	top := dc.Max.Y - canvas.Margin
	c.drawHeader(dc, top)
	top -= c.header()
	for i := range c.panels {
		top -= panelTitle + markRow
		f := frame{
			Rectangle: vg.Rectangle{
				Min: vg.Point{X: left(c.machine), Y: top - c.o.PanelHeight},
				Max: vg.Point{X: c.o.Width - canvas.Margin, Y: top},
			},
			from: -c.before(),
			to:   c.after(),
			top:  float64(c.machine),
		}
		c.drawPanel(dc, f, &c.panels[i], i == len(c.panels)-1)
		top -= c.o.PanelHeight
	}
}

// drawHeader draws title, subtitle and legend below top.
func (c *chart) drawHeader(dc draw.Canvas, top vg.Length) {
	row, right := top-c.header(), c.o.Width-canvas.Margin
	if !c.o.NoTitle {
		drawTitle(dc, right, top-canvas.TitleRow+4, row, c.title, c.subtitle, c.legend)
	}
	if c.legend == "" {
		return
	}
	drawLegend(dc, right, row, c.legend, func(swatch vg.Rectangle) { canvas.Hatch(dc, swatch) })
}

// drawPanel draws a panel into a frame. The lowest one has the name of the time axis.
func (c *chart) drawPanel(dc draw.Canvas, f frame, p *panel, lowest bool) {
	titleY := f.Max.Y + markRow + 4
	title := canvas.Shorten(canvas.Bold, p.title, (f.Max.X-f.Min.X)*0.55)
	canvas.Write(dc, canvas.Bold, f.Min.X, titleY, title)
	metricsAt := f.Min.X + canvas.Bold.Width(title) + 14
	canvas.Write(dc, canvas.Normal, metricsAt, titleY, canvas.Shorten(canvas.Normal, p.metrics, f.Max.X-metricsAt))

	name := ""
	if lowest {
		name = c.axis
	}
	marks := canvas.TimeTicks(0, int64(f.to*c.tick), max(int64(f.Size().X/labelPitch), 1))
	for i := range marks {
		marks[i].Value /= c.tick
	}
	f.timeAxis(dc, marks, name)
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
			drawJob(dc, f.rectangle(b, float64(b.Start)), canvas.JobColour(i), fmt.Sprint(c.ids[i]))
		}
	}
	c.drawMarks(dc, f, p.end)
	canvas.Outline(dc, canvas.Tick, f.Rectangle)
}

// drawMarks draws the line at 0 and the line at the makespan, and their names
// above the frame.
func (c *chart) drawMarks(dc draw.Canvas, f frame, makespan int64) {
	now, y := f.x(0), f.Max.Y+4
	dc.StrokeLine2(draw.LineStyle{Color: canvas.Ink, Width: 1.1}, now, f.Min.Y, now, f.Max.Y+3)
	canvas.Write(dc, canvas.Tiny, now-2, y, c.now)
	if makespan == 0 {
		return
	}
	end, colour := f.x(float64(makespan)), canvas.LineColour(3)
	dc.StrokeLine2(draw.LineStyle{Color: colour, Width: 1.1, Dashes: []vg.Length{4, 2.5}}, end, f.Min.Y, end, f.Max.Y+3)
	name := "makespan " + c.duration(makespan)
	label := canvas.In(canvas.Tiny, colour)
	canvas.Write(dc, label, max(end+2-label.Width(name), now+canvas.Tiny.Width(c.now)+8), y, name)
}

// duration writes a time in ticks.
func (c *chart) duration(ticks int64) string {
	if c.tick == 1 {
		return format.Duration(ticks)
	}
	return format.Significant(float64(ticks)*c.tick, 4) + " s"
}
