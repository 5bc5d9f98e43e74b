package verify

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/record"
)

// free are the fields of a result that nothing is held against.
var free = []string{
	"error",
	"bounds_status",
	"nodes",
	"columns",
	"rows",
	"nonzeros",
	"possible_starts",
	"listed_starts",
	"programs",
	"cpu_seconds",
	"wall_seconds",
	"peak_memory_bytes",
	"warnings",
	"schedule_from",
	"bound_from",
	"claim", // its bound is checked by itself
}

// derivations holds the values of the result that follow from others against those that are derived
// anew.
func (j *judge) derivations() {
	free := slices.Clip(free)
	if j.Progress == nil {
		free = append(free, "primal_integral")
	}
	if j.options.Arguments == nil {
		free = append(free, "seed")
	}
	j.again(values(*j.Result), j.derived(), quotients, "as derived again", free...)
}

// values returns a result without what is checked by itself: starts, bounds, certificates and
// derivation.
func values(r record.Result) record.Result {
	r.Starts = nil
	r.Bounds = nil
	r.Certificates = nil
	r.Derivation = nil
	return r
}

// derived returns the values of the result, in which all are made anew that follow from the step,
// from the schedules, from the bounds and from the measured times.
func (j *judge) derived() record.Result {
	r := *j.Result
	step := &j.facts.step
	r.Format = record.ResultFormat
	r.Now = step.Now
	r.Jobs = len(step.Jobs)
	r.AccumulatedRunTime = step.AccumulatedRunTime()
	j.repeat(&r)
	j.deriveGrid(&r)
	r.PolicyList, r.Policies, r.PoliciesLeftOut, r.Proofs = j.askedFor(), nil, nil, j.labels()
	r.PoliciesFailed = nil
	if !j.unplanned {
		r.Policies = maps.Clone(j.planned.Policies)
		r.PoliciesLeftOut = j.planned.PoliciesLeftOut
		r.PoliciesFailed = j.planned.PoliciesFailed
	}
	if j.starts == nil && j.objective != nil { // a fault of the starts has said all
		r.Derive(step, nil)
		return values(r)
	}
	for name, p := range r.Policies {
		p.Power = 0
		p.LossPercent = nil
		r.Policies[name] = p
	}
	r.Objective = 0
	r.ARTwW = 0
	r.SLDwA = 0
	r.ObjectiveValue = 0
	r.ObjectiveValueError = 0
	r.Quality = nil
	r.LossPercent = nil
	r.Power = 0
	r.Gap = nil
	r.RatioToBound = 0
	scope := r.Scope
	r.Derive(step, j.starts)
	r.Scope = scope
	if j.objective != nil {
		r.Objective = *j.objective
	}
	return values(r)
}

// deriveGrid derives which values there are where there is no time-scaled problem, or no program.
func (j *judge) deriveGrid(r *record.Result) {
	if j.class == standIn {
		r.GridObjective = 0
	}
	if j.GridBound == 0 && j.GridObjective == 0 && j.Horizon == "" {
		r.TimeScale = 0
	}
	if j.TimeScale > 1 && j.Status == optgap.StatusFeasible && j.Scope == optgap.ScopeSecond {
		r.Scope = optgap.ScopeGrid
	}
	if j.Formulation == "" {
		r.MIPRelGap = nil
		r.MIPAbsGap = nil
	}
}

// repeat derives what the result repeats of the arguments of its run, where these are known.
func (j *judge) repeat(r *record.Result) {
	arguments := j.options.Arguments
	set := func(field *string, name string) {
		if asked := arguments[name]; *field != "" && asked != "" {
			*field = asked
		}
	}
	set(&r.Horizon, "horizon")
	set(&r.Formulation, "formulation")
	if r.Formulation == "auto" {
		r.Formulation = map[bool]string{true: "pulse", false: "step"}[arguments["statement"] == "literal"]
	}
	if name := string(j.facts.step.Objective()); arguments != nil && r.Minimises() == name {
		r.ObjectiveName = cmp.Or(arguments["objective"], byWidth)
	} else {
		r.ObjectiveName = name
	}
	if r.ObjectiveName == byWidth {
		r.ObjectiveName = ""
	}
	if asked := arguments["gap"]; asked != "" && r.MIPRelGap != nil {
		gap, err := field.ParseDecimal(asked)
		if err != nil {
			gap = -1 // which no result has
		}
		r.MIPRelGap = &gap
	}
	if seed, err := strconv.ParseUint(arguments["seed"], 10, 64); err == nil && r.Seed > 0 {
		r.Seed = seed
	}
	if scale, err := time.ParseDuration(arguments["time-scale"]); err == nil && r.TimeScale > 0 {
		r.TimeScale = int64(scale / time.Second)
	}
}

// labels derives what each bound rests on where nothing proves it: what is known of bounds of its
// name, or the stored label, if it claims no more than a search or a solver.
func (j *judge) labels() record.Proofs {
	if len(j.Proofs) == 0 {
		return nil
	}
	labels := record.Proofs{}
	for name := range j.Bounds {
		labels[name] = j.ProofOf(name, cmp.Or(trustedLabels[name], trusted(j.Proofs[name])))
	}
	return labels
}
