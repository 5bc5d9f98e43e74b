package exact

import (
	"context"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/timescale"
)

// GridSolution is what SolveOnGrid found. Objectives and bounds are in
// processor-seconds. Status is about the time-scaled problem.
type GridSolution struct {
	// Solution has the schedule at one second, after compaction, and its Objective.
	// Bound, Root and Certificate are those of the one-second problem where the grid is
	// that of one second and the horizon the safe one. Otherwise there are none.
	Solution
	Scale int64 // seconds per slot
	// GridObjective is the objective of the schedule on the grid. GridBound is proven: no
	// schedule on the grid, with the horizon, has a smaller objective. It is no bound at
	// one second.
	GridObjective, GridBound int64
}

// SolveOnGrid is Solve for the paper's time-scaled problem. A slot is the unit of time
// of the step that is searched, see grid.Scaled. The schedule is re-compacted to one
// second. Options.ReportOnGrid takes the place of Options.Report.
func SolveOnGrid(ctx context.Context, step *optgap.Step, c grid.Choice, o Options) (*GridSolution, error) {
	begin := time.Now()
	scaled, err := grid.Scale(step, c)
	if err != nil {
		return nil, err
	}
	known := func(sol Solution) GridSolution {
		return onGrid(step, scaled, c.IsSecond(scaled.Scale), sol)
	}
	if report := o.ReportOnGrid; report != nil {
		report(known(unsearched(scaled.Step)))
		o.Report = func(sol Solution) { report(known(sol)) }
	}
	sol, err := Solve(ctx, scaled.Step, o)
	if err != nil {
		return nil, err
	}
	found := known(*sol)
	found.Seconds = time.Since(begin).Seconds()
	return &found, found.Schedule.Check(step)
}

// unsearched returns what is known of a step without a search: the best policy's plan,
// and the bound if every job started as early as the history allows.
func unsearched(step *optgap.Step) Solution {
	plan := heuristics.BestPlan(step)
	sol := Solution{
		Status: optgap.StatusFeasible, Schedule: plan,
		Objective: plan.Objective(step), Bound: step.EarliestStarts().Objective(step),
	}
	sol.Root = sol.Bound
	if sol.Bound == sol.Objective {
		sol.Status, sol.EndedBy = optgap.StatusOptimal, optgap.EndedFinished
	}
	return sol
}

// onGrid returns what a solution of the scaled step says of the step itself. second
// tells that both are the same problem.
func onGrid(step *optgap.Step, scaled *grid.Scaled, second bool, sol Solution) GridSolution {
	g := GridSolution{Solution: sol, Scale: scaled.Scale, GridObjective: scaled.Objective(sol.Objective), GridBound: scaled.Objective(sol.Bound)}
	if !second {
		g.Bound, g.Root, g.Certificate = 0, 0, nil
	}
	g.Schedule = timescale.Compact(step, scaled.Seconds(sol.Schedule))
	g.Objective = g.Schedule.Objective(step)
	return g
}
