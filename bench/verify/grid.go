package verify

import (
	"cmp"
	"math"
	"math/big"
	"strconv"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// boundRounding is added to the gap of a program that was solved up to a gap: its bound
// was rounded down to an integer.
const boundRounding = 1

// grid checks the values of the time-scaled problem.
func (j *judge) grid() {
	hasBound, hasObjective := j.GridBound != 0, j.GridObjective != 0
	j.program(hasBound || hasObjective)
	if j.class == standIn {
		j.equal("grid_objective", j.GridObjective, 0, "as there is no schedule of the method's own")
	}
	if j.class == own && len(j.facts.step.Jobs) > 0 && (j.TimeScale > 0 || j.Scope == optgap.ScopeGrid) {
		j.hold(hasObjective, "grid_objective", "none", "one, as the schedule is that of a time-scaled problem")
		j.hold(hasBound, "grid_bound", "none", "one, as the schedule is that of a time-scaled problem")
	}
	if hasObjective {
		j.gridObjective()
	}
	if hasBound && hasObjective {
		j.gridBound()
	}
	if j.TimeScale > 0 && (hasBound || hasObjective) {
		j.gridPlans()
		j.gridOptimum()
	}
}

// program checks which fields are there and which are not: those of a time-scaled problem
// and those of an integer program. values tells that there are values on the grid.
func (j *judge) program(values bool) {
	named := j.Formulation != ""
	if values || j.Scope == optgap.ScopeGrid || named && j.class == own {
		j.hold(j.TimeScale != 0, "time_scale", "0", "at least 1, as there is a time-scaled problem")
	}
	if j.TimeScale > 0 {
		j.hold(values || j.Horizon != "", "time_scale", j.TimeScale, "none, as there is no time-scaled problem")
		j.hold(j.class != own || j.Scope != "", "scope", j.Scope, "grid or second, as there is a time-scaled problem")
	}
	if j.TimeScale > 1 && j.Status == optgap.StatusFeasible && j.Scope == optgap.ScopeSecond {
		j.hold(false, "scope", j.Scope, "grid, as the time-scaled problem is not at one second")
	}
	j.hold(j.Horizon == "" || j.Horizon == safe || j.Horizon == "policies", "horizon", j.Horizon, "safe or policies")
	known := !named || j.Formulation == "step" || j.Formulation == "pulse"
	j.hold(known, "formulation", j.Formulation, "step or pulse")
	if !named {
		j.hold(j.MIPRelGap == nil, "mip_rel_gap", text(j.MIPRelGap), "none, as there is no program")
		j.hold(j.MIPAbsGap == nil, "mip_abs_gap", text(j.MIPAbsGap), "none, as there is no program")
	}
}

// safe is the horizon that keeps an optimum of the grid.
const safe = "safe"

// gridObjective checks the objective on the grid, which is there.
func (j *judge) gridObjective() {
	if j.class == own && j.objective != nil {
		j.hold(*j.objective <= j.GridObjective, "grid_objective", j.GridObjective,
			"at least the objective %d, as compaction never starts a job later", *j.objective)
	}
	if j.TimeScale > 0 {
		least := j.facts.least()
		j.hold(j.GridObjective >= least && (j.GridObjective-least)%j.TimeScale == 0, "grid_objective", j.GridObjective,
			"%d plus a multiple of time_scale %d, as jobs start with slots", least, j.TimeScale)
	}
}

// gridBound checks the bound on the grid against the objective on the grid. Both are
// there.
func (j *judge) gridBound() {
	if !j.hold(j.GridBound <= j.GridObjective, "grid_bound", j.GridBound, "at most grid_objective %d", j.GridObjective) {
		return
	}
	if j.Scope == optgap.ScopeGrid && j.Status == optgap.StatusFeasible {
		ended := j.EndedBy == optgap.EndedFinished && !j.unprovable()
		proven := j.GridBound == j.GridObjective || ended
		j.hold(!proven, "status", j.Status, "optimal, as grid_bound meets grid_objective or the solver finished")
	}
	if j.Status != optgap.StatusOptimal || j.Scope != optgap.ScopeGrid {
		return
	}
	gap := integer(j.GridObjective - j.GridBound)
	allowed := j.allowedGap()
	j.hold(new(big.Rat).SetInt(gap).Cmp(allowed) <= 0, "grid_bound", j.GridBound,
		"at least grid_objective %d less the gap, as the status is optimal on the grid", j.GridObjective)
}

// unprovable tells that HiGHS may end without a proof, as weights or widths are too large for its tolerances.
func (j *judge) unprovable() bool {
	const mostObjective, mostWidths = 1 << 40, 500_000 // with which the end of HiGHS is a proof
	sum, unit := new(big.Int), new(big.Int)
	for _, job := range j.facts.step.Jobs {
		sum.Add(sum, integer(job.Width))
		unit.GCD(nil, nil, unit, integer(job.Width))
	}
	tooFine := hasWeights(&j.facts.step) && j.GridObjective > mostObjective
	tooWide := sum.Cmp(unit.Mul(unit, integer(mostWidths))) >= 0
	return j.Formulation != "" && (tooFine || tooWide)
}

// allowedGap returns the largest difference of grid_objective and grid_bound for which
// the status may be optimal: 0 unless the program was solved up to a gap.
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

// slots returns the slots of the time-scaled problem. ok tells that there are slots, and
// that jobs can be planned in them.
func (j *judge) slots() (in slotted, ok bool) {
	step := &j.facts.step
	if j.TimeScale < 1 || len(step.Jobs) == 0 || !worst(step, j.TimeScale).IsInt64() {
		return in, false
	}
	in.scale = j.TimeScale
	if j.Horizon == "policies" {
		in.end = j.facts.policiesOn(j.TimeScale).makespan
	}
	return in, in.end > 0 || j.Horizon == safe
}

// gridPlans holds the values on the grid against plans on the grid: each job by itself,
// the plans of the policies, and the plan of the result's own order where the horizon
// does not cut it off.
func (j *judge) gridPlans() {
	step := &j.facts.step
	if !worst(step, j.TimeScale).IsInt64() {
		return
	}
	least := alone(step, j.TimeScale)
	j.weakGrid = j.GridBound < least
	if j.GridObjective != 0 {
		j.hold(j.GridObjective >= least, "grid_objective", j.GridObjective,
			"at least %d, every job at its earliest slot of %d s", least, j.TimeScale)
	}
	in, ok := j.slots()
	if !ok {
		return
	}
	best := j.facts.policiesOn(in.scale).objective
	if in.end == 0 {
		_, own := plan(step, j.byStart(), in.scale)
		best = min(best, own.objective)
	}
	j.hold(j.GridBound <= best, "grid_bound", j.GridBound,
		"at most %d, the objective of a plan in slots of %d s", best, in.scale)
}

// byStart returns the positions of the step's jobs in the order of their starts. Jobs
// without a start are last.
func (j *judge) byStart() []int {
	at := make(map[int64]int64, len(j.Starts))
	for _, s := range j.Starts {
		at[s.ID] = s.Start
	}
	start := func(job optgap.Job) int64 {
		if s, ok := at[job.ID]; ok {
			return s
		}
		return math.MaxInt64
	}
	return ordered(&j.facts.step, func(a, b optgap.Job) int {
		return cmp.Or(cmp.Compare(start(a), start(b)), cmp.Compare(a.ID, b.ID))
	})
}

// gridOptimum holds the values on the grid of a small step against the grid's optimum.
func (j *judge) gridOptimum() {
	in, ok := j.slots()
	if !ok {
		in = slotted{scale: j.TimeScale}
	}
	best := j.facts.optimumIn(in, j.options)
	if best == nil {
		return
	}
	if j.GridObjective != 0 {
		j.hold(j.GridObjective >= *best, "grid_objective", j.GridObjective, "at least the grid's optimum %d", *best)
	}
	if !ok {
		return
	}
	j.enumerated = j.hold(j.GridBound <= *best, "grid_bound", j.GridBound, "at most the grid's optimum %d", *best)
	if j.Status == optgap.StatusOptimal && j.Scope == optgap.ScopeGrid && j.allowedGap().Sign() == 0 {
		j.hold(j.GridObjective == *best, "grid_objective", j.GridObjective,
			"the grid's optimum %d, as the status is optimal on the grid", *best)
	}
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

// text writes a number; nil: "".
func text(v *float64) string {
	if v == nil {
		return ""
	}
	return strconv.FormatFloat(*v, 'g', -1, 64)
}
