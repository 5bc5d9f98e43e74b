package exact

import (
	"context"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/timescale"
)

// GridSolution is a schedule and a bound on a grid. Objectives and bounds are in
// processor-seconds.
type GridSolution struct {
	// Solution has the schedule at one second, after compaction, and its Objective.
	// Status is that of the time-scaled problem. Bound, Root and Certificate are 0 and nil
	// unless the grid is that of one second and the horizon the safe one. Then they are
	// those of the one-second problem.
	Solution
	Scale int64 // seconds per slot
	// GridObjective is the objective of the schedule on the grid. GridBound is a proven
	// lower bound on the objective of every schedule on the grid with the horizon. It is
	// no bound at one second.
	GridObjective, GridBound int64
}

// SolveOnGrid is Solve for the paper's time-scaled problem. The step that is searched has
// slots as its unit of time: see grid.Scaled. The schedule is compacted to one second.
func SolveOnGrid(ctx context.Context, step *optgap.Step, c grid.Choice, o Options) (*GridSolution, error) {
	begin := time.Now()
	scaled, err := grid.Scale(step, c)
	if err != nil {
		return nil, err
	}
	o.value = scaled.Objective
	known := func(sol Solution) GridSolution {
		return onGrid(step, scaled, c.IsSecond(scaled.Scale), sol)
	}
	if report := o.Report; report != nil {
		report(known(unsearched(scaled.Step)))
		o.Report = func(sol GridSolution) { report(known(sol.Solution)) }
	}
	sol, err := Solve(ctx, scaled.Step, o)
	if err != nil {
		return nil, err
	}
	found := known(*sol)
	found.Seconds = time.Since(begin).Seconds()
	return &found, found.Schedule.Check(step)
}

// unsearched returns a solution without a search: the best policy's plan, and the objective
// if every job started as early as the history allows, as a bound.
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

// onGrid turns a solution of the scaled step into one of the step itself. second tells that
// the scaled step is the one-second problem.
func onGrid(step *optgap.Step, scaled *grid.Scaled, second bool, sol Solution) GridSolution {
	g := GridSolution{Solution: sol, Scale: scaled.Scale}
	g.GridObjective, g.GridBound = scaled.Objective(sol.Objective), scaled.Objective(sol.Bound)
	if !second {
		g.Bound, g.Root, g.Certificate = 0, 0, nil
	}
	g.Schedule = timescale.Compact(step, scaled.Seconds(sol.Schedule))
	g.Objective = g.Schedule.Objective(step)
	return g
}
