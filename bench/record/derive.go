package record

import (
	"cmp"
	"maps"
	"slices"

	"github.com/optgap/optgap"
)

// PolicyOf returns what a policy's schedule of the step is worth; zero where there is none.
func PolicyOf(step *optgap.Step, s optgap.Schedule) (p Policy) {
	if len(s) > 0 {
		m := optgap.Measure(step, s)
		p = Policy{
			Objective: m.Objective,
			ARTwW:     m.ARTwW,
			SLDwA:     m.SLDwA,
			Makespan:  m.Makespan,
			Starts:    Starts(step, s),
		}
	}
	return p
}

// ProofOf says how a bound of the result can be checked again: by its certificate, by the
// derivation, or as restsOn says; "" counts as claimed.
func (r *Result) ProofOf(name optgap.BoundName, restsOn Proof) Proof {
	bound := r.Bounds[name]
	d := r.Derivation
	switch c, given := r.Certificates[name]; {
	case given && c.Bound >= bound:
		return ProofCertificate
	case restsOn != ProofRecomputed && d != nil && d.Bound >= bound:
		return ProofCertified
	}
	return cmp.Or(restsOn, ProofClaimed)
}

// Derive fills in what follows from the bounds, and from the values of the policies: the largest
// bound, the best policy and the makespan. From a schedule of the step, nil if there is none, and
// from the method, status, seconds and progress follow the averages, quality and loss (Grothklags
// and Streit, Eq. 7), power, gap and primal integral. The schedule is the method's own, or stands
// in for it.
func (r *Result) Derive(step *optgap.Step, schedule optgap.Schedule) {
	r.Bound = slices.Max(append(slices.Collect(maps.Values(r.Bounds)), 0))
	r.BestPolicy = ""
	r.Makespan = 0
	for _, name := range PolicyNames([]Result{*r}) {
		p := r.Policies[name]
		r.Makespan = max(r.Makespan, p.Makespan)
		if best, ok := r.Policies[r.BestPolicy]; !ok || p.Objective < best.Objective {
			r.BestPolicy = name
		}
	}
	if len(schedule) == 0 {
		return
	}
	m := optgap.Measure(step, schedule)
	r.Objective = m.Objective
	r.ARTwW = m.ARTwW
	r.SLDwA = m.SLDwA
	r.Starts = Starts(step, schedule)
	if r.ObjectiveName != "" {
		r.ObjectiveValue, r.ObjectiveValueError = step.ObjectiveValue(m.Objective), step.ObjectiveError()
	}
	if r.Bound > 0 {
		r.Gap = new(float64(m.Objective-r.Bound) / float64(m.Objective))
		r.RatioToBound = float64(m.Objective) / float64(r.Bound)
	}
	if r.Bound == m.Objective && r.EndedBy == optgap.EndedFinished {
		r.Status = optgap.StatusOptimal
		r.Scope = optgap.ScopeSecond
	}
	if r.Status != optgap.StatusOptimal && r.Status != optgap.StatusFeasible {
		return // the schedule is the best policy's
	}
	own := 1.0
	known := m.Objective // the quality of the schedule, and the objective that qualities are against
	if best, ok := r.Policies[r.BestPolicy]; ok {
		quality := float64(m.Objective) / float64(best.Objective)
		if r.Method == Given {
			known = min(known, best.Objective)
			quality = float64(known) / float64(m.Objective)
			own = quality
		}
		// On one step ARTwW and SLDwA are the objective over different constants, unless jobs have
		// weights.
		r.Quality = &Quality{ARTwW: quality, SLDwA: quality}
		r.LossPercent = new((1 - quality) * 100)
	}
	if r.Progress != nil {
		r.PrimalIntegral = PrimalIntegral(r.Progress, r.Objective, r.SolveSeconds)
	}
	if r.SolveSeconds > 0 {
		r.Power = own / r.SolveSeconds
	}
	for name, p := range r.Policies {
		quality := float64(known) / float64(p.Objective)
		if p.PlanSeconds > 0 {
			p.Power = quality / p.PlanSeconds
		}
		if r.Method == Given {
			p.LossPercent = new((1 - quality) * 100)
		}
		r.Policies[name] = p
	}
}
