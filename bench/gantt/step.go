// Package gantt draws schedules as rectangles of processors and seconds.
//
//	Step, Panels    -> WriteStep   -> several schedules of one step, one above the other
//	finished replay -> WriteReplay -> its jobs, busy processors and waiting jobs
//
// Both write SVG, PNG or PDF. Package assign decides which processors are whose.
package gantt

import (
	"cmp"
	"errors"
	"fmt"
	"io"

	"gonum.org/v1/plot/vg"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/assign"
	"github.com/optgap/optgap/bench/canvas"
	"github.com/optgap/optgap/bench/format"
)

// Panel is one schedule of a Gantt chart.
type Panel struct {
	Title    string          // names the policy or method; the metrics are written beside it
	Schedule optgap.Schedule // nil: none was found, and the panel has no jobs
}

// StepOptions say how a Gantt chart looks. The zero value is a good choice.
type StepOptions struct {
	Title       string    // above all panels; blank: the step's index and trace
	NoTitle     bool      // no title, and nothing about the step below it
	Width       vg.Length // of the picture; 0: 760 points
	PanelHeight vg.Length // of the machine in each panel; 0: up to 210 points, less for few processors
	DPI         int       // pixels per inch of a PNG; 0: 192
}

// Lengths of pictures and panels in points.
const (
	defaultWidth     = vg.Length(760)
	defaultHeight    = vg.Length(210) // of a panel
	heightPerProc    = vg.Length(24)  // at most, by default
	smallestHeight   = vg.Length(60)  // of a panel, by default
	smallestWidth    = vg.Length(240) // room for a few labels
	smallestPanel    = vg.Length(20)
	largestDimension = vg.Length(20000) // keeps a PNG's memory in bounds
)

// complete returns the options with their defaults filled in, or an error that
// names the one that is out of its range.
func (o StepOptions) complete(step *optgap.Step) (StepOptions, error) {
	o.Width = cmp.Or(o.Width, defaultWidth)
	if o.PanelHeight == 0 {
		few := vg.Length(min(step.Machine, 100)) * heightPerProc
		o.PanelHeight = min(max(few, smallestHeight), defaultHeight)
	}
	return o, errors.Join(checkLength("width", o.Width, smallestWidth), checkLength("panel height", o.PanelHeight, smallestPanel))
}

// checkLength returns an error that names a length which is out of its range.
func checkLength(field string, found, least vg.Length) error {
	if found >= least && found <= largestDimension {
		return nil
	}
	return &optgap.FieldError{Field: field, Found: fmt.Sprint(found), Expected: fmt.Sprintf("%v to %v points", least, largestDimension)}
}

// WriteStep draws schedules of one valid step above each other, in the order of
// the panels, as "svg", "png" or
// "pdf". All panels have the same time axis, from the
// step's moment to the latest makespan, and a job has the same colour in each.
// Processors that are not free because of running jobs or reservations are
// hatched. A dashed line ends each schedule. A panel without a schedule says so.
// [assign.Step] decides which processors are whose.
//
// Jobs carry their id where it fits. With more than 24 jobs colours repeat.
//
// The error is that of an option out of its range, of an unknown format, of no
// panels, or names the panel whose schedule is not feasible.
func WriteStep(w io.Writer, format string, step *optgap.Step, panels []Panel, o StepOptions) error {
	o, err := o.complete(step)
	if err != nil {
		return err
	}
	c, err := newChart(step, panels, o)
	if err != nil {
		return err
	}
	width, height := c.size()
	return canvas.Picture{Width: width, Height: height, DPI: o.DPI, Paint: c.draw}.Write(w, format)
}

// WriteStepFile writes the picture of [WriteStep] to a file whose suffix, .svg,
// .png or .pdf, says its format. The file is written only once the picture is complete.
func WriteStepFile(path string, step *optgap.Step, panels []Panel, o StepOptions) error {
	return canvas.WriteFile(path, func(w io.Writer, format string) error { return WriteStep(w, format, step, panels, o) })
}

// chart is all that is drawn, laid out.
type chart struct {
	step   *optgap.Step
	o      StepOptions
	panels []panel
	end    int64 // second at which the time axis ends
}

type panel struct {
	Panel
	layout  assign.Layout
	metrics string
	end     int64 // makespan
}

func newChart(step *optgap.Step, panels []Panel, o StepOptions) (c *chart, err error) {
	if len(panels) == 0 {
		return nil, errors.New("a Gantt chart needs at least one schedule")
	}
	c = &chart{step: step, o: o, panels: make([]panel, len(panels))}
	for _, p := range panels {
		if p.Schedule == nil {
			continue
		}
		if err := p.Schedule.Check(step); err != nil {
			return nil, fmt.Errorf("panel %q: %w", p.Title, err)
		}
		c.end = max(c.end, p.Schedule.Makespan(step))
	}
	if c.end == 0 { // no jobs: show the history
		c.end = max(step.History.End(), 1)
	}
	for i, p := range panels {
		if c.panels[i], err = c.newPanel(p); err != nil {
			return nil, fmt.Errorf("panel %q: %w", p.Title, err)
		}
	}
	return c, nil
}

// newPanel lays a panel out. One without a schedule shows the history alone.
func (c *chart) newPanel(p Panel) (laid panel, err error) {
	step := c.step
	laid.Panel = p
	if p.Schedule == nil {
		idle := *step
		idle.Jobs, p.Schedule = nil, optgap.Schedule{}
		step, laid.metrics = &idle, "no schedule"
	}
	if laid.layout, err = assign.Step(step, p.Schedule, int64(c.after())+1); err != nil {
		return laid, err
	}
	laid.end = p.Schedule.Makespan(step)
	if len(step.Jobs) > 0 {
		m := optgap.Measure(step, p.Schedule)
		laid.metrics = fmt.Sprintf("ARTwW %s s    objective %s", format.Decimal(m.ARTwW, 1), format.Integer(m.Objective))
	}
	return laid, nil
}
