package bound

import (
	"context"
	"math"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/engine"
	"github.com/optgap/optgap/ilp/internal/ledger"
	"github.com/optgap/optgap/ilp/internal/mip"
	"github.com/optgap/optgap/ilp/internal/program"
)

// ladder keeps the largest of several bounds. No bound counts for more than the objective
// of the known schedule.
type ladder struct {
	*grid.Problem
	cutoff int64   // objective of the known schedule
	scale  int64   // of the grid, in seconds per slot
	window windows // of the cutoff
	within bool    // window is set; else prices at one second prove nothing
	bound  int64
	proof  *optgap.Certificate // of the best bound at one second, nil if there is none
	stop   func() bool         // tells that the time is over
}

func (l *ladder) raise(bound int64) { l.bound = max(l.bound, min(bound, l.cutoff)) }

// prove raises the bound to the one that a certificate's prices prove at one second.
func (l *ladder) prove(c *optgap.Certificate) {
	if c == nil {
		return
	}
	c.Cutoff = l.cutoff
	c.Bound = l.window.proven(c)
	if l.proof == nil || c.Bound > l.proof.Bound {
		l.proof = c
		l.raise(c.Bound)
	}
}

// Prices at one second hold over about sharedBuckets buckets, and improve in at most
// sharedSteps steps.
const (
	sharedBuckets = 1000
	sharedSteps   = 400
)

// share raises the bound by prices at one second, which are the same for all jobs (see
// engine.Shared). It returns them; nil where there are none.
func (l *ladder) share() *optgap.Certificate {
	if !l.within || l.stop() {
		return nil
	}
	watch := &engine.Watch{Every: engine.Watched, Left: engine.Watched, Over: l.stop}
	p, groups := engine.NewProblem(l.Step, nil, l.window.free, watch)
	for k, jobs := range groups {
		p.Kinds[k].Latest = l.window.last[jobs[0]]
	}
	g := p.Around(l.Step, l.Known, sharedBuckets)
	a := engine.NewShared(p, g)
	a.Pour()
	a.Maximise(l.cutoff-l.AtOnce, sharedSteps, l.stop)
	if watch.Up() {
		return nil
	}
	c := &optgap.Certificate{Bits: p.Unit, Price: ledger.Trim(a.Best)}
	c.Ends = g.Borders[1:][:len(c.Price)]
	l.prove(c)
	return c
}

// fix drops the starts of the problem that prices at one second rule out. It returns true
// where the prices prove that no schedule is better than the known one.
func (l *ladder) fix(p *program.Problem, c *optgap.Certificate) (ready bool) {
	lower(p)
	if c == nil || l.stop() {
		return l.bound == l.cutoff
	}
	price := bySlot(c, p.End(), l.scale)
	l.raise(p.RoundUp(evaluate(p, price)))
	if l.bound == l.cutoff {
		return true
	}
	fix(p, price, l.cutoff)
	for _, kd := range p.Kinds {
		if len(kd.Starts) == 0 { // no schedule is better than the known one
			l.bound = l.cutoff
			return true
		}
	}
	lower(p)
	return false
}

// bySlot returns the prices of a processor in each slot.
func bySlot(c *optgap.Certificate, slots, scale int64) []float64 {
	price, l := make([]float64, slots), ledger.New(c)
	before := int64(0)
	for k := range price {
		until := l.Until(int64(k+1) * scale)
		price[k] = math.Ldexp(float64(until-before), -int(c.Bits))
		before = until
	}
	return price
}

// scanned is the number of pairs of a slot and a kind that are scanned for the rows of a
// program in the time that an entry takes.
const scanned = 500

// solve raises the bound by the prices of the linear program.
func (l *ladder) solve(ctx context.Context, p *program.Problem, v *Value) {
	scan := int(p.End()) * len(p.Kinds) / scanned
	if !affordable(ctx, scan) || !affordable(ctx, scan+p.Size()+int(p.Nonzeros(program.FormulationStep))) {
		v.warn("lp: no time left for the linear program: bound by prices alone")
		return
	}
	g := program.New(p, program.FormulationStep)
	// Costs become about widths times slots.
	unit := float64(l.scale) * (float64(l.Step.TotalWeight()) / float64(l.Step.TotalWidth()))
	for c := range g.Model.Cost {
		g.Model.Cost[c] /= unit
	}
	g.Model.Offset = 0
	r, err := relaxed(ctx, g.Model, simplexIterations)
	switch {
	case err != nil:
		v.warn("lp: %v", err)
	case r.RowDual == nil:
		v.warn("lp: linear program not solved (%s, %s): bound by prices alone", r.Status, r.EndedBy)
	default:
		price := prices(g.CapacityDuals(r.RowDual), unit)
		l.raise(p.RoundUp(evaluate(p, price)))
		for k := range price {
			price[k] /= float64(l.scale)
		}
		if l.within {
			l.prove(inUnits(l.Step, price, l.scale))
		}
	}
}

// Iterations after which a linear program is given up, by the simplex method and then by the
// interior-point method. On 32 steps of KTH, HPC2N and ctc with 13 to 40 jobs the simplex took 239 to
// 12 106. On steps of a few jobs that last for thousands of slots each it may go on for minutes.
const (
	simplexIterations  = 20_000
	interiorIterations = 200
)

// relaxed solves a linear program by so many iterations of the simplex method, or else by the
// interior-point method. The duals need not be those of a vertex, as any prices prove a bound. So it ends
// without a time limit too, and does the same each time.
func relaxed(ctx context.Context, m *mip.Model, simplex int64) (mip.Result, error) {
	r, err := mip.Solve(ctx, m, mip.Options{Relax: true, IterationLimit: simplex})
	if err != nil || r.EndedBy != mip.EndedIterationLimit {
		return r, err
	}
	return mip.Solve(ctx, m, mip.Options{Relax: true, Interior: true, IterationLimit: interiorIterations})
}

// prices returns the price of a processor in each slot, from the duals of the capacity rows
// (Eq. 4). The duals belong to a program whose costs are divided by the unit.
func prices(duals []float64, unit float64) []float64 {
	price := make([]float64, len(duals))
	for t, v := range duals {
		price[t] = max(0, -v*unit)
	}
	return price
}
