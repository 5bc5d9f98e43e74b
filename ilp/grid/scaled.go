package grid

import (
	"cmp"
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/timescale"
)

// Scaled is the paper's time-scaled problem as a step whose unit of time is a slot.
// Planners and searches work on it as on any other step. Durations are rounded up, and a
// slot has the processors that are free during all of it (Eq. 4). The objective on the
// grid is the scale times the cost in slots, plus a constant.
type Scaled struct {
	// Step has slots in place of seconds. Its submissions stay seconds: they only order
	// the jobs.
	Step  *optgap.Step
	Scale int64 // seconds per slot

	slots  int64 // objective of Step where all jobs start at 0
	offset int64 // the same of the step at one second
}

// Check refuses, with an *optgap.FieldError, a step that is not valid or has no job.
func Check(step *optgap.Step) error {
	if len(step.Jobs) == 0 {
		return &optgap.FieldError{Field: "jobs", Found: "none", Expected: "at least one waiting job"}
	}
	return step.Validate()
}

// Scale returns the time-scaled problem of a step.
//
// Where all jobs have to end by the policies' horizon T, the whole machine is reserved
// from slot T on, for so long that a job behind the reservation costs more than the best
// policy's plan. All policies' plans end by T. So the optimum is that of the schedules
// that end by T.
//
// An error is that of Check, or says that objectives on the grid, or the costs of jobs
// behind the reservation, leave the range of int64.
func Scale(step *optgap.Step, c Choice) (*Scaled, error) {
	if err := cmp.Or(Check(step), c.Validate()); err != nil {
		return nil, err
	}
	s := &Scaled{Scale: c.ScaleOf(step)}
	restricted := timescale.Restrict(step, s.Scale)
	if err := restricted.Validate(); err != nil {
		return nil, fmt.Errorf("on a grid of %d s: %w", s.Scale, err)
	}
	horizon := c.HorizonOf(restricted, s.Scale)
	s.Step = inSlots(restricted, s.Scale)
	s.slots, s.offset = atOnce(s.Step), atOnce(step)
	if horizon > 0 {
		if err := s.end(horizon); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// inSlots changes the times of a step on a grid from seconds to slots, and returns it.
func inSlots(restricted *optgap.Step, scale int64) *optgap.Step {
	for i := range restricted.Jobs {
		restricted.Jobs[i].Estimate /= scale
	}
	for i := range restricted.History {
		restricted.History[i].Time /= scale
	}
	return restricted
}

// atOnce returns the objective if all jobs started at 0.
func atOnce(step *optgap.Step) int64 {
	return make(optgap.Schedule, len(step.Jobs)).Objective(step)
}

// end reserves the machine from the horizon on.
func (s *Scaled) end(horizon Slot) error {
	last := s.Step.History[len(s.Step.History)-1].Free
	kept := optgap.History{}
	for _, c := range s.Step.History {
		if c.Time < int64(horizon) {
			kept = append(kept, c)
		}
	}
	lightest := s.Step.Weight(0)
	for i := range s.Step.Jobs {
		lightest = min(lightest, s.Step.Weight(i))
	}
	// A job that starts later than worst alone costs more than the best policy's plan.
	worst := (heuristics.BestPlan(s.Step).Objective(s.Step) - s.slots) / lightest
	s.Step.History = append(kept,
		optgap.Change{Time: int64(horizon), Free: 0},
		optgap.Change{Time: max(int64(horizon), worst) + 1, Free: last})
	if err := s.Step.Validate(); err != nil {
		return fmt.Errorf("horizon %s: %w", HorizonPolicies, err)
	}
	return nil
}

// Objective returns the objective on the grid of a schedule with the
// given objective of Step. It turns a lower bound on Step into one on the grid.
func (s *Scaled) Objective(slots int64) int64 { return s.offset + s.Scale*(slots-s.slots) }

// Seconds returns a schedule of Step with its starts in seconds. It is feasible for the
// step at one second.
func (s *Scaled) Seconds(schedule optgap.Schedule) optgap.Schedule {
	out := make(optgap.Schedule, len(schedule))
	for i, k := range schedule {
		out[i] = Slot(k).Start(s.Scale)
	}
	return out
}
