package library

import (
	"fmt"
	"io"
	"strings"

	"github.com/optgap/optgap"
)

// ProjectFormat names the version of the JSON form of a Project.
const ProjectFormat = "optgap-project/1"

// A Project is a step in the terms of project scheduling, for solvers that know no machine history.
// There is one renewable resource: the processors that are free at most. Each waiting job is a task
// with its width as demand. Where the history leaves fewer processors free, a task of a fixed start
// takes the others. So every schedule of the project is one of the step, and the other way round.
// The objective is the sum of weight times end over the tasks, plus Constant. Times are in seconds
// after the moment of the step.
type Project struct {
	Format        string `json:"format"`
	Trace         string `json:"trace,omitempty"`
	Index         int    `json:"index"`
	ObjectiveName string `json:"objective_name"`
	Horizon       int64  `json:"horizon"`  // [s] some optimal schedule has ended by then
	Capacity      int64  `json:"capacity"` // [processors] of the only resource
	Tasks         []Task `json:"tasks"`    // the jobs in the order of the step, then the fixed ones
	Constant      int64  `json:"constant"` // objective less the sum of weight times end
}

// A Task takes Demand processors for Duration seconds.
type Task struct {
	ID       int64  `json:"id"`              // of the job; 0 for a task of a fixed start
	Duration int64  `json:"duration"`        // [s]
	Demand   int64  `json:"demand"`          // [processors]
	Weight   int64  `json:"weight"`          // of its end; 0 for a fixed start
	Fixed    *int64 `json:"fixed,omitempty"` // [s] its start, where that is fixed
}

// ProjectOf returns the project of a valid step.
func ProjectOf(step *optgap.Step) *Project {
	p := &Project{
		Format:        ProjectFormat,
		Trace:         step.Trace,
		Index:         step.Index,
		ObjectiveName: string(step.Objective()),
		Horizon:       step.SafeEnd(),
	}
	for _, c := range step.History {
		p.Capacity = max(p.Capacity, c.Free)
	}
	for i, j := range step.Jobs {
		weight := step.Weight(i)
		task := Task{ID: j.ID, Duration: j.Estimate, Demand: j.Width, Weight: weight}
		p.Tasks = append(p.Tasks, task)
		p.Constant -= weight * j.Submit
	}
	for i, c := range step.History {
		end := p.Horizon
		if i+1 < len(step.History) {
			end = step.History[i+1].Time
		}
		if taken := p.Capacity - c.Free; taken > 0 && end > c.Time {
			task := Task{Duration: end - c.Time, Demand: taken, Fixed: new(c.Time)}
			p.Tasks = append(p.Tasks, task)
		}
	}
	return p
}

// WriteDZN writes the project as data of MiniZinc, for examples/minizinc/step.mzn.
func WriteDZN(w io.Writer, p *Project) error {
	names := []string{"id", "duration", "demand", "weight", "fixed"}
	columns := make([][]int64, len(names))
	for _, t := range p.Tasks {
		start := int64(-1)
		if t.Fixed != nil {
			start = *t.Fixed
		}
		for i, v := range []int64{t.ID, t.Duration, t.Demand, t.Weight, start} {
			columns[i] = append(columns[i], v)
		}
	}
	text := fmt.Sprintf(
		"index = %d;\nn = %d;\ncapacity = %d;\nhorizon = %d;\nconstant = %d;\n",
		p.Index,
		len(p.Tasks),
		p.Capacity,
		p.Horizon,
		p.Constant,
	)
	for i, name := range names {
		values := strings.ReplaceAll(fmt.Sprint(columns[i]), " ", ", ")
		text += fmt.Sprintf("%s = %s;\n", name, values)
	}
	_, err := io.WriteString(w, text)
	return err
}
