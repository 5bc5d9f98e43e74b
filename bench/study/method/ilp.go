package method

import (
	"cmp"
	"context"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/ilp"
	"github.com/optgap/optgap/ilp/exact"
	"github.com/optgap/optgap/ilp/grid"
)

// ILP solves the time-indexed program of Grothklags and Streit (2004), and compacts its schedule to
// one second.
var ILP = Method{
	Name:  "ilp",
	About: "the integer program",
	Find:  solveProgram,

	Grid: func(o Options) (grid.Choice, bool) { return o.Grid, true },
}

func solveProgram(ctx context.Context, p *Problem, o Options) (*Answer, error) {
	scaled, err := p.Scale(o.Grid)
	if err != nil {
		return nil, err
	}
	program := o.Program()
	program.Report = func(sol ilp.Solution) { p.Report(solved(program, o.Grid, &sol)) }
	sol, err := ilp.Solve(ctx, scaled, program)
	if err != nil {
		return nil, err
	}
	return solved(program, o.Grid, sol), nil
}

// solved returns the answer of a solution of the program. A program on the grid of one second is
// the one-second problem, unless its horizon is cut.
func solved(o ilp.Options, on grid.Choice, sol *ilp.Solution) *Answer {
	a := &Answer{
		Schedule: sol.Schedule, Status: sol.Status, EndedBy: sol.EndedBy, Seed: o.Seed, Seconds: sol.Seconds,
		Scope: optgap.ScopeGrid,
		Grid:  &Grid{Scale: sol.Scale, Horizon: horizon(on), Objective: sol.GridObjective, Bound: sol.GridBound},
		Program: &Program{
			Formulation: string(o.Variables()),
			Columns:     sol.Effort.Columns, Rows: sol.Effort.Rows, Nonzeros: sol.Effort.Nonzeros,
			RelGap: o.RelGap, AbsGap: o.AbsGap,
		},
		Nodes: &sol.Nodes, Effort: effort(sol.Effort), Warnings: sol.Warnings,
	}
	second := on.IsSecond(sol.Scale)
	if second && sol.GridBound > 0 {
		a.Bounds = []Bound{{Name: optgap.BoundILP, Value: sol.GridBound, RestsOn: record.ProofSolver}}
	}
	proven := sol.GridBound == sol.GridObjective // otherwise optimal means: up to the gaps
	if second && (sol.Status != optgap.StatusOptimal || proven) {
		a.Scope = optgap.ScopeSecond
	}
	return a
}

// effort returns the effort of a search in the form in which results have it.
func effort(e exact.Effort) record.Effort {
	return record.Effort{
		PossibleStarts: e.Starts, ListedStarts: e.Listed, Programs: e.Programs, ProgramsEnded: e.Ended,
		ProvenBy: string(e.ProvenBy),
	}
}

// horizon returns the name of the horizon.
func horizon(c grid.Choice) string { return string(cmp.Or(c.Horizon, grid.HorizonSafe)) }
