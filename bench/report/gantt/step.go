// Package gantt draws schedules as rectangles of processors and seconds.
//
//	Step, Panels             -> Step     -> several schedules of one step, one above the other
//	Instance, MoldablePanels -> Moldable -> the same for moldable jobs
//	finished replays         -> Replay   -> their jobs, active policies, busy processors and waiting jobs
//
// All are pictures of package figure. Package replay gives the jobs their processors.
//
// The package may change at any time.
package gantt

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/replay"
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

// Heights of panels in points.
const (
	largestHeight  = vg.Length(130)
	heightPerProc  = vg.Length(16) // at most
	smallestHeight = vg.Length(48)
)

// Step draws schedules of one valid step above each other, in the order of the panels. All panels
// have the same time axis, from the moment of the step to the latest makespan. A job has the same
// colour in each panel. Processors that are not free because of running jobs or reservations are
// grey. A dashed line ends each schedule. A panel without a schedule says so. [replay.PlaceStep]
// gives the jobs their processors.
//
// Jobs carry their id where it fits, and browsers tell more of that at the pointer. With more than
// 24 jobs colours repeat.
//
// The error names an option out of its range, or the panel whose schedule is not feasible. No
// panels are an error too.
func Step(step *optgap.Step, panels []Panel, o Options) (figure.Picture, error) {
	c := &chart{
		Options:  o,
		tick:     1,
		axis:     "time after now",
		title:    stepTitle(step),
		subtitle: stepSubtitle(step),
	}
	c.taken = "taken by running jobs or reservations"
	for _, p := range panels {
		own := plan{title: p.Title, step: step, starts: p.Schedule}
		if p.Schedule != nil {
			if err := p.Schedule.Check(step); err != nil {
				return figure.Picture{}, fmt.Errorf("panel %q: %w", p.Title, err)
			}
			if len(step.Jobs) > 0 {
				m := optgap.Measure(step, p.Schedule)
				own.title += fmt.Sprintf(
					"; %s, objective %s",
					record.Minimised(step, m.Objective),
					format.Integer(m.Objective),
				)
			}
		}
		c.plans = append(c.plans, own)
	}
	return c.picture()
}

// chart holds schedules that are drawn above each other.
type chart struct {
	Options
	tick            float64 // seconds
	title, subtitle string
	axis            string // name of the time axis
	taken           string // what is grey; "": nothing
	plans           []plan
}

// plan is one schedule of a chart. Times are in ticks.
type plan struct {
	title  string
	step   *optgap.Step
	starts optgap.Schedule // nil: none
}

// picture returns the picture of the chart.
func (c *chart) picture() (figure.Picture, error) {
	s := figure.Sheet{
		Title:    c.title,
		Subtitle: c.subtitle,
		Columns:  1,
		Width:    cmp.Or(c.Width, defaultWidth),
	}
	if len(c.plans) == 0 {
		return figure.Picture{}, errors.New("a Gantt chart needs at least one schedule")
	}
	if err := checkWidth(s.Width); err != nil {
		return figure.Picture{}, err
	}
	if c.NoTitle {
		s.Title = ""
		s.Subtitle = ""
	}
	if c.taken != "" {
		grey := figure.Drawing(
			func(dc draw.Canvas, _ *plot.Plot) { frame{Canvas: dc}.fill(figure.Shade, dc.Rectangle) },
		)
		s.Legend = []figure.Entry{{Name: c.taken, Samples: []plot.Thumbnailer{grey}}}
	}
	end := int64(0)
	for _, p := range c.plans {
		if p.starts != nil {
			end = max(end, p.starts.Makespan(p.step))
		}
	}
	if end == 0 { // no jobs: show the history
		end = max(c.plans[0].step.History.End(), 1)
	}
	after := float64(end) * 1.02
	marks, unit := timeMarks(after, c.tick, s.Width)
	s.X = c.axis + unit
	s.Y = "processors"
	for _, p := range c.plans {
		machine := p.step.Machine
		step := *p.step
		if p.starts == nil {
			p.title += "; no schedule"
			p.starts = optgap.Schedule{}
			step.Jobs = nil
		}
		layout, err := replay.PlaceStep(&step, p.starts, int64(after)+1)
		if err != nil {
			return figure.Picture{}, fmt.Errorf("panel %q: %w", p.title, err)
		}
		makespan := p.starts.Makespan(&step)
		if makespan > 0 {
			p.title += ", makespan " + c.duration(makespan)
		}
		// The axis begins a little before now, so that the line at now stands clear of the frame.
		g := newPlot(
			-float64(end)*0.012,
			after,
			marks,
			whole(machine),
			float64(machine),
			func(f frame) {
				var taken []vg.Rectangle
				for _, b := range layout.History {
					if b.Start == 0 {
						b.Start = math.MinInt64 // the history began before now
					}
					if float64(b.Start) < f.end {
						taken = append(taken, f.rectangle(b))
					}
				}
				f.fill(figure.Shade, taken...)
				for i, blocks := range layout.Jobs {
					for _, b := range blocks {
						id := fmt.Sprint(step.Jobs[i].ID)
						f.drawJob(
							f.rectangle(b),
							figure.JobColor(i),
							id,
							c.facts(step.Jobs[i], p.starts[i]),
						)
					}
				}
				f.mark(0)
				if makespan > 0 {
					f.mark(float64(makespan), 4, 2.5)
				}
			},
		)
		height := min(
			max(vg.Length(min(machine, 100))*heightPerProc, smallestHeight),
			largestHeight,
		)
		s.Tiles = append(s.Tiles, figure.Tile{Plot: g, Title: p.title, Height: height})
	}
	return s.Picture(), nil
}

// facts tells what browsers show of a job.
func (c *chart) facts(j optgap.Job, start int64) string {
	return fmt.Sprintf(
		"job %d: %s for %s, starts after %s, ends after %s",
		j.ID,
		format.Count(j.Width, "processor"),
		c.duration(j.Estimate),
		c.duration(start),
		c.duration(start+j.Estimate),
	)
}

// duration writes a time in ticks.
func (c *chart) duration(ticks int64) string {
	if c.tick == 1 || ticks == 0 {
		return format.Duration(ticks)
	}
	return format.Significant(float64(ticks)*c.tick, 4) + " s"
}

// stepTitle names a step.
func stepTitle(step *optgap.Step) string {
	title := fmt.Sprintf("Self-tuning step %s", format.Integer(step.Index))
	if step.Trace != "" {
		title += " of " + step.Trace
	}
	return title
}

// stepSubtitle tells the size of a step.
func stepSubtitle(step *optgap.Step) string {
	jobs := format.Count(len(step.Jobs), "waiting job") + " on " +
		format.Count(step.Machine, "processor")
	if step.Trace != "" {
		jobs += ", now is second " + format.Integer(step.Now) + " of the trace"
	}
	return jobs
}
