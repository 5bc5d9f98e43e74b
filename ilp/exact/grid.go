package exact

import (
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

// SolveOnGrid is Solve for the paper's time-scaled problem. The step that is searched has slots as
// its unit of time. The schedule is compacted to one second.
func SolveOnGrid(ctx context.Context, scaled *grid.Scaled, o Options) (*GridSolution, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	o.value = scaled.Objective
	if report := o.Report; report != nil {
		report(onGrid(scaled, first(scaled)))
		o.Report = func(sol GridSolution) { report(onGrid(scaled, sol.Solution)) }
	}
	sol, err := solve(ctx, &scaled.Problem, o, time.Now)
	if err != nil {
		return nil, err
	}
	found := onGrid(scaled, *sol)
	return &found, found.Schedule.Check(scaled.Of)
}

// first returns a solution in slots, without a search.
func first(scaled *grid.Scaled) Solution {
	sol := Solution{
		Status: optgap.StatusFeasible, Schedule: scaled.Known,
		Objective: scaled.Upper, Bound: scaled.Least, Root: scaled.Least,
	}
	if sol.Bound == sol.Objective {
		sol.Status = optgap.StatusOptimal
		sol.EndedBy = optgap.EndedFinished
	}
	return sol
}

// onGrid turns a solution of the scaled step into one of the step itself.
func onGrid(scaled *grid.Scaled, sol Solution) GridSolution {
	g := GridSolution{Solution: sol, Scale: scaled.Scale}
	g.GridObjective, g.GridBound = scaled.Objective(sol.Objective), scaled.Objective(sol.Bound)
	if !scaled.Second {
		g.Bound = 0
		g.Root = 0
		g.Certificate = nil
	}
	g.Compact(scaled, sol.Schedule)
	return g
}

// Compact takes a schedule in slots, compacted to one second.
func (g *GridSolution) Compact(scaled *grid.Scaled, slots optgap.Schedule) {
	g.Schedule = timescale.Compact(scaled.Of, slots)
	g.Objective = g.Schedule.Objective(scaled.Of)
}
