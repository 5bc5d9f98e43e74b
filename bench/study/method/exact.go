package method

import (
	"context"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/ilp/exact"
	"github.com/optgap/optgap/ilp/grid"
)

// Exact searches for the optimum at one second and proves it. With Options.Scaled it does so for
// the time-scaled problem of method ILP, and compacts the schedule to one second.
var Exact = Method{
	Name:  "exact",
	About: "a search that proves the one-second optimum, or that of the grid where --time-scale is given",
	Find:  search,

	Grid: func(o Options) (grid.Choice, bool) { return o.Grid, o.Scaled },
}

func search(ctx context.Context, p *Problem, o Options) (*Answer, error) {
	options := o.search()
	p.note(&Answer{Schedule: p.Known}) // with which the search begins
	options.Report = func(sol exact.GridSolution) { p.Report(searched(o, &sol)) }
	if !o.Scaled {
		options.Certify = !o.NoCertificates
		sol, err := exact.Solve(ctx, p.Problem, options)
		if err != nil {
			return nil, err
		}
		return searched(o, &exact.GridSolution{Solution: *sol}), nil
	}
	scaled, err := p.Scale(o.Grid)
	if err != nil {
		return nil, err
	}
	sol, err := exact.SolveOnGrid(ctx, scaled, options)
	if err != nil {
		return nil, err
	}
	return searched(o, sol), nil
}

// searched returns the answer of a solution of the search. The grid of one second is the one-second
// problem, unless its horizon is cut.
func searched(o Options, sol *exact.GridSolution) *Answer {
	a := found(o, &sol.Solution)
	if o.Scaled {
		a = onGrid(o, sol)
	}
	if !o.Scaled || o.Grid.IsSecond(sol.Scale) {
		a.Scope = optgap.ScopeSecond
		a.Bounds = []Bound{
			{Name: optgap.BoundExact, Value: sol.Bound, RestsOn: record.ProofSearch},
			{
				Name:        optgap.BoundLagrange,
				Value:       sol.Root,
				RestsOn:     record.ProofSearch,
				Certificate: sol.Certificate,
			},
		}
	}
	return a
}
