package gantt

import (
	"cmp"
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/heuristics/moldable"
)

// MoldablePanel is one schedule of a Gantt chart of moldable jobs.
type MoldablePanel struct {
	Title    string            // names the algorithm; minsum and makespan are written behind it
	Schedule moldable.Schedule // nil: none was found, and the panel has no jobs
}

// Moldable draws schedules of one valid instance above each other like [Step], on one time axis.
// A job has the same colour in each panel, and may have another width.
func Moldable(in *moldable.Instance, panels []MoldablePanel, o Options) (figure.Picture, error) {
	c := &chart{
		Options: o,
		tick:    in.Tick,
		axis:    "time",
		title:   cmp.Or(in.Name, "Moldable jobs"),
		subtitle: format.Count(len(in.Jobs), "moldable job") + " on " +
			format.Count(in.Machine, "processor"),
	}
	for _, p := range panels {
		if p.Schedule != nil {
			if err := p.Schedule.Check(in); err != nil {
				return figure.Picture{}, fmt.Errorf("panel %q: %w", p.Title, err)
			}
		}
		own := plan{title: p.Title}
		own.step, own.starts = rigid(in, p.Schedule)
		if p.Schedule != nil {
			own.title += fmt.Sprintf(
				"; minsum %s s",
				format.Significant(float64(p.Schedule.Minsum(in))*in.Tick, 4),
			)
		}
		c.plans = append(c.plans, own)
	}
	return c.picture()
}

// rigid returns the jobs with the widths that a schedule gives them, and its starts.
func rigid(in *moldable.Instance, s moldable.Schedule) (*optgap.Step, optgap.Schedule) {
	step := &optgap.Step{Format: optgap.StepFormat, Machine: in.Machine}
	step.History = optgap.History{{Time: 0, Free: in.Machine}}
	var starts optgap.Schedule
	for i, p := range s {
		j := in.Jobs[i]
		step.Jobs = append(
			step.Jobs,
			optgap.Job{ID: j.ID, Width: p.Width, Estimate: j.Times[p.Width-j.Least()]},
		)
		starts = append(starts, p.Start)
	}
	return step, starts
}
