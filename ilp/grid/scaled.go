package grid

import (
	"errors"
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/timescale"
)

// Scaled is a problem on a grid as a problem whose unit of time is a slot. Planners, searches and
// programs work on it as on any other. The objective on the grid is the scale times the objective
// in slots, plus a constant.
type Scaled struct {
	// Problem has slots in place of seconds. Submissions stay seconds: they only order the jobs.
	Problem
	Of     *optgap.Step // the step itself, in seconds
	Second bool         // the problem is the one-second problem of the step
	Scale  int64        // seconds per slot
	Least  int64        // objective in slots if each job started as early as the history allows, a lower bound
	End    int64        // slot by which all jobs have ended in some optimal schedule, or in all that count

	offset int64 // AtOnce of the step at one second
}

// ErrTooLarge says that a problem has more starts than memory should hold.
var ErrTooLarge = errors.New("the time-indexed problem is too large: choose a larger time scale")

// Scale returns the paper's time-scaled problem. Durations are rounded up, and a
// slot has the processors that are free during all of it (Eq. 4).
//
// Where all jobs have to end by the policies' horizon T, the whole machine is reserved
// from slot T on, for so long that a job behind the reservation costs more than the best
// policy's plan. All policies' plans end by T. So the optimum is that of the schedules
// that end by T.
//
// An error is that of Choice.Validate, or says that objectives on the grid, or the costs of jobs
// behind the reservation, leave the range of int64.
func (p *Problem) Scale(c Choice) (*Scaled, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	scale := p.ScaleOf(c)
	restricted := timescale.Restrict(p.Step, scale)
	if err := restricted.Validate(); err != nil {
		return nil, fmt.Errorf("on a grid of %d s: %w", scale, err)
	}
	toSlots(restricted, scale)
	s := &Scaled{
		Problem: *Planned(restricted, nil),
		Of:      p.Step,
		Second:  c.IsSecond(scale),
		Scale:   scale,
		End:     restricted.SafeEnd(),
		offset:  p.AtOnce,
	}
	if c.Horizon == HorizonPolicies {
		s.End = s.Makespan
		if err := s.reserve(); err != nil {
			return nil, err
		}
	}
	s.Least = s.Step.EarliestStarts().Objective(s.Step)
	return s, nil
}

// Scale opens a step, and returns its time-scaled problem: see Problem.Scale.
func Scale(step *optgap.Step, c Choice) (*Scaled, error) {
	p, err := Open(step)
	if err != nil {
		return nil, err
	}
	return p.Scale(c)
}

// toSlots turns the times of a step on a grid into slots.
func toSlots(step *optgap.Step, scale int64) {
	for i := range step.Jobs {
		step.Jobs[i].Estimate /= scale
	}
	for i := range step.History {
		step.History[i].Time /= scale
	}
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
	worst := (s.Upper - s.AtOnce) / lightest
	s.Step.History = append(
		kept,
		optgap.Change{
			Time: s.End,
			Free: 0,
		},
		optgap.Change{Time: max(s.End, worst) + 1, Free: last},
	)
	if err := s.Step.Validate(); err != nil {
		return fmt.Errorf("horizon %s: %w", HorizonPolicies, err)
	}
	return nil
}

// Objective returns the objective on the grid of a schedule with the
// given objective of Step. It turns a lower bound on Step into one on the grid.
func (s *Scaled) Objective(slots int64) int64 { return s.offset + s.Scale*(slots-s.AtOnce) }

// Seconds returns a schedule of Step with its starts in seconds. It is feasible for the step at one
// second.
func (s *Scaled) Seconds(schedule optgap.Schedule) optgap.Schedule {
	out := make(optgap.Schedule, len(schedule))
	for i, k := range schedule {
		out[i] = k * s.Scale
	}
	return out
}
