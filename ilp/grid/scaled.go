package grid

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/timescale"
)

// Scaled is a valid step on a grid as a step whose unit of time is a slot. Planners, searches and
// programs work on it as on any other step, and check and plan it no more. The objective on the grid is
// the scale times the objective in slots, plus a constant.
type Scaled struct {
	// Step has slots in place of seconds. Its submissions stay seconds: they only order
	// the jobs.
	Step   *optgap.Step
	Of     *optgap.Step    // the step itself, in seconds
	Second bool            // the problem is the one-second problem of the step
	Best   optgap.Schedule // the best policy's plan of Step, nil for the problem of Relax
	Scale  int64           // seconds per slot
	End    int64           // slot by which all jobs have ended in some optimal schedule, or in all that count

	slots  int64 // objective of Step where all jobs start at 0
	offset int64 // the same of the step at one second
}

// ErrTooLarge says that a problem has more starts than memory should hold.
var ErrTooLarge = errors.New("the time-indexed problem is too large: choose a larger time scale")

// Check refuses, with an *optgap.FieldError, a step that is not valid or has no job.
func Check(step *optgap.Step) error {
	if err := step.Validate(); err != nil || len(step.Jobs) > 0 {
		return err
	}
	return optgap.BadField("jobs", "none", "at least one waiting job")
}

// Scale returns the paper's time-scaled problem of a step. Durations are rounded up, and a
// slot has the processors that are free during all of it (Eq. 4).
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
	scale := c.ScaleOf(step)
	restricted := timescale.Restrict(step, scale)
	if err := restricted.Validate(); err != nil {
		return nil, fmt.Errorf("on a grid of %d s: %w", scale, err)
	}
	s := inSlots(step, restricted, scale)
	s.Second = c.IsSecond(scale)
	if s.Best, s.End = planned(s.Step); c.Horizon == HorizonPolicies {
		return s, s.reserve()
	}
	s.End = s.Step.SafeEnd()
	return s, nil
}

// Relax returns a problem whose optimum is a lower bound on that of the step at one second:
// see timescale.Relax. Every schedule at one second is one of the problem when its starts are
// rounded down to slots. Jobs may last for 0 slots, and start at any time then.
func Relax(step *optgap.Step, scale int64) *Scaled {
	s := inSlots(step, timescale.Relax(step, scale), scale)
	s.End = int64(timescale.Ceil(step.SafeEnd(), scale))
	return s
}

// inSlots returns a step on a grid with its times in slots.
func inSlots(step, onGrid *optgap.Step, scale int64) *Scaled {
	for i := range onGrid.Jobs {
		onGrid.Jobs[i].Estimate /= scale
	}
	for i := range onGrid.History {
		onGrid.History[i].Time /= scale
	}
	return &Scaled{Step: onGrid, Of: step, Scale: scale, slots: atOnce(onGrid), offset: atOnce(step)}
}

// atOnce returns the objective if all jobs started at 0.
func atOnce(step *optgap.Step) int64 {
	return make(optgap.Schedule, len(step.Jobs)).Objective(step)
}

// reserve reserves the machine from the end on.
func (s *Scaled) reserve() error {
	last := s.Step.History[len(s.Step.History)-1].Free
	kept := optgap.History{}
	for _, c := range s.Step.History {
		if c.Time < s.End {
			kept = append(kept, c)
		}
	}
	lightest := s.Step.Weight(0)
	for i := range s.Step.Jobs {
		lightest = min(lightest, s.Step.Weight(i))
	}
	// A job that starts later than worst alone costs more than the best policy's plan.
	worst := (s.Best.Objective(s.Step) - s.slots) / lightest
	s.Step.History = append(kept,
		optgap.Change{Time: s.End, Free: 0}, optgap.Change{Time: max(s.End, worst) + 1, Free: last})
	if err := s.Step.Validate(); err != nil {
		return fmt.Errorf("horizon %s: %w", HorizonPolicies, err)
	}
	return nil
}

// Objective returns the objective on the grid of a schedule with the
// given objective of Step. It turns a lower bound on Step into one on the grid.
func (s *Scaled) Objective(slots int64) int64 { return s.offset + s.Scale*(slots-s.slots) }

// Seconds returns a schedule of Step with its starts in seconds. Where Step is that of Scale,
// it is feasible for the step at one second.
func (s *Scaled) Seconds(schedule optgap.Schedule) optgap.Schedule {
	out := make(optgap.Schedule, len(schedule))
	for i, k := range schedule {
		out[i] = k * s.Scale
	}
	return out
}
