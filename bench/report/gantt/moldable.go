package gantt

import (
	"cmp"
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/internal/simulate/allocation"
	"github.com/optgap/optgap/heuristics/moldable"
)

// MoldablePanel is one schedule of a Gantt chart of moldable jobs.
type MoldablePanel struct {
	Title    string            // names the algorithm; minsum and makespan are written beside it
	Schedule moldable.Schedule // nil: none was found, and the panel has no jobs
}

// Moldable draws schedules of one valid instance above each other like [Step], on one time axis.
// A job has the same colour in each panel, and may have another width.
func Moldable(in *moldable.Instance, panels []MoldablePanel, o Options) (canvas.Picture, error) {
	c := &chart{
		o: o, machine: in.Machine, tick: in.Tick, axis: "time", end: 1, panels: make([]panel, len(panels)),
		title:    cmp.Or(in.Name, "Moldable jobs"),
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
			return canvas.Picture{}, fmt.Errorf("panel %q: %w", p.Title, err)
		}
		step, starts := rigid(in, p.Schedule)
		var err error
		if laid.layout, err = allocation.Step(step, starts, 0); err != nil {
			return canvas.Picture{}, fmt.Errorf("panel %q: %w", p.Title, err)
		}
		laid.end = p.Schedule.Makespan(in)
		laid.metrics = fmt.Sprintf("minsum %s s", format.Significant(float64(p.Schedule.Minsum(in))*in.Tick, 4))
		c.end = max(c.end, laid.end)
	}
	return c.picture()
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
