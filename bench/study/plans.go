package study

import (
	"fmt"
	"io"
	"path/filepath"
	"sync/atomic"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/study/spec"
)

// Plans are the schedules of steps in a file, made by another program.
type Plans struct {
	Name   string // of the policy that they are
	File   string
	SHA256 string // of the file

	of   map[stepName]record.Schedule
	used atomic.Int64
}

// stepName tells steps apart.
type stepName struct {
	trace string
	index int
}

// ReadPlans reads the schedules in a file. stdin stands for the file "-"; nil: there is none. An error says in which
// line there is none, or a second one of a step.
func ReadPlans(f spec.PlanFile, stdin io.Reader) (*Plans, error) {
	in, err := stream.Open(f.Path, stdin)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	p := &Plans{Name: f.Name, File: in.Name(), of: make(map[stepName]record.Schedule)}
	for found, err := range record.ReadSchedules(in, p.File) {
		if err != nil {
			return nil, err
		}
		of := stepName{found.Trace, *found.Index}
		if _, again := p.of[of]; again {
			again := fmt.Sprintf("%d a second time", of.index)
			return nil, p.wrong(&found, optgap.BadField("index", again, "a schedule for each step"))
		}
		p.of[of] = found
	}
	p.SHA256 = in.SHA256()
	return p, nil
}

// ReadAllPlans reads the files of the policies that are plans.
func ReadAllPlans(s spec.Solving, stdin io.Reader) (all []*Plans, err error) {
	files, err := s.PlanFiles()
	for _, f := range files {
		p, err := ReadPlans(f, stdin)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, err
}

// Give makes plans those of the policies with their names.
func Give(o *method.Options, plans []*Plans) {
	for _, p := range plans {
		give(o, p.Name, p.told)
	}
}

// give makes schedules those of the policy with the name, where there is one.
func give(o *method.Options, name string, of func(*optgap.Step) method.Told) {
	for i := range o.Planned {
		if o.Planned[i].Name == name {
			o.Planned[i].Of = of
		}
	}
}

// Recorded returns what the machine of the log did with the waiting jobs of a step, of a study in hindsight.
func (t Trace) Recorded() func(*optgap.Step) method.Told {
	starts := make(map[int64]int64, len(t.Jobs))
	for i, at := range t.Starts {
		starts[t.Jobs[i].ID] = at
	}
	return func(step *optgap.Step) method.Told {
		if !schedulers.IsRecorded(t.Drive) {
			return method.Told{LeftOut: "the steps are not those of the log"}
		}
		plan := make(optgap.Schedule, len(step.Jobs))
		for i, j := range step.Jobs {
			plan[i] = starts[j.ID] - step.Now
		}
		if plan.Check(step) != nil {
			return method.Told{LeftOut: "the log has more processors busy than there are"}
		}
		return method.Told{Schedule: plan}
	}
}

// Len returns the number of schedules.
func (p *Plans) Len() int { return len(p.of) }

// Unused returns the number of schedules that Of has not returned, where each step is asked for once.
func (p *Plans) Unused() int { return len(p.of) - int(p.used.Load()) }

// Of returns the schedule of a step; nil: there is none. An error refuses starts that are out of range.
func (p *Plans) Of(step *optgap.Step) (*record.Schedule, error) {
	found, ok := p.of[stepName{step.Trace, step.Index}]
	if !ok {
		return nil, nil
	}
	if err := found.InRange(step); err != nil {
		return nil, p.wrong(&found, err)
	}
	p.used.Add(1)
	return &found, nil
}

// told returns the schedule of a step as that of a policy.
func (p *Plans) told(step *optgap.Step) method.Told {
	found, ok := p.of[stepName{step.Trace, step.Index}]
	if !ok {
		return method.Told{LeftOut: "no schedule in " + filepath.Base(p.File)}
	}
	schedule, err := found.Feasible(step)
	if err != nil {
		return method.Told{Error: p.wrong(&found, err).Error()}
	}
	return method.Told{Schedule: schedule, Seconds: found.SolveSeconds}
}

// wrong is an error about a schedule of the file.
func (p *Plans) wrong(s *record.Schedule, err error) error {
	return &record.LineError{File: p.File, Line: s.Line, Err: err}
}
