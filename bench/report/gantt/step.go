// Package gantt draws schedules as rectangles of processors and seconds.
//
//	Step, Panels             -> Step     -> several schedules of one step, one above the other
//	Instance, MoldablePanels -> Moldable -> the same for moldable jobs
//	finished replays         -> Replay   -> their jobs, active policies, busy processors and waiting jobs
//
// All are pictures of package canvas. Package allocation gives the jobs their processors.
//
// The package may change at any time.
package gantt

import (
	"fmt"

	"gonum.org/v1/plot/vg"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/internal/simulate/allocation"
	"github.com/optgap/optgap/bench/record"
)

// Panel is one schedule of a Gantt chart.
type Panel struct {
	Title    string          // names the policy or method; the metrics are written beside it
	Schedule optgap.Schedule // nil: none was found, and the panel has no jobs
}

// Options say how a Gantt chart of a step looks. The zero value is a good choice.
type Options struct {
	NoTitle bool      // no title, and nothing about the step or the instance below it
	Width   vg.Length // of the picture; 0: 174 mm
}

// Lengths of pictures and panels in points.
const (
	defaultWidth   = canvas.DoubleColumn
	largestHeight  = vg.Length(130)     // of a panel
	heightPerProc  = vg.Length(16)      // at most
	smallestHeight = vg.Length(48)      // of a panel
	smallestWidth  = 60 * vg.Millimeter // room for a few labels
	largestWidth   = vg.Length(20000)   // keeps a PNG's memory in bounds
)

// checkWidth returns an error about a width that is out of its range.
func checkWidth(found vg.Length) error {
	if found >= smallestWidth && found <= largestWidth {
		return nil
	}
	return optgap.BadField("width", found, fmt.Sprintf("%v to %v points", smallestWidth, largestWidth))
}

// Step draws schedules of one valid step above each other, in the order of the panels. All panels
// have the same time axis, from the moment of the step to the latest makespan. A job has the same
// colour in each panel. Processors that are not free because of running jobs or reservations are
// hatched. A dashed line ends each schedule. A panel without a schedule says so. [allocation.Step] gives
// the jobs their processors.
//
// Jobs carry their id where it fits. With more than 24 jobs colours repeat.
//
// The error names an option out of its range, or the panel whose schedule is not feasible. No panels
// are an error too.
func Step(step *optgap.Step, panels []Panel, o Options) (canvas.Picture, error) {
	c := &chart{
		o: o, machine: step.Machine, tick: 1,
		axis: "time after now", now: "now", legend: "taken by running jobs or reservations",
		title: stepTitle(step), subtitle: stepSubtitle(step), panels: make([]panel, len(panels)),
	}
	for _, p := range panels {
		if p.Schedule == nil {
			continue
		}
		if err := p.Schedule.Check(step); err != nil {
			return canvas.Picture{}, fmt.Errorf("panel %q: %w", p.Title, err)
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
			return canvas.Picture{}, fmt.Errorf("panel %q: %w", p.Title, err)
		}
	}
	return c.picture()
}

// stepPanel lays out a panel. Without a schedule the panel shows the history alone.
func (c *chart) stepPanel(step *optgap.Step, p Panel) (laid panel, err error) {
	laid.title = p.Title
	if p.Schedule == nil {
		idle := *step
		idle.Jobs, p.Schedule = nil, optgap.Schedule{}
		step, laid.metrics = &idle, noSchedule
	}
	if laid.layout, err = allocation.Step(step, p.Schedule, int64(c.after())+1); err != nil {
		return laid, err
	}
	laid.end = p.Schedule.Makespan(step)
	if len(step.Jobs) > 0 {
		m := optgap.Measure(step, p.Schedule)
		laid.metrics = fmt.Sprintf("%s    objective %s", record.Minimised(step, m.Objective), format.Integer(m.Objective))
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
