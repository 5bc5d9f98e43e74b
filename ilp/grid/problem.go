package grid

import (
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

// Problem is a step that was checked, with what is known of it before any search. The functions
// that take a problem check and plan it no more. It must not be changed.
type Problem struct {
	Step     *optgap.Step
	Releases []int64         // first second at which each job may start, from 0 on, nil if all may start at 0
	Known    optgap.Schedule // with which searches begin: the best of the policies' plans, the first of equal ones
	Upper    int64           // objective of Known
	Makespan int64           // the largest of the policies' plans
	AtOnce   int64           // objective if all jobs started at 0
}

// Open returns the problem of a step. An error is that of Check.
func Open(step *optgap.Step) (*Problem, error) {
	if err := Check(step); err != nil {
		return nil, err
	}
	return Planned(step, nil), nil
}

// Check refuses, with an *optgap.FieldError, a step that is not valid or has no job.
func Check(step *optgap.Step) error {
	if err := step.Validate(); err != nil || len(step.Jobs) > 0 {
		return err
	}
	return optgap.BadField("jobs", "none", "at least one waiting job")
}

// OpenReleased is Open for jobs with releases. No policy plans them, and the known schedule has to
// keep the releases.
func OpenReleased(step *optgap.Step, releases []int64, known optgap.Schedule) (*Problem, error) {
	if err := step.Validate(); err != nil {
		return nil, err
	}
	if len(releases) != len(step.Jobs) {
		return nil, optgap.BadField(
			"releases",
			len(releases),
			fmt.Sprintf("%d, one of each job", len(step.Jobs)),
		)
	}
	if err := known.Check(step); err != nil {
		return nil, err
	}
	for i, start := range known {
		if r := releases[i]; r < 0 || r > start {
			return nil, optgap.BadField(
				fmt.Sprintf("releases[%d]", i),
				r,
				fmt.Sprintf("0 to %d, the known start", start),
			)
		}
	}
	p := &Problem{Step: step, Releases: releases, Known: known, AtOnce: atOnce(step)}
	p.Upper = known.Objective(step)
	return p, nil
}

// Planned returns the problem of a step that was checked. plans are those of the policies of dynP;
// nil: they are made.
func Planned(step *optgap.Step, plans []optgap.Schedule) *Problem {
	if plans == nil {
		plans = new(heuristics.Tuner).Plans(step, heuristics.DynP())
	}
	p := &Problem{Step: step, AtOnce: atOnce(step)}
	for _, plan := range plans {
		p.Makespan = max(p.Makespan, plan.Makespan(step))
		objective := plan.Objective(step)
		if p.Known == nil || objective < p.Upper {
			p.Known = plan
			p.Upper = objective
		}
	}
	return p
}

// atOnce returns the objective if all jobs started at 0.
func atOnce(step *optgap.Step) int64 {
	return make(optgap.Schedule, len(step.Jobs)).Objective(step)
}
