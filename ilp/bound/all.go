package bound

import (
	"context"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/grid"
)

// function computes a bound of a problem, as Minsum and LP do.
type function func(context.Context, *grid.Problem, Options) (Value, error)

// Names returns the names of the bounds of All, in the order in which All computes them.
func Names() []optgap.BoundName {
	return []optgap.BoundName{optgap.BoundFluid, optgap.BoundMinsum, optgap.BoundLP}
}

// All computes the bounds fluid, minsum and lp of a problem and returns them by
// name. The time limit is for minsum and lp together: minsum gets at most half of it,
// lp the rest. Where a bound fails or its options are wrong, the bound is absent and a
// warning says so. Other warnings tell which bounds are weaker than they could be, and
// why.
func All(
	ctx context.Context,
	p *grid.Problem,
	o Options,
) (bounds map[optgap.BoundName]Value, warnings []string) {
	bounds = make(map[optgap.BoundName]Value)
	found := func(name optgap.BoundName, v Value) {
		bounds[name] = v
		if o.Found != nil {
			o.Found(name, v)
		}
	}
	found(optgap.BoundFluid, Value{Bound: Fluid(p.Step)})
	ctx, cancel := limited(ctx, o.TimeLimit)
	defer cancel()
	run := func(ctx context.Context, name optgap.BoundName, bound function) {
		v, err := bound(ctx, p, o)
		if err != nil {
			warnings = append(warnings, string(name)+": "+err.Error())
			return
		}
		found(name, v)
		warnings = append(warnings, v.Warnings...)
	}
	half, cancelHalf := limited(ctx, o.TimeLimit/2)
	defer cancelHalf()
	run(half, optgap.BoundMinsum, Minsum)
	run(ctx, optgap.BoundLP, LP)
	return bounds, warnings
}
