package bound

import (
	"context"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/mip"
	"github.com/optgap/optgap/ilp/internal/program"
	"github.com/optgap/optgap/ilp/lagrange"
)

// ladder keeps the largest of several bounds. No bound counts for more than the objective
// of the known schedule.
type ladder struct {
	step   *optgap.Step
	cutoff int64   // objective of the known schedule
	window windows // of the cutoff
	within bool    // window is set; else prices at one second prove nothing
	bound  int64
	proof  *Certificate // of the best bound at one second; nil: none
	stop   func() bool  // tells that the time is over
}

func (l *ladder) raise(bound int64) { l.bound = max(l.bound, min(bound, l.cutoff)) }

// atOneSecond raises the bound to the one that prices per slot prove at one second.
func (l *ladder) atOneSecond(price []float64, scale int64) {
	perSecond := make([]float64, len(price))
	for k, v := range price {
		perSecond[k] = v / float64(scale)
	}
	if !l.within {
		return
	}
	c := l.window.certify(l.step, perSecond, scale, l.cutoff)
	if c == nil || l.proof != nil && c.Bound <= l.proof.Bound {
		return
	}
	l.proof = c
	l.raise(c.Bound)
}

// scanned is the number of pairs of a slot and a class that are scanned for the rows of a
// program in the time that an entry takes.
const scanned = 500

// solve raises the bound by the prices of the linear program.
func (l *ladder) solve(ctx context.Context, p *grid.Problem, v *Value) {
	scan := len(p.Capacity) * len(p.Classes) / scanned
	if !affordable(ctx, scan) || !affordable(ctx, scan+p.Size()+int(program.Of(p).Nonzeros(program.FormulationStep))) {
		v.warn("lp: no time left for the linear program: bound by prices alone")
		return
	}
	g, err := program.NewOnGrid(p, program.FormulationStep)
	if err != nil {
		v.warn("lp: %v", err)
		return
	}
	unit := float64(p.Scale) // costs become widths times slots
	for c := range g.Model.Cost {
		g.Model.Cost[c] /= unit
	}
	g.Model.Offset = 0
	v.Columns = g.Model.Columns()
	r, err := mip.Solve(ctx, g.Model, mip.Options{Relax: true})
	switch {
	case err != nil:
		v.warn("lp: %v", err)
	case r.RowDual == nil:
		v.warn("lp: linear program not solved (%s, %s): bound by prices alone", r.Status, r.EndedBy)
	default:
		v.Solved = true
		price := prices(g.CapacityDuals(r.RowDual), unit)
		l.raise(p.RoundUp(lagrange.Evaluate(p, price)))
		l.atOneSecond(price, p.Scale)
	}
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
