package verify

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// ULPs is the largest difference of a stored float from the value that is derived here, in units in the last place.
// A quotient of averages is rounded a few times, each time by at most one unit.
const ULPs = 8

// epsilon is one unit in the last place of 1.
const epsilon = 0x1p-52

// follows says what each value is that is checked, by its name in the result or in a policy. Values without an entry
// are counted as not checked.
var follows = map[string]string{
	"trace":                 "that of the step",
	"index":                 "that of the step",
	"method":                "one that is known, and of the argument of the run",
	"formulation":           "the argument of the run",
	"horizon":               "the argument of the run",
	"status":                "as the schedule and the bounds have it",
	"ended_by":              "as the status allows",
	"programs_ended":        "at most programs",
	"proven_by":             "a way that is known",
	"grid_bound":            "at most what schedules on the grid have",
	"solve_seconds":         "by which power divides",
	"plan_seconds":          "by which power divides",
	"format":                "the format of results",
	"now":                   "the step's moment",
	"jobs":                  "the jobs of the step",
	"accumulated_run_time":  "the sum of the estimates",
	"objective":             "the sum of weight times response time",
	"objective_name":        "that of the step, and the argument of the run",
	"mip_rel_gap":           "of a program alone, and the argument gap of the run",
	"mip_abs_gap":           "of a program alone",
	"grid_objective":        "of a schedule of the method's own alone",
	"time_scale":            "of a time-scaled problem alone, and the argument of the run",
	"scope":                 "grid where the time-scaled problem is not at one second",
	"policy_list":           "each policy once, as the argument policies of the run",
	"objective_value":       "objective divided by the sum of weights, unless that is artww",
	"objective_value_error": "of a slowdown alone",
	"artww":                 "the sum of width times response time divided by the sum of widths",
	"sldwa":                 "the sum of width times response time divided by the sum of areas",
	"makespan":              "the latest end of a plan",
	"best_policy":           "the first with the smallest objective",
	"bound":                 "the largest of bounds",
	"gap":                   "(objective - bound) / objective",
	"ratio_to_bound":        "objective / bound",
	"quality":               "objective divided by that of the best policy, or what a given schedule loses",
	"loss_percent":          "(1 - quality) * 100",
	"power":                 "quality divided by seconds",
	"policies":              "as the policy and the history have it",
	"starts":                "as the policy and the history have it",
	"policies_left_out":     "as the policy and the history have it",
	"proofs":                "what this bound rests on",
}

// named returns the name in follows of the value at a path.
func named(path string) string {
	names := strings.Split(path, ".")
	name := names[0]
	if len(names) > 2 { // a value of a policy
		name = names[2]
	}
	name, _, _ = strings.Cut(name, "[")
	return name
}

// derivations holds the values of the result that follow from others against those that are derived anew.
func (j *judge) derivations() {
	// Where a value is a difference, the rounding errors of two numbers of this size stay when they cancel.
	units := map[string]float64{"gap": 1, "loss_percent": 100}
	near := func(path string, a, b float64) bool {
		return math.Abs(a-b) <= ULPs*epsilon*max(math.Abs(b), units[named(path)])
	}
	found := values(*j.Result)
	j.measured(found)
	j.report.compare(j.about, found, j.derived(), near, func(path string) string {
		if named(path) == "seed" && j.options.Arguments != nil {
			return "the argument of the run"
		}
		return follows[named(path)]
	})
}

// values returns a result without what is checked by itself: starts, bounds and certificates.
func values(r record.Result) record.Result {
	r.Starts, r.Bounds, r.Certificates = nil, nil, nil
	return r
}

// derived returns the values of the result, in which all are made anew that follow from the step, from the schedules,
// from the bounds and from the measured times.
func (j *judge) derived() record.Result {
	r, f := values(*j.Result), j.facts
	r.Format, r.Now, r.Jobs, r.AccumulatedRunTime = record.ResultFormat, f.step.Now, len(f.step.Jobs), f.runTime
	j.repeat(&r)
	j.deriveGrid(&r)
	j.leaveOut(&r)
	r.PolicyList = j.askedFor()
	r.Proofs = j.labels()
	r.Bound = largestOf(j.Bounds)
	j.derivePolicies(&r)
	if j.starts == nil && j.objective != nil { // a fault of the starts has said all
		return r
	}
	r.Objective, r.ARTwW, r.SLDwA, r.ObjectiveValue, r.ObjectiveValueError = 0, 0, 0, 0, 0
	r.Quality, r.LossPercent, r.Power, r.Gap, r.RatioToBound = nil, nil, 0, nil, 0
	if scope := r.Scope; len(j.starts) > 0 {
		r.Derive(&f.step, j.starts)
		r.Objective, r.Starts, r.Scope = *j.objective, nil, scope
	}
	return r
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
		r.MIPRelGap, r.MIPAbsGap = nil, nil
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
	if set(&r.Formulation, "formulation"); r.Formulation == "auto" {
		r.Formulation = map[bool]string{true: "pulse", false: "step"}[arguments["statement"] == "literal"]
	}
	if name := string(j.facts.step.Objective()); arguments != nil && cmp.Or(r.ObjectiveName, byWidth) == name {
		r.ObjectiveName = cmp.Or(arguments["objective"], byWidth)
	} else {
		r.ObjectiveName = name
	}
	if r.ObjectiveName == byWidth {
		r.ObjectiveName = ""
	}
	if asked := arguments["gap"]; asked != "" && r.MIPRelGap != nil {
		gap, err := strconv.ParseFloat(asked, 64)
		if err != nil {
			gap = math.NaN() // which no result has
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

// leaveOut derives which policies are left out, with the reasons as they are stored.
func (j *judge) leaveOut(r *record.Result) {
	r.PoliciesLeftOut = make(map[string]string)
	maps.Copy(r.PoliciesLeftOut, j.PoliciesLeftOut)
	for _, name := range slices.Concat(j.listed(), slices.Collect(maps.Keys(j.PoliciesLeftOut))) {
		switch again := j.facts.remake(name); {
		case again == nil || j.unplanned:
		case !again.leftOut:
			delete(r.PoliciesLeftOut, name)
		case r.PoliciesLeftOut[name] == "":
			r.PoliciesLeftOut[name] = "a reason"
		}
	}
}

// labels derives what each bound rests on: a certificate where one proves it, else what is known of bounds of its name.
// Of a bound of another program the stored label is kept, if it claims no more than a search or a solver.
func (j *judge) labels() map[optgap.BoundName]record.Proof {
	labels := make(map[optgap.BoundName]record.Proof)
	for name, bound := range j.Bounds {
		if c, given := j.Certificates[name]; given && c.Bound >= bound {
			labels[name] = record.ProofCertificate
		} else {
			labels[name] = cmp.Or(trustedLabels[name], trusted(j.Proofs[name]), record.ProofClaimed)
		}
	}
	if len(j.Proofs) == 0 {
		return nil
	}
	return labels
}

// averages returns the averages that follow from the sum of width times response time.
func (f *facts) averages(wide int64) (artww, sldwa float64) {
	return ratio(wide, f.width), ratio(wide, f.area)
}

// ratio returns a / b; 0 where b is 0.
func ratio(a, b int64) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}
