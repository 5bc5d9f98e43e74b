package bound

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/lagrange"
	"github.com/optgap/optgap/timescale"
)

// LP returns the bound of the time-indexed linear program on a grid that relaxes
// the step, and of its prices at one second, whichever is larger:
//
//	grid.Relax -> Tighten -> Lagrangian prices -> Fix -> step formulation, HiGHS
//	           -> row duals -> prices -> L on the grid, L at one second
//
// The value of the linear program itself is never used. Its duals are cut to prices
// >= 0 and evaluated as a Lagrangian of the capacity, which is a bound at any such
// prices. Rounding up allows for the rounding errors of its sums.
//
// Starts that only schedules worse than the known one use are dropped. The program of the
// other starts bounds all schedules that are at least as good as the known one. The result
// is never above the known objective, and so it is a bound for all schedules. Where the
// Lagrangian proves the known schedule optimal, there is no linear program. Where
// HiGHS stops early, the Lagrangian's bound stands, with a warning.
//
// With Options.Scale 0 a finer grid is tried first. It is kept if fixing leaves at most
// about 20000 starts, else a coarser one follows. The bounds of both grids count. On
// crowded steps whose policies are far from the optimum the scale is coarse, and Fluid can
// be the better bound.
//
// The step is valid. A cutoff below the least objective on the grid is an error. So is a
// program of a given scale that is too large: grid.ErrTooLarge.
func LP(ctx context.Context, step *optgap.Step, o Options) (Value, error) {
	if err := o.Validate(); err != nil {
		return Value{}, err
	}
	if len(step.Jobs) == 0 {
		return Value{Solved: true, Scale: max(o.Scale, 1)}, nil
	}
	ctx, cancel := limited(ctx, o.TimeLimit)
	defer cancel()
	cutoff, makespan := known(step, o.Cutoff)
	l := &ladder{step: step, cutoff: cutoff, stop: func() bool { return ctx.Err() != nil }}
	l.window, l.within = newWindows(step, cutoff)
	finer, coarser := float64(finerStarts), float64(targetStarts)
	for starts := finer; ; starts = coarser {
		p, err := relax(step, o.Scale, cutoff, starts, slots(ctx))
		if err != nil {
			return Value{}, fmt.Errorf("bound: %w", err)
		}
		ready := l.price(p, makespan)
		if !ready && starts == finer && o.Scale == 0 && p.Size() > targetStarts && !l.stop() {
			continue
		}
		v := Value{Scale: p.Scale, Lagrangian: l.bound, Solved: ready}
		if !ready {
			l.solve(ctx, p, &v)
		}
		v.Bound = l.bound
		if l.proof != nil {
			v.Certificate = l.window.shorten(step, l.proof, l.stop)
		}
		return v, nil
	}
}

// known returns the smaller of the cutoff, where there is one, and the objective
// of the best policy's plan, and the makespan of that plan.
func known(step *optgap.Step, cutoff int64) (objective, makespan int64) {
	best := heuristics.BestPlan(step)
	objective, makespan = best.Objective(step), best.Makespan(step)
	if cutoff > 0 && cutoff < objective {
		objective = cutoff
	}
	return objective, makespan
}

// A scale is chosen for about these numbers of starts. On steps of KTH, LLNL Atlas and
// HPC2N, linear programs of 20000 columns take 0.1 s on average. Those of 60000 often take
// more than 5 s, and their bound is less than 0.1 % better.
const (
	targetStarts = 20_000
	finerStarts  = 3 * targetStarts
)

// A scale is chosen for at most mostSlots slots up to the safe end, which take about half
// a gigabyte. Where the time left is short there are fewer slots, but at least leastSlots.
// perSlot is the most time that a slot takes before a limit is looked at again.
const (
	mostSlots  = 10_000_000
	leastSlots = 100_000
	perSlot    = 400 * time.Nanosecond
)

// slots returns how many slots the time left allows.
func slots(ctx context.Context) int64 {
	deadline, limited := ctx.Deadline()
	if !limited {
		return mostSlots
	}
	return max(leastSlots, min(mostSlots, int64(time.Until(deadline)/perSlot)))
}

// relax returns the step on a relaxing grid of the given scale. For scale 0 it chooses a
// scale with about so many starts, and at most so many slots up to the safe end. The
// problem is plain, because prices that allow for every start are better at one second.
func relax(step *optgap.Step, scale, cutoff int64, starts float64, slots int64) (*grid.Problem, error) {
	options := grid.Options{Cutoff: cutoff, Plain: true}
	if scale > 0 {
		return grid.Relax(step, scale, options)
	}
	for scale = max(choose(step, cutoff, starts), step.SafeEnd()/slots+1); ; scale *= 2 {
		p, err := grid.Relax(step, scale, options)
		larger := errors.Is(err, grid.ErrTooLarge) || err == nil && float64(p.Size()) > 4*starts
		if !larger || scale > step.SafeEnd() {
			return p, err
		}
	}
}

// price raises the bound by Lagrangian prices. Unless stopped, it drops the starts that the
// prices rule out. It returns true where the bound has reached the objective of the known
// schedule.
func (l *ladder) price(p *grid.Problem, makespan int64) bool {
	p.Tighten()
	b := lagrange.Maximise(p, l.cutoff, timescale.Ceil(makespan, p.Scale), lagrange.Options{Stop: l.stop})
	l.raise(p.RoundUp(b.Value))
	l.atOneSecond(bucketPrices(b, len(p.Capacity)), p.Scale)
	if l.bound == l.cutoff || l.stop() {
		return l.bound == l.cutoff
	}
	b.Fix(p, l.cutoff)
	for _, c := range p.Classes {
		if len(c.Starts) == 0 { // no schedule is better than the known one
			l.bound = l.cutoff
			return true
		}
	}
	p.Tighten()
	return false
}

// bucketPrices returns the prices of a Lagrangian bound slot by slot.
func bucketPrices(b *lagrange.Bound, slots int) []float64 {
	price := make([]float64, slots)
	for k, v := range b.Price {
		for t := b.Edges[k]; t < b.Edges[k+1]; t++ {
			price[t] = v
		}
	}
	return price
}
