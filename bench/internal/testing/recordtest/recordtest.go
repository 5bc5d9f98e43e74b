// Package recordtest holds results of a study for tests.
package recordtest

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// Studied returns results with four outcomes: a gain on the grid, an optimum at one
// second, a limit at which the best policy's schedule stands in, and a run that
// failed.
func Studied() []record.Result {
	policies := func(fcfs, sjf, ljf int64) map[string]record.Policy {
		return map[string]record.Policy{
			"FCFS": {Objective: fcfs, ARTwW: float64(fcfs) / 10, SLDwA: 2, Makespan: 900, PlanSeconds: 2e-6},
			"SJF":  {Objective: sjf, ARTwW: float64(sjf) / 10, SLDwA: 2, Makespan: 1000, PlanSeconds: 4e-6},
			"LJF":  {Objective: ljf, ARTwW: float64(ljf) / 10, SLDwA: 2, Makespan: 800},
		}
	}
	gain := record.Result{
		Format: record.ResultFormat, Trace: "a,b.swf", Index: 7, Now: 1234567,
		Jobs: 22, Makespan: 189559, AccumulatedRunTime: 1798837,
		Method: "ilp", Formulation: "step", TimeScale: 420, Horizon: "safe",
		Status: optgap.StatusOptimal, EndedBy: optgap.EndedFinished, Scope: optgap.ScopeGrid,
		Objective: 9000, ARTwW: 900.25, SLDwA: 1.125, GridObjective: 9600, GridBound: 9600, Bound: 7500,
		Gap: new(1.0 / 6), RatioToBound: 1.2, Policies: policies(12000, 10000, 20000), BestPolicy: "SJF",
		Quality: &record.Quality{ARTwW: 0.9, SLDwA: 0.9}, LossPercent: new(10.0), Power: 0.25,
		Bounds: map[optgap.BoundName]int64{"fluid": 6000, "lp": 7500}, SolveSeconds: 4, Nodes: new(int64(0)),
		Columns: 12000, Rows: 600, Nonzeros: 36000, MIPRelGap: new(0.0), MIPAbsGap: new(0.0),
		Cost: record.Cost{CPUSeconds: 3.5, WallSeconds: 5, PeakMemoryBytes: 1 << 30},
	}
	proven := record.Result{
		Format: record.ResultFormat, Trace: "a,b.swf", Index: 9, Now: 1234600,
		Jobs: 2, Makespan: 1000, AccumulatedRunTime: 1500,
		Method: "ilp", Formulation: "step", TimeScale: 60, Horizon: "safe",
		Status: optgap.StatusOptimal, EndedBy: optgap.EndedFinished, Scope: optgap.ScopeSecond,
		Objective: 6000, ARTwW: 600, SLDwA: 1, GridObjective: 6000, GridBound: 6000, Bound: 6000,
		Gap: new(0.0), RatioToBound: 1, Policies: policies(6000, 6000, 6000), BestPolicy: "FCFS",
		Quality: &record.Quality{ARTwW: 1, SLDwA: 1}, LossPercent: new(0.0), Power: 0.5,
		Bounds:       map[optgap.BoundName]int64{"fluid": 6000, "ilp": 6000},
		SolveSeconds: 2, MIPRelGap: new(0.0), MIPAbsGap: new(0.0),
	}
	limit := record.Result{
		Format: record.ResultFormat, Trace: "a,b.swf", Index: 12, Now: 1300000,
		Jobs: 30, Makespan: 2000, AccumulatedRunTime: 3000,
		Method: "ilp", Formulation: "step", TimeScale: 60, Horizon: "safe",
		Status: optgap.StatusLimit, EndedBy: optgap.EndedTimeLimit,
		Objective: 5000, ARTwW: 500, SLDwA: 3, Policies: policies(5000, 8000, 9000), BestPolicy: "FCFS", SolveSeconds: 60,
	}
	failed := record.Result{
		Format: record.ResultFormat, Trace: "a,b.swf", Index: 13, Now: 1300100, Jobs: 6, AccumulatedRunTime: 100,
		Method: "ilp", Status: optgap.StatusError, Error: "it broke",
	}
	return []record.Result{gain, proven, limit, failed}
}

// Result returns a result of step 7 of a trace.
func Result(method string, status optgap.Status, scope optgap.Scope, objective int64, seconds float64) record.Result {
	return record.Result{Format: record.ResultFormat, Trace: "a.swf", Index: 7, Now: 1000, Jobs: 5,
		Method: method, Status: status, Scope: scope, Objective: objective, SolveSeconds: seconds}
}

// Compared returns the results of three methods for the steps 7 and 8:
//
//   - The policies prove nothing, and have a result of step 7 alone.
//   - The program proves the grid's optimum on both. On step 8 the bound of a linear
//     program beside it shows that it is the optimum at one second too.
//   - The search proves step 7. On step 8 it stops at a limit without a schedule of
//     its own.
func Compared() []record.Result {
	policies := Result("policies", optgap.StatusFeasible, "", 1100, 2e-6)
	policies.Bound, policies.Gap = 990, new(0.1)
	grid := Result("ilp", optgap.StatusOptimal, optgap.ScopeGrid, 1010, 4)
	grid.TimeScale, grid.GridObjective, grid.GridBound, grid.Bound, grid.Gap = 60, 1200, 1200, 990, new(20.0/1010)
	exact := Result("exact", optgap.StatusOptimal, optgap.ScopeSecond, 1000, 0.5)
	exact.Bounds, exact.Bound, exact.Gap = map[optgap.BoundName]int64{"exact": 1000, "lp": 990}, 1000, new(0.0)
	beside := grid
	beside.Index, beside.Scope, beside.Objective, beside.SolveSeconds = 8, optgap.ScopeSecond, 500, 2
	beside.Bounds, beside.Bound, beside.Gap = map[optgap.BoundName]int64{"lp": 500}, 500, new(0.0)
	late := Result("exact", optgap.StatusLimit, "", 520, 10)
	late.Index, late.Bound = 8, 480
	return []record.Result{policies, grid, exact, beside, late}
}
