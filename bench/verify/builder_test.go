package verify_test

import (
	"cmp"
	"math"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/timescale"
)

// trivial plans jobs second by second. A job starts at a multiple of scale, and occupies the processors up to the end
// of its last slot.
func trivial(s *optgap.Step, order []int, scale int64) []int64 {
	return steptest.Serial(timescale.Restrict(s, scale), order)
}

func worth(s *optgap.Step, starts []int64) (objective, makespan int64) {
	for i, j := range s.Jobs {
		objective += j.Width * (starts[i] - j.Submit + j.Estimate)
		makespan = max(makespan, starts[i]+j.Estimate)
	}
	return objective, makespan
}

// best returns the best plan over all orders.
func best(s *optgap.Step, scale int64) []int64 { return bestBy(s, scale, math.MaxInt64) }

// bestBy returns the best plan whose slots have all ended by a second.
func bestBy(s *optgap.Step, scale, end int64) (starts []int64) {
	onGrid := timescale.Restrict(s, scale)
	for plan := range steptest.Plans(onGrid) {
		if plan.Makespan(onGrid) <= end && (starts == nil || plan.Objective(s) <= optgap.Schedule(starts).Objective(s)) {
			starts = plan
		}
	}
	return starts
}

func byStart(starts []int64) []int {
	order := lists.Places[int](len(starts))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(starts[a], starts[b]) })
	return order
}

// policyPlans returns the plans of FCFS, SJF and LJF in slots. They order jobs by slots.
func policyPlans(s *optgap.Step, scale int64) map[string]optgap.Schedule {
	plans := make(map[string]optgap.Schedule)
	for _, p := range heuristics.DynP() {
		plans[p.Name] = steptest.Plan(timescale.Restrict(s, scale), p)
	}
	return plans
}

// result fills in everything that follows from the step, the status, the starts
// and the bounds.
func result(s *optgap.Step, status optgap.Status, starts []int64, bounds map[optgap.BoundName]int64) record.Result {
	r := record.Result{Format: record.ResultFormat, Trace: s.Trace, Index: s.Index, Now: s.Now, Jobs: len(s.Jobs),
		AccumulatedRunTime: s.AccumulatedRunTime(), Method: "test", Status: status, EndedBy: optgap.EndedTimeLimit,
		SolveSeconds: 1.7, Bounds: bounds, Policies: make(map[string]record.Policy)}
	plans := policyPlans(s, 1)
	for name, plan := range plans {
		p := record.PolicyOf(s, plan)
		p.PlanSeconds, p.Starts = 0.003, nil
		r.Policies[name] = p
	}
	if r.Derive(s, nil); status == optgap.StatusLimit {
		starts = plans[r.BestPolicy]
	}
	r.Derive(s, starts)
	return r
}

// least is the bound that all jobs start at once.
func least(s *optgap.Step) int64 {
	v, _ := worth(s, make([]int64, len(s.Jobs)))
	return v
}

// secondResult is a proven optimum at one second.
func secondResult(s *optgap.Step) record.Result {
	starts := best(s, 1)
	v, _ := worth(s, starts)
	r := result(s, optgap.StatusOptimal, starts, map[optgap.BoundName]int64{"minsum": least(s), "exact": v})
	r.Method, r.Scope, r.EndedBy = "exact", optgap.ScopeSecond, optgap.EndedFinished
	return r
}

// gridResult is a proven optimum on a grid, compacted.
func gridResult(s *optgap.Step, scale int64) record.Result {
	onGrid := best(s, scale)
	r := result(s, optgap.StatusOptimal, trivial(s, byStart(onGrid), 1), map[optgap.BoundName]int64{"minsum": least(s)})
	r.Method, r.Formulation, r.Scope, r.EndedBy = "ilp", "step", optgap.ScopeGrid, optgap.EndedFinished
	r.TimeScale, r.Horizon = scale, "safe"
	r.GridObjective, _ = worth(s, onGrid)
	r.GridBound = r.GridObjective
	zero := 0.0
	nodes := int64(5)
	r.MIPRelGap, r.MIPAbsGap, r.Nodes = &zero, &zero, &nodes
	return r
}

// searched is gridResult by a search in place of a program.
func searched(s *optgap.Step, scale int64) record.Result {
	r := gridResult(s, scale)
	r.Method, r.Formulation, r.MIPRelGap, r.MIPAbsGap = "exact", "", nil, nil
	return r
}

// limitResult has no schedule of its own.
func limitResult(s *optgap.Step) record.Result {
	r := result(s, optgap.StatusLimit, nil, map[optgap.BoundName]int64{"minsum": least(s)})
	r.Method = "ilp"
	return r
}

// errorResult has nothing.
func errorResult(s *optgap.Step) record.Result {
	full := limitResult(s)
	return record.Result{Format: full.Format, Trace: full.Trace, Index: full.Index, Now: full.Now, Jobs: full.Jobs,
		AccumulatedRunTime: full.AccumulatedRunTime, Method: "ilp", Status: optgap.StatusError, Error: "no memory"}
}

// listedResult is secondResult with other policies and their starts. SJF is still the best. The history
// of the sample dips, so easy is left out.
func listedResult(s *optgap.Step) record.Result {
	r := secondResult(s)
	r.PolicyList = []string{"SJF", "mine", "easy", "conservative"}
	r.PoliciesLeftOut = map[string]string{"easy": "a dip"}
	r.Policies = map[string]record.Policy{}
	for _, name := range []string{"SJF", "mine", "conservative"} {
		scheduler := map[string]string{"SJF": "sjf", "mine": "wspt"}[name] // mine: by another program
		plan := must.Get(schedulers.Schedule(s, cmp.Or(scheduler, name)))
		r.Policies[name] = record.PolicyOf(s, plan)
	}
	r.Derive(s, nil)
	return r
}
