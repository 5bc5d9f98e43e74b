package method

import (
	"fmt"
	"math"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/bicriteria"
	"github.com/optgap/optgap/ilp"
	"github.com/optgap/optgap/ilp/bound"
	"github.com/optgap/optgap/ilp/exact"
)

// Options say how steps are solved and bounded; each method takes its own. They
// are plain data, which JSON carries to child processes.
type Options struct {
	ILP     ilp.Options
	Bracket bool // method ILP encloses the one-second optimum: ilp.Bracket in place of ilp.Solve
	Exact   exact.Options
	Scaled  bool // method Exact searches on the grid of ILP in place of at one second

	BiCriteria bicriteria.Options

	NoBounds bool // leave out the lower bounds that are computed beside the method
	Bounds   bound.Options
	// NoCertificates leaves out what bounds can be checked again with: some
	// kilobytes for each result.
	NoCertificates bool
}

// Validate refuses values out of their range, with an *optgap.FieldError.
func (o Options) Validate() error {
	if err := o.ILP.Validate(); err != nil {
		return err
	}
	if math.IsInf(o.ILP.RelGap, 1) || math.IsInf(o.ILP.AbsGap, 1) {
		return &optgap.FieldError{Field: "gap", Found: fmt.Sprintf("%g and %g", o.ILP.RelGap, o.ILP.AbsGap), Expected: "finite numbers, as results record them"}
	}
	if o.Bracket && o.ILP.Horizon == ilp.HorizonPolicies {
		return &optgap.FieldError{Field: "horizon", Found: string(o.ILP.Horizon), Expected: "safe, as a bracket is about the one-second problem"}
	}
	if err := o.Exact.Validate(); err != nil {
		return err
	}
	if err := o.BiCriteria.Validate(); err != nil {
		return err
	}
	return o.Bounds.Validate()
}
