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
	if o.Scaled {
		return searchOnGrid(ctx, p, o)
	}
	options := o.search()
	options.Report = func(sol exact.GridSolution) { p.Report(searched(p, o, &sol.Solution)) }
	sol, err := exact.Solve(ctx, p.Problem, options)
	if err != nil {
		return nil, err
	}
	return searched(p, o, sol), nil
}

func searchOnGrid(ctx context.Context, p *Problem, o Options) (*Answer, error) {
	options := o.search()
	options.Report = func(sol exact.GridSolution) { p.Report(searchedOnGrid(p, o, &sol)) }
	scaled, err := p.Scale(o.Grid)
	if err != nil {
		return nil, err
	}
	sol, err := exact.SolveOnGrid(ctx, scaled, options)
	if err != nil {
		return nil, err
	}
	return searchedOnGrid(p, o, sol), nil
}

// searchedOnGrid returns the answer of a solution of the search on a grid. The grid of one second
// is the one-second problem, unless its horizon is cut.
func searchedOnGrid(p *Problem, o Options, sol *exact.GridSolution) *Answer {
	a := searched(p, o, &sol.Solution)
	a.Grid = &Grid{Scale: sol.Scale, Horizon: horizon(o.Grid), Objective: sol.GridObjective, Bound: sol.GridBound}
	if !o.Grid.IsSecond(sol.Scale) {
		a.Scope, a.Bounds = optgap.ScopeGrid, nil
	}
	return a
}

// searched returns the answer of a solution of the search.
func searched(p *Problem, o Options, sol *exact.Solution) *Answer {
	lagrange := Bound{
		Name: optgap.BoundLagrange, Value: sol.Root, RestsOn: record.ProofSearch, Certificate: sol.Certificate,
	}
	return &Answer{
		Schedule: sol.Schedule, Status: sol.Status, EndedBy: sol.EndedBy, Scope: optgap.ScopeSecond,
		Bounds: []Bound{{Name: optgap.BoundExact, Value: sol.Bound, RestsOn: record.ProofSearch}, lagrange},
		Nodes:  &sol.Nodes, Effort: effort(sol.Effort), Seed: o.Seed, Seconds: sol.Seconds,
	}
}
