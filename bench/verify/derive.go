package verify

import (
	"maps"
	"math"
	"strings"

	"github.com/optgap/optgap/bench/record"
)

// ULPs is the largest difference of a stored float from the value that is derived here, in units in the last place.
// A quotient of averages is rounded a few times, each time by at most one unit.
const ULPs = 8

// epsilon is one unit in the last place of 1.
const epsilon = 0x1p-52

// follows says what each derived value is. A name is that of a field of the result or of a policy.
var follows = map[string]string{
	"format":                "the format of results",
	"now":                   "the step's moment",
	"jobs":                  "the jobs of the step",
	"accumulated_run_time":  "the sum of the estimates",
	"objective":             "the sum of weight times response time",
	"objective_name":        "as the step has it",
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
}

// named returns the name in follows of the value at a path.
func named(path string) string {
	if strings.HasPrefix(path, "policies.") {
		return path[strings.LastIndex(path, ".")+1:]
	}
	name, _, _ := strings.Cut(path, ".")
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
	j.report.compare(j.about, found, j.derived(), near, func(path string) string { return follows[named(path)] })
}

// values returns a result without the starts and the proofs, of which nothing is derived.
func values(r record.Result) record.Result {
	r.Starts, r.Bounds, r.Proofs, r.Certificates = nil, nil, nil, nil
	r.Policies = maps.Clone(r.Policies)
	for name, p := range r.Policies {
		p.Starts = nil
		r.Policies[name] = p
	}
	return r
}

// derived returns the values of the result, in which all are made anew that follow from the step, from the schedules,
// from the bounds and from the measured times.
func (j *judge) derived() record.Result {
	r, f := values(*j.Result), j.facts
	r.Format, r.Now, r.Jobs, r.AccumulatedRunTime = record.ResultFormat, f.step.Now, len(f.step.Jobs), f.runTime
	if r.ObjectiveName = objectiveOf(&f.step); r.ObjectiveName == byWidth {
		r.ObjectiveName = ""
	}
	j.deriveSchedule(&r)
	r.Bound, r.Gap, r.RatioToBound = largestOf(j.Bounds), nil, 0
	if r.Bound > 0 && j.objective != nil {
		r.Gap = new(float64(*j.objective-r.Bound) / float64(*j.objective))
		r.RatioToBound = ratio(*j.objective, r.Bound)
	}
	if r.BestPolicy = j.best; j.unplanned {
		r.BestPolicy = ""
	}
	if !j.unplanned || j.Makespan != 0 {
		r.Makespan = j.latest()
	}
	j.deriveComparison(&r)
	return r
}

// deriveSchedule derives the values of the schedule. Where starts are missing, the stored objective is taken as it is.
func (j *judge) deriveSchedule(r *record.Result) {
	step := &j.facts.step
	switch {
	case j.objective == nil:
		r.Objective, r.ARTwW, r.SLDwA, r.ObjectiveValue, r.ObjectiveValueError = 0, 0, 0, 0, 0
	case j.starts != nil:
		r.Objective = *j.objective
		r.ARTwW, r.SLDwA = j.facts.averages(wide(step, j.starts).Int64())
		if r.ObjectiveName != slowdown { // which is checked by itself
			r.ObjectiveValue, r.ObjectiveValueError = 0, 0
		}
		if r.ObjectiveName == plain || r.ObjectiveName == byWeights {
			r.ObjectiveValue = ratio(*j.objective, j.facts.weights)
		}
	case !hasWeights(step):
		r.ARTwW, r.SLDwA = j.facts.averages(r.Objective)
	}
}

// deriveComparison derives quality, loss and power: Eq. 7 and what follows from it. A given schedule is judged as
// policies are, against the best known one. Where the plan of the best policy stands in, these values say nothing and
// may be absent.
func (j *judge) deriveComparison(r *record.Result) {
	given, mine, known := j.Method == record.Given, 1.0, int64(0)
	r.Quality, r.LossPercent = nil, nil
	if j.objective != nil {
		known = *j.objective
	}
	if j.objective != nil && len(j.Policies) > 0 && j.bestValue > 0 {
		quality := ratio(known, j.bestValue)
		if given {
			known = min(known, j.bestValue)
			quality = ratio(known, *j.objective)
			mine = quality
		}
		if j.class != standIn || j.Quality != nil {
			r.Quality = &record.Quality{ARTwW: quality, SLDwA: quality}
		}
		if j.class != standIn || j.LossPercent != nil {
			r.LossPercent = loss(quality)
		}
	}
	r.Power = j.power(r.Power, mine, r.SolveSeconds)
	for name, p := range r.Policies {
		if s := j.plans[name]; s != nil {
			p.Objective, p.Makespan = s.objective, s.makespan
			p.ARTwW, p.SLDwA = j.facts.averages(wide(&j.facts.step, s.starts).Int64())
		} else if !hasWeights(&j.facts.step) {
			p.ARTwW, p.SLDwA = j.facts.averages(p.Objective)
		}
		quality := ratio(known, p.Objective)
		p.Power, p.LossPercent = j.power(p.Power, quality, p.PlanSeconds), nil
		if given && j.class == own {
			p.LossPercent = loss(quality)
		}
		r.Policies[name] = p
	}
}

func loss(quality float64) *float64 { return new((1 - quality) * 100) }

// power returns a quality per second; 0: there is none, or it is absent where there is no schedule of the method's own.
func (j *judge) power(found, quality, spent float64) float64 {
	if found == 0 && j.class != own || !(spent > 0) || math.IsInf(spent, 1) {
		return 0
	}
	return quality / spent
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
