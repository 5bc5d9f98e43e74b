// Package gantt draws schedules as rectangles of processors and seconds.
//
//	Step, Panels             -> WriteStep     -> several schedules of one step, one above the other
//	Instance, MoldablePanels -> WriteMoldable -> the same for moldable jobs
//	finished replay          -> WriteReplay   -> its jobs, busy processors and waiting jobs
//
// All write SVG, PNG or PDF. Package assign gives the jobs their processors.
package gantt

import (
	"cmp"
	"errors"
	"fmt"
	"io"

	"gonum.org/v1/plot/vg"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/assign"
)

// Panel is one schedule of a Gantt chart.
type Panel struct {
	Title    string          // names the policy or method; the metrics are written beside it
	Schedule optgap.Schedule // nil: none was found, and the panel has no jobs
}

// StepOptions say how a Gantt chart looks. The zero value is a good choice.
type StepOptions struct {
	Title       string    // above all panels; blank: the step's index and trace, or the instance's name
	NoTitle     bool      // no title, and nothing about the step or the instance below it
	Width       vg.Length // of the picture; 0: 174 mm
	PanelHeight vg.Length // of the machine in each panel; 0: up to 130 points, less for few processors
	DPI         int       // pixels per inch of a PNG; 0: 300
}

// Lengths of pictures and panels in points.
const (
	defaultWidth     = canvas.DoubleColumn
	defaultHeight    = vg.Length(130)     // of a panel
	heightPerProc    = vg.Length(16)      // at most, by default
	smallestHeight   = vg.Length(48)      // of a panel, by default
	smallestWidth    = 60 * vg.Millimeter // room for a few labels
	smallestPanel    = vg.Length(20)
	largestDimension = vg.Length(20000) // keeps a PNG's memory in bounds
)

// complete returns the options with their defaults filled in. The error names the option
// that is out of its range.
func (o StepOptions) complete(machine int64) (StepOptions, error) {
	o.Width = cmp.Or(o.Width, defaultWidth)
	if o.PanelHeight == 0 {
		few := vg.Length(min(machine, 100)) * heightPerProc
		o.PanelHeight = min(max(few, smallestHeight), defaultHeight)
	}
	return o, errors.Join(
		checkLength("width", o.Width, smallestWidth), checkLength("panel height", o.PanelHeight, smallestPanel))
}

// checkLength returns an error that names a length which is out of its range.
func checkLength(field string, found, least vg.Length) error {
	if found >= least && found <= largestDimension {
		return nil
	}
	expected := fmt.Sprintf("%v to %v points", least, largestDimension)
	return &optgap.FieldError{Field: field, Found: fmt.Sprint(found), Expected: expected}
}

// WriteStep draws schedules of one valid step above each other, in the order of the
// panels, as "svg", "png" or "pdf". All panels have the same time axis, from the moment of
// the step to the latest makespan. A job has the same colour in each panel. Processors
// that are not free because of running jobs or reservations are hatched. A dashed line
// ends each schedule. A panel without a schedule says so. [assign.Step] gives the jobs
// their processors.
//
// Jobs carry their id where it fits. With more than 24 jobs colours repeat.
//
// The error names an option out of its range, an unknown format, or the panel whose
// schedule is not feasible. No panels are an error too.
func WriteStep(w io.Writer, format string, step *optgap.Step, panels []Panel, o StepOptions) error {
	o, err := o.complete(step.Machine)
	if err != nil {
		return err
	}
	c, err := newChart(step, panels, o)
	if err != nil {
		return err
	}
	return c.write(w, format)
}

// WriteStepFile writes the picture of [WriteStep] to a file whose suffix, .svg,
// .png or .pdf, says its format. The file is written only once the picture is complete.
func WriteStepFile(path string, step *optgap.Step, panels []Panel, o StepOptions) error {
	return canvas.WriteFile(path, func(w io.Writer, format string) error { return WriteStep(w, format, step, panels, o) })
}

// newChart lays out schedules of a step.
func newChart(step *optgap.Step, panels []Panel, o StepOptions) (*chart, error) {
	if len(panels) == 0 {
		return nil, errNoPanels
	}
	c := &chart{
		o: o, machine: step.Machine, tick: 1,
		axis: "time after now", now: "now", legend: "taken by running jobs or reservations",
		title: cmp.Or(o.Title, stepTitle(step)), subtitle: stepSubtitle(step), panels: make([]panel, len(panels)),
	}
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
	for _, j := range step.Jobs {
		c.ids = append(c.ids, j.ID)
	}
	for i, p := range panels {
		var err error
		if c.panels[i], err = c.stepPanel(step, p); err != nil {
			return nil, fmt.Errorf("panel %q: %w", p.Title, err)
		}
	}
	return c, nil
}

// stepPanel lays out a panel. Without a schedule the panel shows the history alone.
func (c *chart) stepPanel(step *optgap.Step, p Panel) (laid panel, err error) {
	laid.title = p.Title
	if p.Schedule == nil {
		idle := *step
		idle.Jobs, p.Schedule = nil, optgap.Schedule{}
		step, laid.metrics = &idle, noSchedule
	}
	if laid.layout, err = assign.Step(step, p.Schedule, int64(c.after())+1); err != nil {
		return laid, err
	}
	laid.end = p.Schedule.Makespan(step)
	if len(step.Jobs) > 0 {
		m := optgap.Measure(step, p.Schedule)
		average := record.AverageOf(step.Objective()).Text(step.ObjectiveValue(m.Objective))
		laid.metrics = fmt.Sprintf("%s    objective %s", average, format.Integer(m.Objective))
	}
	return laid, nil
}

// stepTitle names a step.
func stepTitle(step *optgap.Step) string {
	title := fmt.Sprintf("Self-tuning step %s", format.Integer(int64(step.Index)))
	if step.Trace != "" {
		title += " of " + step.Trace
	}
	return title
}

// stepSubtitle tells the size of a step.
func stepSubtitle(step *optgap.Step) string {
	jobs := format.Count(int64(len(step.Jobs)), "waiting job") + " on " + format.Count(step.Machine, "processor")
	if step.Trace != "" {
		jobs += ", now is second " + format.Integer(step.Now) + " of the trace"
	}
	return jobs
}
