package verify

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// safe is the horizon that keeps an optimum of the grid.
const safe = "safe"

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

// horizon returns the second by which all jobs have ended in the time-scaled problem; 0: any. known
// tells that there is one that can be planned for.
func (j *judge) horizon() (end int64, known bool) {
	step := &j.facts.step
	possible := len(step.Jobs) > 0 && j.TimeScale > 0 && worst(step, j.TimeScale).IsInt64()
	if possible && j.Horizon == "policies" {
		_, end = j.facts.inSlots(j.TimeScale).papers()
	}
	return end, end > 0 || possible && j.Horizon == safe
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
	if j.TimeScale < 1 || !worst(&j.facts.step, j.TimeScale).IsInt64() {
		return c
	}
	grid := j.facts.inSlots(j.TimeScale)
	least := alone(&grid.step) - grid.excess
	j.weakGrid = j.GridBound < least
	c.limits = append(
		c.limits,
		stated{fmt.Sprintf("every job at its earliest slot of %d s", j.TimeScale), least},
	)
	end, known := j.horizon()
	optimum := grid.optimum(end)
	if !known {
		if optimum != nil {
			c.limits = append(c.limits, stated{"the optimum without a horizon", *optimum})
		}
		return c
	}
	j.enumerated = optimum != nil && j.GridBound <= *optimum
	c.optimum, c.rivals = optimum, grid.rivalsBy(end)
	best, _ := grid.papers()
	if end == 0 {
		best = min(best, value(&grid.step, plan(&grid.step, j.byStart())).Int64()-grid.excess)
	}
	c.values = []stated{
		{fmt.Sprintf("the objective of a plan in slots of %d s", j.TimeScale), best},
	}
	return c
}

// byStart returns the positions of the step's jobs in the order of their starts, or that of the
// step if there is no whole schedule.
func (j *judge) byStart() (order []int) {
	for i := range j.facts.step.Jobs {
		order = append(order, i)
	}
	if j.starts != nil {
		slices.SortStableFunc(
			order,
			func(a, b int) int { return cmp.Compare(j.starts[a], j.starts[b]) },
		)
	}
	return order
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
