package verify_test

import (
	"cmp"
	"math"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// trivial plans jobs second by second: the processors left of each second are
// an array, and a job starts at the first multiple of scale from which on every
// second that it occupies, up to the end of its last slot, has enough of them.
func trivial(s *optgap.Step, order []int, scale int64) []int64 {
	end := s.History[len(s.History)-1].Time + scale
	for _, j := range s.Jobs {
		end += j.Estimate + scale
	}
	left := make([]int64, end)
	for t := range left {
		for _, c := range s.History {
			if c.Time <= int64(t) {
				left[t] = c.Free
			}
		}
	}
	starts := make([]int64, len(s.Jobs))
	for _, i := range order {
		j := s.Jobs[i]
		occupied := (j.Estimate + scale - 1) / scale * scale
		t := int64(0)
		for slices.Min(left[t:t+occupied]) < j.Width {
			t += scale
		}
		for u := t; u < t+occupied; u++ {
			left[u] -= j.Width
		}
		starts[i] = t
	}
	return starts
}

func worth(s *optgap.Step, starts []int64) (objective, makespan int64) {
	for i, j := range s.Jobs {
		objective += j.Width * (starts[i] - j.Submit + j.Estimate)
		makespan = max(makespan, starts[i]+j.Estimate)
	}
	return objective, makespan
}

func permutations(n int) [][]int {
	if n == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for _, p := range permutations(n - 1) {
		for at := range n {
			all = append(all, slices.Insert(slices.Clone(p), at, n-1))
		}
	}
	return all
}

// best returns the best plan over all orders.
func best(s *optgap.Step, scale int64) []int64 { return bestBy(s, scale, math.MaxInt64) }

// bestBy returns the best plan whose slots have all ended by a second.
func bestBy(s *optgap.Step, scale, end int64) []int64 {
	var starts []int64
	least := int64(0)
	for _, order := range permutations(len(s.Jobs)) {
		plan := trivial(s, order, scale)
		if lastSlot(s, plan, scale) > end {
			continue
		}
		if v, _ := worth(s, plan); starts == nil || v < least {
			starts, least = plan, v
		}
	}
	return starts
}

func byStart(starts []int64) []int {
	order := make([]int, len(starts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(starts[a], starts[b]) })
	return order
}

// lastSlot returns the second at which the last slot of a plan ends.
func lastSlot(s *optgap.Step, starts []int64, scale int64) (end int64) {
	for i, j := range s.Jobs {
		end = max(end, starts[i]+(j.Estimate+scale-1)/scale*scale)
	}
	return end
}

// policyPlans returns the plans of FCFS, SJF and LJF in slots. They order jobs by slots.
func policyPlans(s *optgap.Step, scale int64) map[string][]int64 {
	plans := make(map[string][]int64)
	for name, sign := range map[string]int64{"FCFS": 0, "SJF": 1, "LJF": -1} {
		order := byStart(make([]int64, len(s.Jobs)))
		slices.SortFunc(order, func(a, b int) int {
			x, y := s.Jobs[a], s.Jobs[b]
			slots := func(j optgap.Job) int64 { return sign * ((j.Estimate + scale - 1) / scale) }
			return slices.Compare([]int64{slots(x), x.Submit, x.ID}, []int64{slots(y), y.Submit, y.ID})
		})
		plans[name] = trivial(s, order, scale)
	}
	return plans
}

// result fills in everything that follows from the step, the status, the starts
// and the bounds.
func result(s *optgap.Step, status optgap.Status, starts []int64, bounds map[optgap.BoundName]int64) record.Result {
	r := record.Result{Format: record.ResultFormat, Trace: s.Trace, Index: s.Index, Now: s.Now, Jobs: len(s.Jobs),
		Method: "test", Status: status, EndedBy: optgap.EndedTimeLimit, SolveSeconds: 1.7, Bounds: bounds,
		Policies: make(map[string]record.Policy)}
	var width, area int64
	for _, j := range s.Jobs {
		r.AccumulatedRunTime += j.Estimate
		width += j.Width
		area += j.Width * j.Estimate
	}
	plans := policyPlans(s, 1)
	lowest := int64(0)
	for _, name := range []string{"FCFS", "SJF", "LJF"} {
		v, end := worth(s, plans[name])
		r.Makespan = max(r.Makespan, end)
		if r.BestPolicy == "" || v < lowest {
			r.BestPolicy, lowest = name, v
		}
		r.Policies[name] = record.Policy{Objective: v, Makespan: end, PlanSeconds: 0.003,
			ARTwW: float64(v) / float64(width), SLDwA: float64(v) / float64(area)}
	}
	if status == optgap.StatusLimit {
		starts = plans[r.BestPolicy]
	}
	r.Objective, _ = worth(s, starts)
	r.ARTwW, r.SLDwA = float64(r.Objective)/float64(width), float64(r.Objective)/float64(area)
	for i, j := range s.Jobs {
		r.Starts = append(r.Starts, record.Start{ID: j.ID, Start: starts[i]})
	}
	p := r.Policies[r.BestPolicy]
	r.Quality = &record.Quality{ARTwW: r.ARTwW / p.ARTwW, SLDwA: r.SLDwA / p.SLDwA}
	loss := (1 - r.Quality.ARTwW) * 100
	r.LossPercent = &loss
	r.Power = 1 / r.SolveSeconds
	for name, p := range r.Policies {
		p.Power = float64(r.Objective) / float64(p.Objective) / p.PlanSeconds
		r.Policies[name] = p
	}
	for _, b := range bounds {
		r.Bound = max(r.Bound, b)
	}
	if r.Bound > 0 {
		gap := 1 - float64(r.Bound)/float64(r.Objective) // not how verify does it
		r.Gap = &gap
		r.RatioToBound = float64(r.Objective) / float64(r.Bound)
	}
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
