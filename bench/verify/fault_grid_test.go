package verify_test

import (
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/verify"
)

// TestFaultsOnAnyGrid plants faults in an optimum of the time-scaled problem, by a program or by a search, which may be
// too large for the enumeration.
func TestFaultsOnAnyGrid(t *testing.T) {
	for _, make := range []func(*optgap.Step) record.Result{gridResult7, searched7} {
		for _, enumerated := range []int{4, 3, -1} {
			find(t, make, verify.Options{OptimumJobs: enumerated}, []damage{
				{"nothing", func(*record.Result) {}, nil},
				{"grid_bound above grid_objective", func(r *record.Result) { r.GridBound++ }, []string{"grid_bound"}},
				{"grid_bound below grid_objective", func(r *record.Result) { r.GridBound-- }, []string{"grid_bound"}},
				{"grid_objective off the grid", func(r *record.Result) {
					r.GridObjective, r.GridBound = 928, 928
				}, []string{"grid_bound", "grid_objective"}},
				{"grid_objective below the objective", func(r *record.Result) {
					r.GridObjective, r.GridBound = 927-7*16, 927-7*16
				}, []string{"grid_objective"}}, // 815
				{"grid_objective absent", func(r *record.Result) { r.GridObjective = 0 }, []string{"grid_objective"}},
				{"grid_bound absent", func(r *record.Result) { r.GridBound = 0 }, []string{"grid_bound"}},
				{"time_scale absent", func(r *record.Result) { r.TimeScale = 0 }, []string{"time_scale"}},
			})
		}
	}
}

// TestFaultsOnTheGrid plants faults in an optimum of the time-scaled program.
func TestFaultsOnTheGrid(t *testing.T) {
	find(t, gridResult7, verify.Options{}, []damage{
		{"grid_bound below by more than the gap", func(r *record.Result) {
			r.MIPRelGap, r.GridBound = pointer(0.01), r.GridBound-11
		}, []string{"grid_bound"}}, // 9.27 + 1
		{"grid_bound below within the gap", func(r *record.Result) {
			r.MIPRelGap, r.GridBound = pointer(0.01), r.GridBound-10
		}, nil},
		{"grid_bound below by more than the absolute gap", func(r *record.Result) {
			r.MIPAbsGap, r.GridBound = pointer(2.0), r.GridBound-4
		}, []string{"grid_bound"}},
		{"grid_bound above the grid's optimum", func(r *record.Result) {
			r.Status, r.EndedBy = optgap.StatusFeasible, optgap.EndedTimeLimit
			r.GridObjective, r.GridBound = 927+7*5, 927+7
		}, []string{"grid_bound"}},
		{"a worse grid schedule called optimal", func(r *record.Result) {
			r.GridObjective, r.GridBound = 927+7*5, 927+7*5
		}, []string{"grid_bound", "grid_objective"}},
		{"time_scale of another grid", func(r *record.Result) { r.TimeScale = 60 }, []string{"grid_objective"}},
		{"called optimal at one second", func(r *record.Result) {
			r.Scope = optgap.ScopeSecond
		}, []string{"bound", "objective"}},
		{"the grid's bound among the bounds", func(r *record.Result) {
			r.Bounds["lp"], r.Bound = 927, 927
			r.Gap, r.RatioToBound = pointer(1-927.0/817), 817.0/927
		}, []string{"bounds.lp"}},
		{"a bound above the optimum, not above the objective", bound746, []string{"bounds.lp"}},
		{"a grid schedule below the grid's optimum", func(r *record.Result) {
			r.Horizon, r.GridObjective, r.GridBound = "policies", 927-7, 927-7
		}, []string{"grid_objective"}},
		{"an unknown scope", func(r *record.Result) {
			r.Status, r.Scope = optgap.StatusFeasible, "minute"
		}, []string{"scope"}},
		{"a negative gap", func(r *record.Result) { r.MIPAbsGap = pointer(-1.0) }, []string{"mip_abs_gap"}},
		{"negative nodes", func(r *record.Result) { r.Nodes = pointer(int64(-1)) }, []string{"nodes"}},
		{"crashed with a schedule of its own", func(r *record.Result) {
			r.Status, r.EndedBy = optgap.StatusCrashed, optgap.EndedSignal
		}, []string{"grid_objective", "objective"}},
	})
}

// TestFaultsInWhatGoesTogether plants faults in the time scale, the gaps and the
// status of results with and without a program on a grid.
func TestFaultsInWhatGoesTogether(t *testing.T) {
	stopped := func(s *optgap.Step) record.Result {
		r := gridResult(s, 7)
		r.Status, r.EndedBy, r.GridBound = optgap.StatusFeasible, optgap.EndedTimeLimit, r.GridBound-1
		return r
	}
	limited := func(s *optgap.Step) record.Result {
		r := limitResult(s)
		r.Formulation, r.Horizon, r.TimeScale = "step", "safe", 7
		return r
	}
	find(t, stopped, verify.Options{}, []damage{
		{"nothing", func(*record.Result) {}, nil},
		{"no time scale", func(r *record.Result) { r.TimeScale = 0 }, []string{"time_scale"}},
		{"no grid_objective", func(r *record.Result) { r.GridObjective = 0 }, []string{"grid_objective"}},
		{"no grid_bound", func(r *record.Result) { r.GridBound = 0 }, []string{"grid_bound"}},
		{"no values of the grid", func(r *record.Result) {
			r.GridObjective, r.GridBound = 0, 0
		}, []string{"grid_bound", "grid_objective"}},
		{"no scope", func(r *record.Result) { r.Scope = "" }, []string{"scope"}},
		{"at one second", func(r *record.Result) { r.Scope = optgap.ScopeSecond }, []string{"scope"}},
		{"an unknown horizon", func(r *record.Result) { r.Horizon = "far" }, []string{"horizon"}},
		{"finished", func(r *record.Result) { r.EndedBy = optgap.EndedFinished }, []string{"status"}},
		{"bounds of the grid that meet", func(r *record.Result) { r.GridBound = r.GridObjective }, []string{"status"}},
		{"gaps without a program", func(r *record.Result) { r.Formulation = "" }, []string{"mip_abs_gap", "mip_rel_gap"}},
	})
	find(t, gridResult7, verify.Options{OptimumJobs: -1}, []damage{
		{"feasible where the grid's bounds meet", func(r *record.Result) {
			r.Status = optgap.StatusFeasible
		}, []string{"status"}},
		{"a multiple of the time scale", func(r *record.Result) {
			r.TimeScale = 21
		}, []string{"grid_objective"}}, // 927 is 318 plus 29 times 21, below the least
		{"a part of the time scale", func(r *record.Result) { r.TimeScale = 1 }, []string{"grid_bound"}},
	})
	find(t, secondResult, verify.Options{}, []damage{
		{"feasible where the bounds meet", func(r *record.Result) { r.Status = optgap.StatusFeasible }, []string{"status"}},
		{"stopped where the bounds meet", func(r *record.Result) {
			r.Status, r.EndedBy = optgap.StatusFeasible, optgap.EndedTimeLimit
		}, nil},
		{"a time scale without a program", func(r *record.Result) {
			r.TimeScale = 60
		}, []string{"grid_bound", "grid_objective", "time_scale"}},
		{"on the grid", func(r *record.Result) {
			r.Scope = optgap.ScopeGrid
		}, []string{"grid_bound", "grid_objective", "time_scale"}},
		{"a gap of a program", func(r *record.Result) { r.MIPRelGap = pointer(0.0) }, []string{"mip_rel_gap"}},
	})
	find(t, limited, verify.Options{}, []damage{
		{"nothing", func(*record.Result) {}, nil},
		{"a search in place of a program", func(r *record.Result) { r.Formulation = "" }, nil},
		{"a time scale without a horizon", func(r *record.Result) { r.Horizon = "" }, []string{"time_scale"}},
	})
}

// TestFaultsInStandIn plants faults in a result whose schedule is the best
// policy's.
func TestFaultsInStandIn(t *testing.T) {
	find(t, limitResult, verify.Options{}, []damage{
		{"limit but finished", func(r *record.Result) { r.EndedBy = optgap.EndedFinished }, []string{"ended_by"}},
		{"ended by nothing", func(r *record.Result) { r.EndedBy = "" }, []string{"ended_by"}},
		{"crashed but finished", func(r *record.Result) {
			r.Status, r.EndedBy = optgap.StatusCrashed, optgap.EndedFinished
		}, []string{"ended_by"}},
		{"crashed", func(r *record.Result) { r.Status, r.EndedBy = optgap.StatusCrashed, "" }, nil},
		{"a grid schedule", func(r *record.Result) { r.TimeScale, r.GridObjective = 7, 927 }, []string{"grid_objective"}},
		{"crashed without a schedule", func(r *record.Result) {
			crashed := errorResult(sample())
			crashed.Status, crashed.Error = optgap.StatusCrashed, ""
			*r = crashed
		}, nil},
		{"no starts and a wrong average", func(r *record.Result) { r.Starts, r.ARTwW = nil, 1 }, []string{"artww", "starts"}},
		{"quality and loss absent", func(r *record.Result) { r.Quality, r.LossPercent, r.Power = nil, nil, 0 }, nil},
	})
}

// TestFaultsInError plants faults in a result that has no schedule.
func TestFaultsInError(t *testing.T) {
	find(t, errorResult, verify.Options{}, []damage{
		{"no reason", func(r *record.Result) { r.Error = "" }, []string{"error"}},
		{"an objective", func(r *record.Result) { r.Objective = 827 }, []string{"objective"}},
		{"a quality", func(r *record.Result) {
			r.Quality = &record.Quality{ARTwW: 1, SLDwA: 1}
		}, []string{"quality"}},
		{"a best policy", func(r *record.Result) { r.BestPolicy = "SJF" }, []string{"best_policy"}},
		{"a makespan", func(r *record.Result) { r.Makespan = 1 }, []string{"makespan"}},
		{"a bound above a policy", func(r *record.Result) {
			r.Bounds, r.Bound = map[optgap.BoundName]int64{"lp": 828}, 828
		}, []string{"bounds.lp"}},
		{"an unknown status", func(r *record.Result) {
			r.Status, r.EndedBy = "lost", optgap.EndedSignal
		}, []string{"status"}},
		{"infeasible", func(r *record.Result) {
			r.Status, r.EndedBy = optgap.StatusInfeasible, optgap.EndedFinished
		}, []string{"status"}},
	})
}

// TestWithoutEnumeration shows what larger steps are held against.
func TestWithoutEnumeration(t *testing.T) {
	find(t, gridResult7, verify.Options{OptimumJobs: 3}, []damage{
		{"a bound above the unknown optimum", bound746, nil},
		{"a bound above the objective", func(r *record.Result) {
			r.Bounds["lp"], r.Bound = 818, 818
			r.Gap, r.RatioToBound = pointer(1-818.0/817), 817.0/818
		}, []string{"bounds.lp"}},
		{"a worse grid schedule called optimal", func(r *record.Result) {
			r.GridObjective, r.GridBound = 927+7*5, 927+7*5
		}, []string{"grid_bound"}}, // its own order plans 927
		{"a worse grid schedule within the policies' horizon", func(r *record.Result) {
			r.Horizon, r.GridObjective, r.GridBound = "policies", 927+7*5, 927+7*5
		}, nil},
		{"the time scale of a finer grid", func(r *record.Result) {
			r.TimeScale = 1
		}, []string{"grid_bound"}}, // 817 in slots of 1 s
		{"no starts to plan by", func(r *record.Result) { r.Starts = nil }, []string{"starts"}},
		{"grid_bound above grid_objective", func(r *record.Result) {
			r.Status, r.GridBound = optgap.StatusFeasible, 928
		}, []string{"grid_bound", "status"}},
		{"a negative grid_bound", func(r *record.Result) {
			r.Status, r.EndedBy, r.GridBound = optgap.StatusFeasible, optgap.EndedTimeLimit, -1
		}, []string{"grid_bound"}},
	})
	find(t, gridResult7, verify.Options{OptimumJobs: 4}, []damage{
		{"as many jobs as are enumerated", bound746, []string{"bounds.lp"}},
	})
}

// bound746 adds a bound that is 1 above the sample's optimum.
func bound746(r *record.Result) {
	r.Bounds["lp"], r.Bound = 746, 746
	r.Gap, r.RatioToBound = pointer(1-746.0/817), 817.0/746
}

// TestOtherPlanStandsIn shows that a plan as good as the best policy's, but not
// that plan, is no stand-in: here two like jobs change places.
func TestOtherPlanStandsIn(t *testing.T) {
	s := sample()
	s.Jobs = s.Jobs[:2]
	s.Jobs[0].Estimate = s.Jobs[1].Estimate
	r := limitResult(s)
	r.Starts[0].Start, r.Starts[1].Start = r.Starts[1].Start, r.Starts[0].Start
	if faults := check(s, &r, verify.Options{}); len(faults) != 1 || faults[0].Field != "starts" {
		t.Error(faults)
	}
}

// TestSlotEndsWithTheSecondBefore shows that a change at the start of a slot
// takes nothing from the slot before it: a job of 7 s fits into slot 0.
func TestSlotEndsWithTheSecondBefore(t *testing.T) {
	s := sample()
	s.History = optgap.History{{Time: 0, Free: 8}, {Time: 7, Free: 0}, {Time: 14, Free: 8}}
	s.Jobs = s.Jobs[:1]
	r := gridResult(s, 7)
	if faults := check(s, &r, verify.Options{}); len(faults) > 0 || r.GridObjective != 5*(7+1) {
		t.Error(r.GridObjective, faults)
	}
}
