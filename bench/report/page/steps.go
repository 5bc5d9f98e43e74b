package page

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/simulate/allocation"
)

// drawing is a step of a Gantt chart. The names in JSON are short, as there are many steps.
type drawing struct {
	Machine int64      `json:"m"`
	Jobs    [][4]int64 `json:"j"` // id, width, estimate, submission of each job
	// Weights are the costs of a second of each job's response time, in the unit of cost; nil means
	// its width.
	Weights []float64 `json:"w,omitempty"`
	Panels  []drawn   `json:"s"`
}

// drawn is a schedule of a Gantt chart.
type drawn struct {
	Title   string  `json:"t"`
	Average string  `json:"a,omitempty"` // that is minimised, such as "ARTwW 12.3 s"
	End     int64   `json:"e,omitempty"` // makespan
	Starts  []int64 `json:"b,omitempty"` // of the jobs
	// Blocks holds, for each block of each job, the first processor and the one after the last.
	Blocks [][][2]int64 `json:"p,omitempty"`
	// Taken holds, for each block of the history, its start, its end, the first processor
	// and the one after the last.
	Taken [][4]int64 `json:"h,omitempty"`
	Why   string     `json:"why,omitempty"` // why there is no schedule; "": there is one
}

// drawable returns the steps of a study that have results, in the order of their file, each with
// its results.
func drawable(s Study) (steps []*optgap.Step, results [][]*record.Result) {
	own := map[int][]*record.Result{}
	for i := range s.Results {
		r := &s.Results[i]
		own[r.Index] = append(own[r.Index], r)
	}
	for i := range s.Steps {
		if found := own[s.Steps[i].Index]; len(found) > 0 {
			steps, results = append(steps, &s.Steps[i]), append(results, found)
		}
	}
	return steps, results
}

// drawings returns the drawings of steps.
func drawings(steps []*optgap.Step, results [][]*record.Result) []drawing {
	all := make([]drawing, len(steps))
	for i, step := range steps {
		all[i] = draw(step, results[i])
	}
	return all
}

// policies is the name of the method whose schedule is the plan of the best policy. Package
// method has the name too, but needs HiGHS.
const policies = "policies"

// draw lays out the best policy's plan and the schedules of the methods.
func draw(step *optgap.Step, results []*record.Result) drawing {
	d := drawing{Machine: step.Machine}
	for _, j := range step.Jobs {
		d.Jobs = append(d.Jobs, [4]int64{j.ID, j.Width, j.Estimate, j.Submit})
	}
	d.Weights = weights(step)
	var own []record.Result
	for _, r := range results {
		if r.Method != policies {
			own = append(own, *r)
		}
	}
	panels, err := report.StepPanels(step, append(own, *results[0])) // the last one tells the best policy alone
	if err != nil {
		d.Panels = []drawn{{Title: "no schedules", Why: err.Error()}}
		return d
	}
	panels = panels[:1+len(own)]
	end := step.History.End()
	for _, p := range panels {
		if p.Schedule != nil && p.Schedule.Check(step) == nil {
			end = max(end, p.Schedule.Makespan(step))
		}
	}
	for _, p := range panels {
		d.Panels = append(d.Panels, lay(step, p.Title, p.Schedule, end))
	}
	return d
}

// weights returns the costs of a second of each job's response time, in the unit of costOf; nil means its width.
func weights(step *optgap.Step) []float64 {
	unit := 1.0
	switch o := step.Objective(); {
	case o == optgap.ObjectiveARTwW:
		return nil
	case o.Average().Slowdown:
		unit = step.ObjectiveValue(1) * float64(len(step.Jobs))
	}
	all := make([]float64, len(step.Jobs))
	for i := range step.Jobs {
		all[i] = float64(step.Weight(i)) * unit
	}
	return all
}

// A cost says in what a Gantt chart counts what a schedule costs more than another.
type cost struct {
	Words  string `json:"words"`
	Unit   string `json:"unit"`   // in the head of a column
	Digits int    `json:"digits"` // after the point
}

// costOf returns the cost of schedules with an objective.
func costOf(o optgap.Objective) cost {
	c := cost{Words: o.Average().Cost, Unit: o.Average().CostUnit}
	if o.Average().Unit == "" {
		c.Digits = 4
	}
	return c
}

// lay gives the jobs of a schedule their processors. It shows the history up to end.
func lay(step *optgap.Step, title string, s optgap.Schedule, end int64) drawn {
	d := drawn{Title: title}
	if s == nil {
		d.Why = "no schedule of its own"
		return d
	}
	layout, err := allocation.Step(step, s, end)
	if err != nil {
		d.Why = err.Error()
		return d
	}
	d.Average = record.Minimised(step, s.Objective(step))
	d.End, d.Starts = s.Makespan(step), s
	for _, blocks := range layout.Jobs {
		job := make([][2]int64, len(blocks))
		for i, b := range blocks {
			job[i] = [2]int64{b.Low, b.High}
		}
		d.Blocks = append(d.Blocks, job)
	}
	for _, b := range layout.History {
		d.Taken = append(d.Taken, [4]int64{b.Start, b.End, b.Low, b.High})
	}
	return d
}
