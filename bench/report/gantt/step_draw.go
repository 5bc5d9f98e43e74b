package gantt

import (
	"cmp"
	"errors"
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/internal/simulate/allocation"
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
}

// panel is one schedule of a chart.
type panel struct {
	title   string
	layout  allocation.Layout
	metrics string
	end     int64 // makespan
}

// noSchedule stands in place of the metrics of a panel without a schedule.
const noSchedule = "no schedule"

var errNoPanels = errors.New("a Gantt chart needs at least one schedule")

// markRow is the height of the names of now and of the makespan above a frame, in points.
const markRow = vg.Length(10)

// picture returns the picture of the chart.
func (c *chart) picture() (canvas.Picture, error) {
	if len(c.panels) == 0 {
		return canvas.Picture{}, errNoPanels
	}
	s := canvas.Sheet{Title: c.title, Subtitle: c.subtitle, Columns: 1, Width: cmp.Or(c.o.Width, defaultWidth)}
	if err := checkWidth(s.Width); err != nil {
		return canvas.Picture{}, err
	}
	if c.o.NoTitle {
		s.Title, s.Subtitle = "", ""
	}
	if c.legend != "" {
		hatched := canvas.Drawing(func(dc draw.Canvas, _ *plot.Plot) { canvas.Hatch(dc, dc.Rectangle) })
		s.Legend = []canvas.Entry{{Name: c.legend, Samples: []plot.Thumbnailer{hatched}}}
	}
	marks := canvas.TimeTicks(0, int64(c.after()*c.tick), timeMarks(s.Width))
	for i := range marks {
		marks[i].Value /= c.tick
	}
	height := min(max(vg.Length(min(c.machine, 100))*heightPerProc, smallestHeight), largestHeight)
	for i := range c.panels {
		p := &c.panels[i]
		// The axis begins a little before now, so that the line at now stands clear of the frame.
		g := newMachinePlot(-float64(c.end)*0.012, c.after(), marks, c.machine)
		g.Add(canvas.Drawing(func(dc draw.Canvas, g *plot.Plot) { c.drawPanel(dc, g, p) }))
		s.Tiles = append(s.Tiles, canvas.Tile{Plot: g, Title: p.title, Remark: p.metrics, Height: height, Above: markRow})
	}
	s.Tiles[len(s.Tiles)-1].X.Label.Text = c.axis
	return s.Picture(), nil
}

// after returns the tick at which the axis ends: a little past the latest makespan.
func (c *chart) after() float64 { return float64(c.end) * 1.02 }

// drawPanel draws the jobs of a panel.
func (c *chart) drawPanel(dc draw.Canvas, g *plot.Plot, p *panel) {
	f := frameOf(dc, g)
	history := make([]vg.Rectangle, 0, len(p.layout.History))
	for _, b := range p.layout.History {
		start := float64(b.Start)
		if b.Start == 0 {
			start = g.X.Min // the history began before now
		}
		if start < f.end {
			history = append(history, f.rectangle(b, start))
		}
	}
	canvas.Hatch(dc, history...)
	for i, blocks := range p.layout.Jobs {
		for _, b := range blocks {
			drawJob(dc, f.rectangle(b, float64(b.Start)), canvas.JobColor(i), fmt.Sprint(c.ids[i]))
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
	end, colour := f.x(float64(makespan)), canvas.Purple.Colour()
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
