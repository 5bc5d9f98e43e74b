package ilp

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/exact"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/mip"
	"github.com/optgap/optgap/ilp/internal/program"
	"github.com/optgap/optgap/timescale"
)

// Formulation names a choice of variables of the program.
type Formulation = program.Formulation

const (
	FormulationPulse = program.FormulationPulse // as printed in the paper: the default of StatementLiteral
	FormulationStep  = program.FormulationStep  // sparser and faster: the default of StatementEngine
)

// Horizon names the slot by which all jobs have ended.
type Horizon = grid.Horizon

const (
	HorizonSafe     = grid.HorizonSafe     // keeps an optimal schedule of the grid
	HorizonPolicies = grid.HorizonPolicies // the paper's, which can cut off the optimum
)

// Options steer Solve and Write. The zero value is a good choice: formulation
// FormulationStep, scale by Eq. 6, the safe horizon, no limits, solved to proven optimality.
type Options struct {
	Formulation Formulation
	Scale       int64          // seconds per slot; 0: by Rule
	Rule        timescale.Rule // Eq. 6; zero: timescale.PaperRule
	Horizon     Horizon        // "": HorizonSafe
	Statement   Statement      // what is left to HiGHS; "": StatementEngine

	exact.Limits
	// Evaluations is the number of plans that the first search for a start solution tries;
	// 0: by the number of jobs; below 0: none. Literal tries none.
	Evaluations int

	// Report is called by Solve with each better schedule or bound; it may be nil. The
	// argument is the Solution that Solve would return if the time limit were reached now.
	// Calls are made by any goroutine, one at a time, and none once Solve returns.
	Report func(Solution) `json:"-"`
}

// Validate refuses values out of their range.
func (o Options) Validate() error {
	switch {
	case o.Formulation != "" && o.Formulation != FormulationPulse && o.Formulation != FormulationStep:
		return optgap.BadField("formulation", fmt.Sprintf("%q", o.Formulation), "pulse or step")
	case o.Statement != "" && !slices.Contains(Statements(), o.Statement):
		return optgap.BadField("statement", fmt.Sprintf("%q", o.Statement), "literal or engine")
	}
	if err := o.Limits.Validate(); err != nil {
		return err
	}
	return o.Grid().Validate()
}

// Grid returns the grid of the program.
func (o Options) Grid() grid.Choice {
	return grid.Choice{Scale: o.Scale, Rule: o.Rule, Horizon: o.Horizon}
}

// Variables returns the formulation: the chosen one, or the default.
func (o Options) Variables() Formulation { return o.withDefaults().Formulation }

// withDefaults fills in the defaults of zero values.
func (o Options) withDefaults() Options {
	switch {
	case o.Formulation != "":
	case o.Statement == StatementLiteral:
		o.Formulation = FormulationPulse
	default:
		o.Formulation = FormulationStep
	}
	o.Statement = cmp.Or(o.Statement, StatementEngine)
	o.Horizon = cmp.Or(o.Horizon, HorizonSafe)
	return o
}

// SolverVersion returns the version of HiGHS in use.
func SolverVersion() string { return mip.Version() }

// TestedSolverVersions returns the versions of HiGHS that all tests have passed with, the
// oldest first.
func TestedSolverVersions() []string { return mip.Tested() }
