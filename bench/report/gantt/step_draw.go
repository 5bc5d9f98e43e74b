package gantt

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/palette"
	"github.com/optgap/optgap/bench/simulate/assign"
)

// chart holds schedules that are drawn above each other. Times are in ticks.
type chart struct {
	o        Options
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

	panelHeight vg.Length
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

// picture returns the picture of the chart with its defaults filled in.
func (c *chart) picture() (canvas.Picture, error) {
	if len(c.panels) == 0 {
		return canvas.Picture{}, errNoPanels
	}
	c.o.Width = cmp.Or(c.o.Width, defaultWidth)
	few := vg.Length(min(c.machine, 100)) * heightPerProc
	c.panelHeight = min(max(few, smallestHeight), largestHeight)
	width, height := c.size()
	return canvas.Picture{Width: width, Height: height, Paint: c.draw}, checkWidth(width)
}

// Distances in points, above the frame of a panel.
const (
	panelTitle = vg.Length(17) // space and the title
	metricsRow = vg.Length(10) // the metrics, where they don't stand beside the title
	markRow    = vg.Length(10) // now and makespan
	metricsGap = vg.Length(10) // between the title and the metrics
)

// beside tells whether the metrics of all panels have room beside their titles.
func (c *chart) beside() bool {
	room := c.o.Width - canvas.Margin - left(c.machine)
	return !slices.ContainsFunc(c.panels, func(p panel) bool {
		return canvas.Bold.Width(p.title)+metricsGap+canvas.Normal.Width(p.metrics) > room
	})
}

// abovePanel returns the height of the rows above the frame of a panel.
func (c *chart) abovePanel() vg.Length {
	if c.beside() {
		return panelTitle + markRow
	}
	return panelTitle + metricsRow + markRow
}

// size returns the width and the height of the picture.
func (c *chart) size() (width, height vg.Length) {
	panels := vg.Length(len(c.panels)) * (c.abovePanel() + c.panelHeight)
	return c.o.Width, 2*canvas.Margin + c.heading().height() + panels + axisLabels + axisTitle
}

// heading is what stands above all panels.
func (c *chart) heading() heading {
	room := c.o.Width - 2*canvas.Margin
	if c.o.NoTitle {
		return newHeading("", "", c.legend, room)
	}
	return newHeading(c.title, c.subtitle, c.legend, room)
}

// before returns the number of ticks ahead of now at which the axis begins. The line at
// now so stands clear of the frame.
func (c *chart) before() float64 { return float64(c.end) * 0.012 }

// after returns the tick at which the axis ends: a little past the latest makespan.
func (c *chart) after() float64 { return float64(c.end) * 1.02 }

// draw draws the picture.
func (c *chart) draw(dc draw.Canvas) {
	top := dc.Max.Y - canvas.Margin
	h := c.heading()
	h.draw(dc, c.o.Width-canvas.Margin, top, func(swatch vg.Rectangle) { canvas.Hatch(dc, swatch) })
	top -= h.height()
	for i := range c.panels {
		top -= c.abovePanel()
		f := frame{
			Rectangle: vg.Rectangle{
				Min: vg.Point{X: left(c.machine), Y: top - c.panelHeight},
				Max: vg.Point{X: c.o.Width - canvas.Margin, Y: top},
			},
			from: -c.before(),
			to:   c.after(),
			top:  float64(c.machine),
		}
		c.drawPanel(dc, f, &c.panels[i], i == len(c.panels)-1)
		top -= c.panelHeight
	}
}

// drawPanel draws a panel into a frame. The lowest one has the name of the time axis.
func (c *chart) drawPanel(dc draw.Canvas, f frame, p *panel, lowest bool) {
	metrics := vg.Point{X: f.Min.X, Y: f.Max.Y + markRow + 3}
	title := metrics
	if c.beside() {
		metrics.X += canvas.Bold.Width(p.title) + metricsGap
	} else {
		title.Y += metricsRow
	}
	canvas.Write(dc, canvas.Bold, title.X, title.Y, canvas.Shorten(canvas.Bold, p.title, f.Size().X))
	canvas.Write(dc, canvas.Normal, metrics.X, metrics.Y, canvas.Shorten(canvas.Normal, p.metrics, f.Max.X-metrics.X))

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
			drawJob(dc, f.rectangle(b, float64(b.Start)), palette.Job(i), fmt.Sprint(c.ids[i]))
		}
	}
	c.drawMarks(dc, f, p.end)
	canvas.Outline(dc, canvas.Tick, f.Rectangle)
}

// drawMarks draws the line at 0 and the line at the makespan, and their names
// above the frame.
func (c *chart) drawMarks(dc draw.Canvas, f frame, makespan int64) {
	now, y := f.x(0), f.Max.Y+4
	dc.StrokeLine2(draw.LineStyle{Color: palette.Ink, Width: 1.1}, now, f.Min.Y, now, f.Max.Y+3)
	canvas.Write(dc, canvas.Tiny, now-2, y, c.now)
	if makespan == 0 {
		return
	}
	end, colour := f.x(float64(makespan)), palette.Purple.Colour()
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
