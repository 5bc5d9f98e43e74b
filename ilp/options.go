package ilp

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/exact"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/mip"
)

// Options steer Solve and Write. The zero value is a good choice: formulation
// grid.FormulationStep, no limits, solved to proven optimality.
type Options struct {
	Formulation grid.Formulation
	Statement   Statement // what is left to HiGHS; "": StatementEngine

	exact.Limits

	// Report is called by Solve with each better schedule or bound; it may be nil. The
	// argument is the Solution that Solve would return if the time limit were reached now.
	// Calls are made by any goroutine, one at a time, and none once Solve returns.
	Report func(Solution) `json:"-"`
}

// Validate refuses values out of their range.
func (o Options) Validate() error {
	switch {
	case o.Formulation != "" && o.Formulation != grid.FormulationPulse && o.Formulation != grid.FormulationStep:
		return optgap.BadText("formulation", o.Formulation, "pulse or step")
	case o.Statement != "" && !slices.Contains(Statements(), o.Statement):
		return optgap.BadText("statement", o.Statement, "literal or engine")
	}
	return o.Limits.Validate()
}

// Variables returns the formulation: the chosen one, or the default.
func (o Options) Variables() grid.Formulation { return o.withDefaults().Formulation }

// withDefaults fills in the defaults of zero values.
func (o Options) withDefaults() Options {
	switch {
	case o.Formulation != "":
	case o.Statement == StatementLiteral:
		o.Formulation = grid.FormulationPulse
	default:
		o.Formulation = grid.FormulationStep
	}
	o.Statement = cmp.Or(o.Statement, StatementEngine)
	return o
}

// SolverVersion returns the version of HiGHS in use.
func SolverVersion() string { return mip.Version() }

// TestedSolverVersions returns the versions of HiGHS that all tests have passed with, the
// oldest first.
func TestedSolverVersions() []string { return mip.Tested() }
