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
	program.Report = func(sol ilp.Solution) { p.Report(solved(o, &sol)) }
	sol, err := ilp.Solve(ctx, scaled, program)
	if err != nil {
		return nil, err
	}
	return solved(o, sol), nil
}

// solved returns the answer of a solution of the program. A program on the grid of one second is
// the one-second problem, unless its horizon is cut.
func solved(o Options, sol *ilp.Solution) *Answer {
	a := onGrid(o, sol)
	a.Program = &Program{
		Formulation: string(o.Program().Variables()),
		Columns:     sol.Effort.Columns, Rows: sol.Effort.Rows, Nonzeros: sol.Effort.Nonzeros,
		RelGap: o.RelGap,
	}
	second := o.Grid.IsSecond(sol.Scale)
	if second && sol.GridBound > 0 {
		a.Bounds = []Bound{
			{Name: optgap.BoundILP, Value: sol.GridBound, RestsOn: record.ProofSolver},
		}
	}
	proven := sol.GridBound == sol.GridObjective // otherwise optimal means: up to the gaps
	if second && (sol.Status != optgap.StatusOptimal || proven) {
		a.Scope = optgap.ScopeSecond
	}
	return a
}

// onGrid returns the answer of a solution on a grid, without bounds at one second.
func onGrid(o Options, sol *exact.GridSolution) *Answer {
	a := found(o, &sol.Solution)
	a.Scope = optgap.ScopeGrid
	a.Grid = &Grid{
		Scale:     sol.Scale,
		Horizon:   horizon(o.Grid),
		Objective: sol.GridObjective,
		Bound:     sol.GridBound,
	}
	return a
}

// found returns the answer of a solution, without its scope and bounds.
func found(o Options, sol *exact.Solution) *Answer {
	e := sol.Effort
	return &Answer{
		Schedule: sol.Schedule, Status: sol.Status, EndedBy: sol.EndedBy, Nodes: &sol.Nodes,
		Seed: o.Seed, Seconds: sol.Seconds, Warnings: sol.Warnings,
		Effort: record.Effort{
			PossibleStarts: e.Starts,
			ListedStarts:   e.Listed,
			Programs:       e.Programs,
			ProgramsEnded:  e.Ended,
			ProvenBy:       string(e.ProvenBy),
		},
	}
}

// horizon returns the name of the horizon.
func horizon(c grid.Choice) string { return string(cmp.Or(c.Horizon, grid.HorizonSafe)) }
