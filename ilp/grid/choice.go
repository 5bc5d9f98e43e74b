// Package grid chooses the grid of a self-tuning step, and states the step in its slots:
//
//	step -> Choice -> seconds per slot (Eq. 6), horizon
//	step -> Scale  -> Scaled, whose schedules hold at one second (Eq. 4)
//	step -> Relax  -> Scaled, which every one-second schedule satisfies
//
// The package may change at any time.
package grid

import (
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/timescale"
)

// Horizon names the slot by which all jobs have ended.
type Horizon string

const (
	// HorizonSafe is a slot by which some optimal schedule of the grid has ended.
	HorizonSafe Horizon = "safe"
	// HorizonPolicies is the largest makespan of the policies' plans on the grid, as in
	// the paper. Every optimal schedule may end later.
	HorizonPolicies Horizon = "policies"
)

// Choice says on which grid a step is solved. The zero value is the scale by Eq. 6 with
// the safe horizon.
type Choice struct {
	Scale   int64          // seconds per slot; 0: by Rule
	Rule    timescale.Rule // Eq. 6; zero: timescale.PaperRule
	Horizon Horizon        // "": HorizonSafe
}

// Validate refuses values out of their range with an *optgap.FieldError.
func (c Choice) Validate() error {
	switch {
	case c.Scale < 0:
		return optgap.BadField("time-scale", c.Scale, "seconds, at least 1, or 0 for Eq. 6")
	case c.Horizon != "" && c.Horizon != HorizonSafe && c.Horizon != HorizonPolicies:
		return optgap.BadField("horizon", fmt.Sprintf("%q", c.Horizon), "safe or policies")
	case c.Rule != (timescale.Rule{}):
		return c.Rule.Validate()
	}
	return nil
}

// ScaleOf returns the seconds per slot for a valid step: the chosen scale, or that of
// Eq. 6.
func (c Choice) ScaleOf(step *optgap.Step) int64 {
	if c.Scale > 0 {
		return c.Scale
	}
	rule := c.Rule
	if rule == (timescale.Rule{}) {
		rule = timescale.PaperRule()
	}
	_, end := planned(step)
	return rule.Scale(end, step.AccumulatedRunTime())
}

// IsSecond tells that the problem on a grid of the scale is the one-second problem.
func (c Choice) IsSecond(scale int64) bool { return scale == 1 && c.Horizon != HorizonPolicies }

// planned returns the best of the policies' plans, and the largest makespan of all.
func planned(step *optgap.Step) (best optgap.Schedule, end int64) {
	for _, plan := range new(heuristics.Tuner).Plans(step, heuristics.DynP()) {
		end = max(end, plan.Makespan(step))
		if best == nil || plan.Objective(step) < best.Objective(step) {
			best = plan
		}
	}
	return best, end
}
