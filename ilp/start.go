package ilp

import (
	"time"

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
	begin     time.Time       // of all work
}

// survey chooses the grid and plans on it by the policies.
func survey(step *optgap.Step, o Options) *situation {
	s := &situation{step: step, begin: time.Now(), scale: o.Grid().ScaleOf(step)}
	var tuner heuristics.Tuner
	s.scaled = timescale.Restrict(step, s.scale)
	s.horizon = o.Grid().HorizonOf(s.scaled, s.scale)
	plans := tuner.Plans(s.scaled, heuristics.DynP())
	best := plans[0]
	for _, plan := range plans {
		if plan.Objective(step) < best.Objective(step) {
			best = plan
		}
	}
	s.incumbent = append(optgap.Schedule(nil), best...)
	s.report(o, Solution{Scale: s.scale, GridBound: s.least()}, s.incumbent)
	return s
}

// soFar returns the status of a schedule with this objective, beside a bound, at the time
// limit.
func soFar(bound, objective int64) (optgap.Status, optgap.EndedBy) {
	if bound == objective {
		return optgap.StatusOptimal, optgap.EndedFinished
	}
	return optgap.StatusFeasible, optgap.EndedTimeLimit
}

// least returns the objective if every job started as early as the history allows on
// the grid, a lower bound.
func (s *situation) least() int64 { return s.scaled.EarliestStarts().Objective(s.step) }

// report calls Options.Report with the known solution and a schedule on the grid. It does
// not report a schedule that is not feasible, such as one that HiGHS accepts within its
// tolerances.
func (s *situation) report(o Options, known Solution, onGrid optgap.Schedule) {
	if o.Report == nil || s.answer(&known, onGrid) != nil {
		return
	}
	known.GridBound = min(known.GridBound, known.GridObjective)
	known.Status, known.EndedBy = soFar(known.GridBound, known.GridObjective)
	known.Seconds = time.Since(s.begin).Seconds()
	o.Report(known)
}
