package gantt

import (
	"cmp"
	"fmt"
	"io"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/simulate/assign"
	"github.com/optgap/optgap/heuristics/moldable"
)

// MoldablePanel is one schedule of a Gantt chart of moldable jobs.
type MoldablePanel struct {
	Title    string            // names the algorithm; minsum and makespan are written beside it
	Schedule moldable.Schedule // nil: none was found, and the panel has no jobs
}

// WriteMoldable draws schedules of one valid instance above each other like [WriteStep],
// on one time axis. A job has the same colour in each panel, and may have another width.
func WriteMoldable(w io.Writer, format string, in *moldable.Instance, panels []MoldablePanel, o StepOptions) error {
	o, err := o.complete(in.Machine)
	if err != nil {
		return err
	}
	c, err := newMoldableChart(in, panels, o)
	if err != nil {
		return err
	}
	return c.write(w, format)
}

// WriteMoldableFile writes the picture of [WriteMoldable] to a file whose suffix says its
// format, like [WriteStepFile].
func WriteMoldableFile(path string, in *moldable.Instance, panels []MoldablePanel, o StepOptions) error {
	write := func(w io.Writer, format string) error { return WriteMoldable(w, format, in, panels, o) }
	return canvas.WriteFile(path, write)
}

// newMoldableChart lays out schedules of an instance.
func newMoldableChart(in *moldable.Instance, panels []MoldablePanel, o StepOptions) (*chart, error) {
	if len(panels) == 0 {
		return nil, errNoPanels
	}
	c := &chart{
		o: o, machine: in.Machine, tick: in.Tick, axis: "time", end: 1, panels: make([]panel, len(panels)),
		title:    cmp.Or(o.Title, in.Name, "Moldable jobs"),
		subtitle: format.Count(int64(len(in.Jobs)), "moldable job") + " on " + format.Count(in.Machine, "processor"),
	}
	for _, j := range in.Jobs {
		c.ids = append(c.ids, j.ID)
	}
	for i, p := range panels {
		laid := &c.panels[i]
		if laid.title, laid.metrics = p.Title, noSchedule; p.Schedule == nil {
			continue
		}
		if err := p.Schedule.Check(in); err != nil {
			return nil, fmt.Errorf("panel %q: %w", p.Title, err)
		}
		step, starts := rigid(in, p.Schedule)
		var err error
		if laid.layout, err = assign.Step(step, starts, 0); err != nil {
			return nil, fmt.Errorf("panel %q: %w", p.Title, err)
		}
		laid.end = p.Schedule.Makespan(in)
		laid.metrics = fmt.Sprintf("minsum %s s", format.Significant(float64(p.Schedule.Minsum(in))*in.Tick, 4))
		c.end = max(c.end, laid.end)
	}
	return c, nil
}

// rigid returns the jobs with the widths that a schedule gives them, and its starts.
func rigid(in *moldable.Instance, s moldable.Schedule) (*optgap.Step, optgap.Schedule) {
	step := &optgap.Step{Format: optgap.StepFormat, Machine: in.Machine}
	step.History = optgap.History{{Time: 0, Free: in.Machine}}
	starts := make(optgap.Schedule, len(s))
	for i, p := range s {
		j := in.Jobs[i]
		step.Jobs = append(step.Jobs, optgap.Job{ID: j.ID, Width: p.Width, Estimate: j.Times[p.Width-j.Least()]})
		starts[i] = p.Start
	}
	return step, starts
}
