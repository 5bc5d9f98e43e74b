package verify

import (
	"maps"
	"math/big"
	"slices"

	"github.com/optgap/optgap"
)

// boundRounding is by how much rounding a bound down to an integer may have
// widened the gap of a program that was solved up to a gap.
const boundRounding = 1

// bounds checks the lower bounds on the one-second problem and what is derived
// from the largest.
func (j *judge) bounds() {
	largest := int64(0)
	for _, name := range slices.Sorted(maps.Keys(j.Bounds)) {
		largest = max(largest, j.Bounds[name])
		j.below("bounds."+string(name), j.Bounds[name])
	}
	j.equal("bound", j.Bound, largest, "the largest of bounds")
	var gap, ratio *big.Rat
	if largest > 0 && j.objective != nil {
		gap = quotient(new(big.Int).Sub(j.objective, integer(largest)), j.objective)
		ratio = quotient(j.objective, integer(largest))
	}
	j.ratio("gap", j.Gap, gap, 1, "(objective - bound) / objective")
	j.ratio("ratio_to_bound", optional(j.RatioToBound), ratio, 0, "objective / bound")
	if j.Status == optgap.StatusOptimal && j.Scope == optgap.ScopeSecond && j.objective != nil {
		j.hold(j.objective.Cmp(integer(largest)) == 0, "bound", largest, "the objective %d, as the status is optimal at one second", j.objective)
		if best := j.facts.optimum; best != nil {
			j.hold(j.objective.Cmp(integer(*best)) == 0, "objective", j.objective, "the optimum %d, as the status is optimal at one second", *best)
		}
	}
}

// others holds the result against those of the same step before it, by other
// methods or runs: no schedule is below a bound.
func (j *judge) others() {
	if s := j.facts.schedule; s.line > 0 {
		j.hold(j.Bound <= s.value, "bound", j.Bound, "at most the objective %d on line %d, of the same step", s.value, s.line)
	}
	if b := j.facts.bound; b.line > 0 && j.objective != nil {
		j.hold(j.objective.Cmp(integer(b.value)) >= 0, "objective", j.objective, "at least the bound %d on line %d, of the same step", b.value, b.line)
	}
}

// below checks a lower bound on the one-second problem against everything that
// is feasible for it.
func (j *judge) below(field string, bound int64) {
	j.hold(bound >= 0, field, bound, "at least 0")
	if j.objective != nil {
		j.hold(integer(bound).Cmp(j.objective) <= 0, field, bound, "at most the objective %d", j.objective)
	}
	for _, name := range j.names() {
		v := j.policyObjective(name)
		j.hold(bound <= v, field, bound, "at most the objective %d of policy %s", v, name)
	}
	if best := j.facts.optimum; best != nil {
		j.hold(bound <= *best, field, bound, "at most the optimum %d", *best)
	}
}

// grid checks the values of the time-scaled program.
func (j *judge) grid() {
	hasBound, hasObjective := j.GridBound != 0, j.GridObjective != 0
	j.hold(j.TimeScale >= 0, "time_scale", j.TimeScale, "at least 1")
	if hasBound || hasObjective || j.Scope == optgap.ScopeGrid || (j.Formulation != "" && j.class == own) {
		j.hold(j.TimeScale != 0, "time_scale", "0", "at least 1, as there is a time-scaled program")
	}
	if j.class == standIn {
		j.equal("grid_objective", j.GridObjective, 0, "as there is no schedule of the method's own")
	}
	if j.Status == optgap.StatusOptimal && j.Scope == optgap.ScopeGrid && len(j.facts.step.Jobs) > 0 {
		j.hold(hasObjective, "grid_objective", "none", "one, as the status is optimal on the grid")
		j.hold(hasBound, "grid_bound", "none", "one, as the status is optimal on the grid")
	}
	j.hold(j.GridBound >= 0, "grid_bound", j.GridBound, "at least 0")
	if hasObjective {
		j.gridObjective()
	}
	if hasBound && hasObjective {
		j.gridBound()
	}
	if j.TimeScale > 0 && (hasBound || hasObjective) {
		j.gridOptimum()
	}
}

func (j *judge) gridObjective() {
	if j.class == own && j.objective != nil {
		j.hold(j.objective.Cmp(integer(j.GridObjective)) <= 0, "grid_objective", j.GridObjective,
			"at least the objective %d, as compaction never starts a job later", j.objective)
	}
	if j.TimeScale > 0 {
		waiting := new(big.Int).Sub(integer(j.GridObjective), j.facts.least())
		rest := new(big.Int).Mod(waiting, integer(j.TimeScale))
		j.hold(waiting.Sign() >= 0 && rest.Sign() == 0, "grid_objective", j.GridObjective,
			"%d plus a multiple of time_scale %d, as jobs start with slots", j.facts.least(), j.TimeScale)
	}
}

func (j *judge) gridBound() {
	if !j.hold(j.GridBound <= j.GridObjective, "grid_bound", j.GridBound, "at most grid_objective %d", j.GridObjective) {
		return
	}
	if j.Status != optgap.StatusOptimal || j.Scope != optgap.ScopeGrid {
		return
	}
	gap := integer(j.GridObjective - j.GridBound)
	allowed := j.allowedGap()
	j.hold(new(big.Rat).SetInt(gap).Cmp(allowed) <= 0, "grid_bound", j.GridBound,
		"at least grid_objective %d less the gap, as the status is optimal on the grid", j.GridObjective)
}

// allowedGap returns by how much grid_bound may fall short of grid_objective
// where the status is optimal: 0 unless the program was solved up to a gap.
func (j *judge) allowedGap() *big.Rat {
	allowed := new(big.Rat)
	if g := j.MIPAbsGap; g != nil && seconds(*g) != nil {
		allowed.SetFloat64(*g)
	}
	if g := j.MIPRelGap; g != nil && seconds(*g) != nil {
		relative := new(big.Rat).SetFloat64(*g)
		relative.Mul(relative, new(big.Rat).SetInt64(j.GridObjective))
		if relative.Cmp(allowed) > 0 {
			allowed = relative
		}
	}
	if allowed.Sign() > 0 {
		allowed.Add(allowed, big.NewRat(boundRounding, 1))
	}
	return allowed
}

// gridOptimum holds a small step's grid values against the grid's optimum.
func (j *judge) gridOptimum() {
	best := j.facts.optimumAt(j.TimeScale, j.options)
	if best == nil {
		return
	}
	if j.GridObjective != 0 {
		j.hold(j.GridObjective >= *best, "grid_objective", j.GridObjective, "at least the grid's optimum %d", *best)
	}
	if j.Horizon != "safe" {
		return
	}
	j.hold(j.GridBound <= *best, "grid_bound", j.GridBound, "at most the grid's optimum %d", *best)
	if j.Status == optgap.StatusOptimal && j.Scope == optgap.ScopeGrid && j.allowedGap().Sign() == 0 {
		j.hold(j.GridObjective == *best, "grid_objective", j.GridObjective, "the grid's optimum %d, as the status is optimal on the grid", *best)
	}
}
