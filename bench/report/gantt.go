package report

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/assign"
	"github.com/optgap/optgap/bench/format"
)

// Panel is one schedule of a Gantt chart.
type Panel struct {
	Title    string // names the policy or method; the metrics are written beside it
	Schedule optgap.Schedule
}

// GanttOptions say how a Gantt chart looks. The zero value is a good choice.
type GanttOptions struct {
	Title       string    // above all panels; blank: the step's index and trace
	Width       vg.Length // of the picture; 0: 760 points
	PanelHeight vg.Length // of the machine in each panel; 0: up to 210 points, less for few processors
	DPI         int       // pixels per inch of a PNG; 0: 192
}

const (
	defaultWidth     = 760 * vg.Length(1)
	defaultHeight    = 210 * vg.Length(1)
	defaultDPI       = 192
	heightPerProc    = 24 * vg.Length(1)  // at most, by default
	smallestHeight   = 60 * vg.Length(1)  // by default
	smallestWidth    = 240 * vg.Length(1) // room for a few labels
	smallestPanel    = 20 * vg.Length(1)
	largestDimension = 20000 * vg.Length(1) // keeps a PNG's memory in bounds
)

// complete returns the options with their defaults filled in, or an error that
// names the one that is out of its range.
func (o GanttOptions) complete(step *optgap.Step) (GanttOptions, error) {
	if o.Width == 0 {
		o.Width = defaultWidth
	}
	if o.PanelHeight == 0 {
		few := vg.Length(min(step.Machine, 100)) * heightPerProc
		o.PanelHeight = min(max(few, smallestHeight), defaultHeight)
	}
	if o.DPI == 0 {
		o.DPI = defaultDPI
	}
	switch {
	case !(o.Width >= smallestWidth && o.Width <= largestDimension):
		return o, &optgap.FieldError{Field: "width", Found: fmt.Sprint(o.Width), Expected: fmt.Sprintf("%v to %v points", smallestWidth, largestDimension)}
	case !(o.PanelHeight >= smallestPanel && o.PanelHeight <= largestDimension):
		return o, &optgap.FieldError{Field: "panel height", Found: fmt.Sprint(o.PanelHeight), Expected: fmt.Sprintf("%v to %v points", smallestPanel, largestDimension)}
	case o.DPI < 1 || o.DPI > 1200:
		return o, &optgap.FieldError{Field: "dpi", Found: fmt.Sprint(o.DPI), Expected: "1 to 1200"}
	}
	return o, nil
}

// Formats of [Gantt], which are also the suffixes that [WriteGantt] knows.
const (
	SVG = "svg"
	PNG = "png"
)

// Gantt draws schedules of one valid step above each other, in the order of the
// panels, as "svg" or "png". All panels have the same time axis, from the
// step's moment to the latest makespan, and a job has the same colour in each.
// Processors that are not free because of running jobs or reservations are
// hatched; see [Assign] for who gets which. A dashed line ends each schedule.
//
// Jobs carry their id where it fits. With more than 24 jobs colours repeat.
//
// The error is that of an option out of its range, of an unknown format, of no
// panels, or names the panel whose schedule is not feasible. Text in an SVG is
// text, in Liberation Sans or another sans-serif face of its metrics.
func Gantt(w io.Writer, format string, step *optgap.Step, panels []Panel, o GanttOptions) error {
	o, err := o.complete(step)
	if err != nil {
		return err
	}
	if format != SVG && format != PNG {
		return &optgap.FieldError{Field: "picture format", Found: fmt.Sprintf("%q", format), Expected: `"svg" or "png"`}
	}
	c, err := newChart(step, panels, o)
	if err != nil {
		return err
	}
	if format == SVG {
		return c.writeSVG(w)
	}
	width, height := c.size()
	canvas := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(o.DPI))}
	c.draw(draw.New(canvas))
	_, err = canvas.WriteTo(w)
	return err
}

// writeSVG names further faces where vgsvg names only Liberation Sans, without
// which browsers would fall back on a serif face of other widths. Text between
// tags has no bare quotation marks, so only attributes match.
func (c *chart) writeSVG(w io.Writer) error {
	canvas := vgsvg.New(c.size())
	c.draw(draw.New(canvas))
	var svg bytes.Buffer
	if _, err := canvas.WriteTo(&svg); err != nil {
		return err
	}
	const family = `style="font-family:Liberation Sans`
	_, err := w.Write(bytes.ReplaceAll(svg.Bytes(), []byte(family), []byte(family+",Arial,Helvetica,sans-serif")))
	return err
}

// WriteGantt writes the picture of [Gantt] to a file whose suffix, .svg or
// .png, says its format. The file is written only once the picture is complete.
func WriteGantt(path string, step *optgap.Step, panels []Panel, o GanttOptions) error {
	format := strings.ToLower(strings.TrimPrefix(filepath.Ext(path), "."))
	if format != SVG && format != PNG {
		return fmt.Errorf("%s: found suffix %q, expected .svg or .png", path, filepath.Ext(path))
	}
	var picture bytes.Buffer
	if err := Gantt(&picture, format, step, panels, o); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return os.WriteFile(path, picture.Bytes(), 0o666)
}

// chart is all that is drawn, laid out.
type chart struct {
	step   *optgap.Step
	o      GanttOptions
	panels []panel
	end    int64 // second at which the time axis ends
}

type panel struct {
	Panel
	layout  assign.Layout
	metrics string
	end     int64 // makespan
}

func newChart(step *optgap.Step, panels []Panel, o GanttOptions) (*chart, error) {
	if len(panels) == 0 {
		return nil, errors.New("a Gantt chart needs at least one schedule")
	}
	c := &chart{step: step, o: o, panels: make([]panel, len(panels))}
	for _, p := range panels {
		if err := p.Schedule.Check(step); err != nil {
			return nil, fmt.Errorf("panel %q: %w", p.Title, err)
		}
		c.end = max(c.end, p.Schedule.Makespan(step))
	}
	if c.end == 0 { // no jobs: show the history
		c.end = max(step.History.End(), 1)
	}
	for i, p := range panels {
		layout, err := assign.Step(step, p.Schedule, int64(c.after())+1)
		if err != nil {
			return nil, fmt.Errorf("panel %q: %w", p.Title, err)
		}
		c.panels[i] = panel{Panel: p, layout: layout, end: p.Schedule.Makespan(step)}
		if len(step.Jobs) > 0 {
			m := optgap.Measure(step, p.Schedule)
			c.panels[i].metrics = fmt.Sprintf("ARTwW %s s    objective %s", format.Decimal(m.ARTwW, 1), format.Integer(m.Objective))
		}
	}
	return c, nil
}
