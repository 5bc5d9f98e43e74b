package verify

import (
	"fmt"
	"math/big"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/timescale"
)

// grid checks which values of the time-scaled problem are there, and that its objective is one of
// the grid.
func (j *judge) grid() {
	const due = "one, as the schedule is that of a time-scaled problem"
	hasBound := j.GridBound != 0
	hasObjective := j.GridObjective != 0
	onGrid := hasBound || hasObjective || j.Scope == optgap.ScopeGrid
	if onGrid || j.Formulation != "" && j.class == own {
		j.hold(
			j.TimeScale != 0,
			"time_scale",
			"0",
			"at least 1, as there is a time-scaled problem",
		)
	}
	if j.class == own && len(j.facts.step.Jobs) > 0 && (j.TimeScale > 0 || onGrid) {
		j.hold(hasObjective, "grid_objective", "none", due)
		j.hold(hasBound, "grid_bound", "none", due)
	}
	if j.TimeScale > 0 {
		j.hold(
			j.class != own || j.Scope != "",
			"scope",
			j.Scope,
			"grid or second, as there is a time-scaled problem",
		)
	}
	if hasObjective && j.TimeScale > 0 {
		least := value(&j.facts.step, make([]int64, len(j.facts.step.Jobs))).Int64()
		j.hold((j.GridObjective-least)%j.TimeScale == 0, "grid_objective", j.GridObjective,
			"%d plus a multiple of time_scale %d, as jobs start with slots", least, j.TimeScale)
	}
	if hasBound && hasObjective && j.Scope == optgap.ScopeGrid &&
		j.Status == optgap.StatusFeasible {
		ended := j.EndedBy == optgap.EndedFinished && !j.unprovable()
		j.hold(j.GridBound != j.GridObjective && !ended, "status", j.Status,
			"optimal, as grid_bound meets grid_objective or the solver finished")
	}
}

// unprovable tells that HiGHS may end without a proof, as weights or widths are too large for its
// tolerances.
func (j *judge) unprovable() bool {
	const mostObjective, mostWidths = 1 << 40, 500_000 // with which the end of HiGHS is a proof
	sum := new(big.Int)
	unit := new(big.Int)
	for _, job := range j.facts.step.Jobs {
		sum.Add(sum, integer(job.Width))
		unit.GCD(nil, nil, unit, integer(job.Width))
	}
	tooFine := hasWeights(&j.facts.step) && j.GridObjective > mostObjective
	tooWide := sum.Cmp(unit.Mul(unit, integer(mostWidths))) >= 0
	return j.Formulation != "" && (tooFine || tooWide)
}

// allowedGap returns the largest difference of grid_objective and grid_bound for which the status
// may be optimal: 0 unless the program was solved up to a gap. The bound was then rounded down to
// an integer.
func (j *judge) allowedGap() (gap float64) {
	if j.MIPAbsGap != nil {
		gap = max(gap, *j.MIPAbsGap)
	}
	if j.MIPRelGap != nil {
		gap = max(gap, *j.MIPRelGap*float64(j.GridObjective))
	}
	if gap > 0 {
		gap++
	}
	return gap
}

// scaled returns what is known of the time-scaled problem of the result, nil if there is none
// within int64.
func (j *judge) scaled() *gridFacts {
	if j.TimeScale < 1 {
		return nil
	}
	return j.facts.onGrid(grid.Choice{Scale: j.TimeScale, Horizon: grid.Horizon(j.Horizon)})
}

// onGrid returns the contest of the time-scaled problem. Its values are those of plans in slots: of
// the policies, and in the result's own order where the horizon does not cut it off.
func (j *judge) onGrid() contest {
	c := contest{
		name:      "grid_objective",
		boundName: "grid_bound",
		rivals:    new(rivals),
		gap:       j.allowedGap(),
		optimal:   j.Status == optgap.StatusOptimal && j.Scope == optgap.ScopeGrid,
	}
	if j.GridObjective != 0 {
		c.value = &j.GridObjective
	}
	if j.GridBound != 0 {
		c.bounds = []stated{{"grid_bound", j.GridBound}}
	}
	if j.class == own && j.objective != nil {
		c.limits = []stated{
			{"the objective, as compaction never starts a job later", *j.objective},
		}
	}
	g := j.scaled()
	if g == nil {
		return c
	}
	j.weakGrid = j.GridBound < g.least
	c.limits = append(
		c.limits,
		stated{fmt.Sprintf("every job at its earliest slot of %d s", j.TimeScale), g.least},
	)
	if j.Horizon == "" {
		if g.optimum != nil {
			c.limits = append(c.limits, stated{"the optimum without a horizon", *g.optimum})
		}
		return c
	}
	j.enumerated = g.optimum != nil && j.GridBound <= *g.optimum
	c.optimum = g.optimum
	c.rivals = &g.rivals
	best := g.Known.Objective(g.Step)
	if grid.Horizon(j.Horizon) == grid.HorizonSafe && j.starts != nil {
		best = min(best, timescale.Compact(g.Step, j.starts).Objective(g.Step))
	}
	plan := fmt.Sprintf("the objective of a plan in slots of %d s", j.TimeScale)
	c.values = []stated{{plan, g.Objective(best)}}
	return c
}

// gridRests returns the proof that the bound of the grid rests on; "": there is no bound.
func (j *judge) gridRests() record.Proof {
	switch {
	case j.GridBound == 0:
		return ""
	case j.enumerated:
		return record.ProofRecomputed
	case j.Formulation != "":
		return record.ProofSolver
	}
	return record.ProofSearch
}
