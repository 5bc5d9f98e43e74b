package verify

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// judge checks one result.
type judge struct {
	*record.Result
	ledger
	facts   *facts
	options Options

	enumerated bool // enumeration confirms the bound of the grid
	weakGrid   bool // the bound of the grid is below that of each job by itself

	class     class   // whose schedule the result has
	starts    []int64 // in the order of the step, nil if there is no whole schedule
	objective *int64  // of the starts, or else as it is stored, nil if there is no schedule

	unplanned bool          // the result failed before the policies planned
	planned   record.Result // the policies, made again where they can be, and the best one
}

// all makes all checks. Later ones need what earlier ones find.
func (j *judge) all() {
	j.identity()
	j.outcome()
	j.policies()
	j.schedule()
	j.proofs()
	j.grid()
	j.derivations()
	j.claimedBound()
	contests := []contest{j.atSecond()}
	if j.GridBound != 0 || j.GridObjective != 0 {
		contests = append(contests, j.onGrid())
	}
	j.contend(contests...)
	if j.sound() {
		j.report.Assertions = append(j.report.Assertions, j.assertions()...)
	}
	if j.GridBound > 0 {
		j.report.Grids.add(j.gridRests())
		if j.weakGrid {
			j.report.Grids.add(Weaker)
		}
	}
	if len(j.Bounds) > 0 {
		j.largest()
	}
}

// claimedBound checks a bound that is stated beside the proven one.
func (j *judge) claimedBound() {
	if j.Claim == nil {
		return
	}
	j.hold(
		j.Claim.Value > j.Bound && j.Claim.Value <= j.Objective,
		"claim.bound",
		j.Claim.Value,
		"above %d, the bound, and at most %d, the objective",
		j.Bound,
		j.Objective,
	)
}

// atSecond returns the contest of the problem at one second, whose values are those of the policies
// too.
func (j *judge) atSecond() contest {
	c := contest{
		name:      "objective",
		boundName: "bound",
		value:     j.objective,
		bounds:    statedIn("bounds.", j.Bounds),
		optimum:   j.facts.optimum(),
		optimal:   j.Status == optgap.StatusOptimal && j.Scope == optgap.ScopeSecond,
		rivals:    &j.facts.rivals,
	}
	for name, p := range sorted(j.planned.Policies) {
		c.values = append(c.values, stated{"the objective of policy " + name, p.Objective})
	}
	return c
}
