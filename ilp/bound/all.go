package bound

import (
	"context"

	"github.com/optgap/optgap"
)

// Names of the bounds in result files.
const (
	NameFluid  = "fluid"
	NameMinsum = "minsum"
	NameLP     = "lp"
)

// All computes every bound of a valid step and returns them by name. A bound
// that fails is absent and a warning, as the others stand without it; so is one
// for which the options are wrong. Other warnings tell which bounds are weaker
// than they could be, and why.
func All(ctx context.Context, step *optgap.Step, o Options) (bounds map[string]Value, warnings []string) {
	bounds = map[string]Value{NameFluid: {Bound: Fluid(step), Solved: true}}
	run := func(name string, bound func(context.Context, *optgap.Step, Options) (Value, error)) {
		v, err := bound(ctx, step, o)
		if err != nil {
			warnings = append(warnings, name+": "+err.Error())
			return
		}
		bounds[name] = v
		warnings = append(warnings, v.Warnings...)
	}
	run(NameMinsum, Minsum)
	run(NameLP, LP)
	return bounds, warnings
}
