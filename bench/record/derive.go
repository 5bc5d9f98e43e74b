package record

import "github.com/optgap/optgap"

// Derive fills in what follows from a schedule of the step, and from the method, status, seconds, bound and policies
// that the result has: the averages, quality and loss (Grothklags and Streit, Eq. 7), power and gap. The schedule is
// the method's own, or stands in for it.
func (r *Result) Derive(step *optgap.Step, schedule optgap.Schedule) {
	m := optgap.Measure(step, schedule)
	r.Objective, r.ARTwW, r.SLDwA, r.Starts = m.Objective, m.ARTwW, m.SLDwA, Starts(step, schedule)
	if r.ObjectiveName != "" {
		r.ObjectiveValue, r.ObjectiveValueError = step.ObjectiveValue(m.Objective), step.ObjectiveError()
	}
	if r.Bound > 0 {
		r.Gap = new(float64(m.Objective-r.Bound) / float64(m.Objective))
		r.RatioToBound = float64(m.Objective) / float64(r.Bound)
	}
	if r.Bound == m.Objective && r.EndedBy == optgap.EndedFinished {
		r.Status, r.Scope = optgap.StatusOptimal, optgap.ScopeSecond
	}
	if r.Status != optgap.StatusOptimal && r.Status != optgap.StatusFeasible {
		return // the schedule is the best policy's
	}
	own, known := 1.0, m.Objective // the quality of the schedule, and the objective that qualities are against
	if best, ok := r.Policies[r.BestPolicy]; ok {
		quality := float64(m.Objective) / float64(best.Objective)
		if r.Method == Given {
			known = min(known, best.Objective)
			quality = float64(known) / float64(m.Objective)
			own = quality
		}
		// On one step ARTwW and SLDwA are the objective over different constants, unless jobs have weights.
		r.Quality = &Quality{ARTwW: quality, SLDwA: quality}
		r.LossPercent = new((1 - quality) * 100)
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
