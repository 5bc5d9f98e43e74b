package ilp

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/timescale"
)

// situation is a step with its grid and the best schedule known on it.
type situation struct {
	step      *optgap.Step
	scaled    *optgap.Step // timescale.Restrict of step
	scale     int64
	horizon   timescale.Slot  // 0: the safe one
	incumbent optgap.Schedule // on the grid
}

// firstScale returns the scale of the options, or that of Eq. 6.
func firstScale(step *optgap.Step, o Options) int64 {
	if o.Scale > 0 {
		return o.Scale
	}
	var tuner heuristics.Tuner
	makespan := int64(0)
	for _, plan := range tuner.Plans(step, heuristics.DynP()) {
		makespan = max(makespan, plan.Makespan(step))
	}
	return o.Rule.Scale(makespan, step.AccumulatedRunTime())
}

// survey chooses the grid and plans on it: the policies, then a search over
// placement orders from the best of them.
func survey(step *optgap.Step, o Options) *situation {
	s := &situation{step: step, scale: firstScale(step, o)}
	var tuner heuristics.Tuner
	s.scaled = timescale.Restrict(step, s.scale)
	plans := tuner.Plans(s.scaled, heuristics.DynP())
	best := plans[0]
	for _, plan := range plans {
		if plan.Objective(step) < best.Objective(step) {
			best = plan
		}
		if o.Horizon == HorizonPolicies {
			s.horizon = max(s.horizon, timescale.Ceil(plan.Makespan(s.scaled), s.scale))
		}
	}
	s.incumbent = append(optgap.Schedule(nil), best...)
	if evaluations := o.evaluations(len(step.Jobs)); evaluations > 0 && o.Horizon == HorizonSafe {
		s.incumbent, _ = heuristics.Search(s.scaled, best, heuristics.SearchOptions{Evaluations: evaluations, Seed: o.Seed})
	}
	return s
}

// follow takes the order of a schedule at one second, planned on the grid, where
// it is better than what is known.
func (s *situation) follow(schedule optgap.Schedule) {
	if plan := timescale.Compact(s.scaled, schedule); plan.Objective(s.step) < s.incumbent.Objective(s.step) {
		s.incumbent = plan
	}
}

// evaluations bounds the search to some hundredths of a second.
func (o Options) evaluations(jobs int) int {
	switch {
	case o.Evaluations != 0:
		return o.Evaluations
	case o.Plain:
		return -1
	}
	return max(100, min(2000, 200_000/max(jobs, 1)))
}
