package bound

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/program"
)

// LP returns the bound of prices of a processor, the same for all jobs: of those that
// engine.Shared finds at one second, and of those of the time-indexed linear program on a
// grid that relaxes the step. The largest value that these prices prove counts, on the grid
// or at one second.
//
//	step -> engine.Shared -> prices -> L at one second
//	     -> grid.Relax -> starts that the prices leave -> step formulation, HiGHS
//	     -> row duals -> prices -> L on the grid, L at one second
//
// The value of the linear program itself is never used. Its duals are cut to prices
// >= 0 and evaluated as a Lagrangian of the capacity, which is a bound at any such
// prices. Rounding up allows for the rounding errors of its sums.
//
// Starts that only schedules worse than the known one use are dropped. The program of the
// other starts bounds all schedules that are at least as good as the known one. The result
// is never above the known objective, and so it is a bound for all schedules. Where the
// first prices prove the known schedule optimal, there is no linear program. Where
// HiGHS stops early, their bound stands, with a warning.
//
// Without Options.TimeLimit and a deadline of ctx, HiGHS may take a minute. That happens on
// steps of a few jobs that each last for hundreds of slots or more: the simplex method gets stuck,
// and the interior-point method follows.
//
// With Options.Scale 0 a finer grid is tried first. It is kept if the prices leave at most
// about 20000 starts, else a coarser one follows. On crowded steps whose policies are far
// from the optimum the scale is coarse, and Fluid can be the better bound.
//
// A cutoff below the least objective on the grid is an error. So is a
// program of a given scale that is too large: grid.ErrTooLarge.
func LP(ctx context.Context, problem *grid.Problem, o Options) (Value, error) {
	if err := o.Validate(); err != nil {
		return Value{}, err
	}
	ctx, cancel := limited(ctx, o.TimeLimit)
	defer cancel()
	step := problem.Step
	cutoff := problem.Known.Objective(step)
	if o.Cutoff > 0 {
		cutoff = min(cutoff, o.Cutoff)
	}
	l := &ladder{Problem: problem, cutoff: cutoff, stop: func() bool { return ctx.Err() != nil }}
	l.window, l.within = newWindows(problem, cutoff)
	l.raise(step.EarliestStarts().Objective(step))
	if l.within {
		l.prove(&optgap.Certificate{}) // the same bound: all prices are 0
	}
	shared := l.share()
	finer, coarser := float64(finerStarts), float64(targetStarts)
	for starts := finer; ; starts = coarser {
		p, scale, err := relax(step, o.Scale, cutoff, starts, slots(ctx))
		if l.scale = scale; err != nil {
			return Value{}, fmt.Errorf("bound: %w", err)
		}
		ready := l.fix(p, shared)
		if !ready && starts == finer && o.Scale == 0 && p.Size() > targetStarts && !l.stop() {
			continue
		}
		var v Value
		if !ready {
			l.solve(ctx, p, &v)
		}
		v.Bound = l.bound
		if l.proof != nil {
			v.Certificate = l.window.shorten(l.proof, l.stop)
		}
		return v, nil
	}
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

// maxSlots is the largest number of slots of a given scale. They take about a gigabyte.
const maxSlots = 100_000_000

// relax returns the starts of a step on a relaxing grid of the given scale. For scale 0 it chooses a
// scale with about so many starts, and at most so many slots up to the safe end.
func relax(step *optgap.Step, scale, cutoff int64, starts float64, slots int64) (*program.Problem, int64, error) {
	options := program.Options{Cutoff: cutoff}
	if scale > 0 {
		onGrid := grid.Relax(step, scale)
		if onGrid.End > maxSlots {
			return nil, scale, fmt.Errorf("%d slots of %d s: %w", onGrid.End, scale, grid.ErrTooLarge)
		}
		p, err := program.List(onGrid, options)
		return p, scale, err
	}
	for scale = max(choose(step, cutoff, starts), step.SafeEnd()/slots+1); ; scale *= 2 {
		p, err := program.List(grid.Relax(step, scale), options)
		larger := errors.Is(err, grid.ErrTooLarge) || err == nil && float64(p.Size()) > 4*starts
		if !larger || scale > step.SafeEnd() {
			return p, scale, err
		}
	}
}

// choose returns a scale, in seconds per slot, at which the cutoff leaves about so many
// starts. A job can start at its earliest start and later, as long as its delay alone does
// not cost more than the cutoff allows.
func choose(step *optgap.Step, cutoff int64, starts float64) int64 {
	slack, end := float64(cutoff-serial(step, flows(step))), step.SafeEnd()
	seconds := 0.0
	kinds := map[[3]int64]bool{}
	for i, j := range step.Jobs {
		if kind := [3]int64{j.Width, j.Estimate, step.Weight(i)}; !kinds[kind] {
			kinds[kind] = true
			last := float64(end - j.Estimate - step.History.Earliest(j.Width, j.Estimate))
			seconds += 1 + min(last, slack/float64(step.Weight(i)))
		}
	}
	return roundest(step, int64(max(1, math.Ceil(seconds/starts))))
}

// scalesTried is the most scales that roundest compares.
const scalesTried = 200

// roundest returns the scale, from least to twice that, at which rounding loses the
// least area. Rounding an estimate down loses the remainder, and rounding a start is taken
// to lose a quarter of a slot. Estimates are mostly multiples of a minute or more. A grid
// on which they stay exact is worth more than a finer one.
func roundest(step *optgap.Step, least int64) int64 {
	best, fewest := least, math.Inf(1)
	for s := least; s <= 2*least; s += max(1, least/scalesTried) {
		lost := 0.0
		for _, j := range step.Jobs {
			lost += float64(j.Width) * (float64(j.Estimate%s) + float64(s)/4)
		}
		if lost < fewest {
			best, fewest = s, lost
		}
	}
	return best
}
