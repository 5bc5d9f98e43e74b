package exact

import (
	"cmp"
	"context"
	"time"

	"github.com/optgap/optgap"
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

// SolveOnGrid is Solve for the paper's time-scaled problem, as grid.Scale states it. The step that is
// searched has slots as its unit of time. The schedule is compacted to one second.
func SolveOnGrid(ctx context.Context, scaled *grid.Scaled, o Options) (*GridSolution, error) {
	if err := cmp.Or(o.Validate(), o.checkReleases(scaled.Step)); err != nil {
		return nil, err
	}
	if o.value = scaled.Objective; o.Releases == nil {
		o.Known = scaled.Best
	}
	if report := o.Report; report != nil {
		report(onGrid(scaled, unsearched(scaled.Step, scaled.Best)))
		o.Report = func(sol GridSolution) { report(onGrid(scaled, sol.Solution)) }
	}
	sol, err := solve(ctx, scaled.Step, o, time.Now)
	if err != nil {
		return nil, err
	}
	found := onGrid(scaled, *sol)
	return &found, found.Schedule.Check(scaled.Of)
}

// unsearched returns a solution without a search: the best policy's plan, and the objective
// if every job started as early as the history allows, as a bound.
func unsearched(step *optgap.Step, plan optgap.Schedule) Solution {
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

// onGrid turns a solution of the scaled step into one of the step itself.
func onGrid(scaled *grid.Scaled, sol Solution) GridSolution {
	g := GridSolution{Solution: sol, Scale: scaled.Scale}
	g.GridObjective, g.GridBound = scaled.Objective(sol.Objective), scaled.Objective(sol.Bound)
	if !scaled.Second {
		g.Bound, g.Root, g.Certificate = 0, 0, nil
	}
	g.Schedule = timescale.Compact(scaled.Of, scaled.Seconds(sol.Schedule))
	g.Objective = g.Schedule.Objective(scaled.Of)
	return g
}
