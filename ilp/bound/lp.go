package bound

import (
	"context"
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/engine"
	"github.com/optgap/optgap/ilp/internal/ledger"
)

// LP returns the bound of prices of a processor, the same for all jobs: those that
// engine.Shared finds at one second. They are prices of the capacity rows of the
// time-indexed linear program. So no bound is above the value of that program.
//
// The prices bound all schedules that are at least as good as a known one. So no bound counts for
// more than the objective of that schedule: see Options.Cutoff, which is an error where no schedule
// has it. Where time is up, the result is the bound of the prices found by then, or the objective
// of all earliest starts.
func LP(ctx context.Context, problem *grid.Problem, o Options) (Value, error) {
	if err := o.Validate(); err != nil {
		return Value{}, err
	}
	ctx, cancel := limited(ctx, o.TimeLimit)
	defer cancel()
	stop := func() bool { return ctx.Err() != nil }
	step := problem.Step
	cutoff := problem.Upper
	least := step.EarliestStarts().Objective(step)
	if o.Cutoff > 0 {
		cutoff = min(cutoff, o.Cutoff)
	}
	if cutoff < least {
		return Value{}, optgap.BadField(
			"cutoff",
			o.Cutoff,
			fmt.Sprintf("at least %d, that of all earliest starts", least),
		)
	}
	w, within := newWindows(problem, cutoff)
	if !within {
		return Value{Bound: least}, nil
	}
	best := &optgap.Certificate{Cutoff: cutoff}
	best.Bound = w.proven(best) // of all prices 0
	if c := w.shared(cutoff, stop); c != nil {
		c.Bound = w.proven(c)
		if c.Bound > best.Bound {
			best = c
		}
	}
	var v Value
	if stop() {
		v.warn("lp: no time left: bound by the prices found so far")
	}
	v.Certificate = w.shorten(best, stop)
	v.Bound = v.Certificate.Bound
	return v, nil
}

// Prices hold over about sharedBuckets buckets, and improve in at most sharedSteps steps.
const (
	sharedBuckets = 1000
	sharedSteps   = 400
)

// shared returns the prices of engine.Shared; nil where time is up before there are any. The bound
// of the certificate is not set.
func (w *windows) shared(cutoff int64, stop func() bool) *optgap.Certificate {
	if stop() {
		return nil
	}
	watch := &engine.Watch{Every: engine.Watched, Left: engine.Watched, Over: stop}
	p, groups := engine.NewProblem(w.Step, nil, w.free, watch)
	for k, jobs := range groups {
		p.Kinds[k].Latest = w.last[jobs[0]]
	}
	g := p.Around(w.Step, w.Known, sharedBuckets)
	a := engine.NewShared(p, g)
	a.Pour()
	a.Maximise(cutoff-w.AtOnce, sharedSteps, stop)
	if watch.Up() {
		return nil
	}
	c := &optgap.Certificate{Bits: p.Unit, Cutoff: cutoff, Price: ledger.Trim(a.Best)}
	c.Ends = g.Borders[1:][:len(c.Price)]
	return c
}
