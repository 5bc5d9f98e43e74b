// Package grid opens self-tuning steps, chooses their grids, and states them in slots:
//
//	step    -> Open    -> Problem: a valid step, with the policies' plans
//	Problem -> ScaleOf -> seconds per slot (Eq. 6)
//	Problem -> Scale   -> Scaled, whose schedules hold at one second (Eq. 4)
package grid

import (
	"github.com/optgap/optgap"
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

// Formulation names the variables of a time-indexed program, see package ilp.
type Formulation string

const (
	FormulationPulse Formulation = "pulse" // as printed in the paper
	FormulationStep  Formulation = "step"  // sparser and faster
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
		return optgap.BadText("horizon", c.Horizon, "safe or policies")
	case c.Rule != (timescale.Rule{}):
		return c.Rule.Validate()
	}
	return nil
}

// ScaleOf returns the seconds per slot of a choice: the chosen scale, or that of Eq. 6.
func (p *Problem) ScaleOf(c Choice) int64 {
	if c.Scale > 0 {
		return c.Scale
	}
	rule := c.Rule
	if rule == (timescale.Rule{}) {
		rule = timescale.PaperRule()
	}
	return rule.Scale(p.Makespan, p.Step.AccumulatedRunTime())
}

// IsSecond tells that the problem on a grid of the scale is the one-second problem.
func (c Choice) IsSecond(scale int64) bool { return scale == 1 && c.Horizon != HorizonPolicies }
