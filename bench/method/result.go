package method

import (
	"context"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/ilp/bound"
)

// Solve solves a valid step by the method and returns the result with everything
// that is derived from it. A failure is a result with status error.
func Solve(ctx context.Context, m Method, step *optgap.Step, o Options) record.Result {
	r := newResult(m.Name, step)
	if len(step.Jobs) == 0 {
		r.Status, r.Error = optgap.StatusError, "the step has no waiting jobs"
		return r
	}
	p := newProblem(step)
	a, err := m.Find(ctx, p, o)
	if err != nil {
		a = &Answer{Status: optgap.StatusError}
		r.Error = err.Error()
	}
	if !o.NoBounds && ctx.Err() == nil {
		var warnings []string
		a.Bounds, warnings = withBounds(ctx, p, a, o.Bounds)
		r.Warnings = append(r.Warnings, warnings...)
	}
	if o.NoCertificates {
		for i := range a.Bounds {
			a.Bounds[i].Certificate = nil
		}
	}
	derive(p, a, &r)
	return r
}

// Failure says why there is no answer to a step.
type Failure struct {
	Status  optgap.Status // Limit, Memory, Crashed or Error
	EndedBy optgap.EndedBy
	Err     error   // nil: a limit, which Status tells
	Seconds float64 // that were spent
}

// Unanswered returns the result for a step of at least one job that a method was
// asked about, by its name, without an answer. The best policy's plan stands in,
// unless the failure is an error.
func Unanswered(name string, step *optgap.Step, f Failure) record.Result {
	r := newResult(name, step)
	if f.Err != nil {
		r.Error = f.Err.Error()
	}
	derive(newProblem(step), &Answer{Status: f.Status, EndedBy: f.EndedBy, Seconds: f.Seconds}, &r)
	return r
}

func newResult(name string, step *optgap.Step) record.Result {
	return record.Result{
		Format: record.ResultFormat, Trace: step.Trace, Index: step.Index, Now: step.Now,
		Jobs: len(step.Jobs), AccumulatedRunTime: step.AccumulatedRunTime(), Method: name,
	}
}

// withBounds returns the bounds of the answer and those of package bound.
func withBounds(ctx context.Context, p *Problem, a *Answer, o bound.Options) ([]Bound, []string) {
	best := p.Best().Schedule.Objective(p.Step)
	if o.Cutoff == 0 {
		o.Cutoff = best
		if a.Schedule != nil {
			o.Cutoff = min(best, a.Schedule.Objective(p.Step))
		}
	}
	values, warnings := bound.All(ctx, p.Step, o)
	all := a.Bounds
	for _, name := range optgap.BoundNames() {
		v, ok := values[name]
		if !ok {
			continue
		}
		b := Bound{Name: name, Value: v.Bound, RestsOn: record.ProofSolver}
		if name == optgap.BoundFluid {
			b.RestsOn = record.ProofRecomputed
		}
		if v.Certificate != nil {
			b.Certificate = boundCertificate(v.Certificate)
		}
		all = append(all, b)
	}
	return all, warnings
}

// derive fills in what follows from the policies' plans and the answer.
func derive(p *Problem, a *Answer, r *record.Result) {
	fillPolicies(p, r)
	fillAnswer(a, r)
	fillBounds(a.Bounds, r)
	if r.Status == optgap.StatusError {
		return
	}
	schedule := a.Schedule
	if schedule == nil {
		schedule = p.Best().Schedule
	}
	compare(p.Step, schedule, r)
}

func fillPolicies(p *Problem, r *record.Result) {
	r.Policies, r.BestPolicy = make(map[string]record.Policy), p.Best().Policy
	for _, plan := range p.Plans {
		m := optgap.Measure(p.Step, plan.Schedule)
		r.Policies[plan.Policy] = record.Policy{
			Objective: m.Objective, ARTwW: m.ARTwW, SLDwA: m.SLDwA, Makespan: m.Makespan, PlanSeconds: plan.Seconds,
		}
		r.Makespan = max(r.Makespan, m.Makespan)
	}
}

func fillAnswer(a *Answer, r *record.Result) {
	r.Status, r.EndedBy, r.Scope = a.Status, a.EndedBy, a.Scope
	r.SolveSeconds, r.Nodes, r.Seed, r.Bracket = a.Seconds, a.Nodes, a.Seed, a.Bracket
	if g := a.Grid; g != nil {
		r.TimeScale, r.GridObjective, r.GridBound = g.Scale, g.Objective, g.Bound
	}
	if p := a.Program; p != nil {
		r.Formulation, r.Horizon = p.Formulation, p.Horizon
		r.Columns, r.Rows, r.Nonzeros = p.Columns, p.Rows, p.Nonzeros
		r.MIPRelGap, r.MIPAbsGap = &p.RelGap, &p.AbsGap
	}
}

func fillBounds(bounds []Bound, r *record.Result) {
	if len(bounds) == 0 {
		return
	}
	r.Bounds, r.Proofs = make(map[optgap.BoundName]int64), make(map[optgap.BoundName]record.Proof)
	for _, b := range bounds {
		r.Bounds[b.Name], r.Proofs[b.Name] = b.Value, b.Proof()
		r.Bound = max(r.Bound, b.Value)
		if b.Certificate == nil {
			continue
		}
		if r.Certificates == nil {
			r.Certificates = make(map[optgap.BoundName]record.Certificate)
		}
		r.Certificates[b.Name] = *b.Certificate
	}
}

// compare fills in what follows from the schedule, the policies and the bounds.
func compare(step *optgap.Step, schedule optgap.Schedule, r *record.Result) {
	m := optgap.Measure(step, schedule)
	r.Objective, r.ARTwW, r.SLDwA, r.Starts = m.Objective, m.ARTwW, m.SLDwA, record.Starts(step, schedule)
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
	best := r.Policies[r.BestPolicy]
	quality := float64(m.Objective) / float64(best.Objective)
	// On one step ARTwW and SLDwA are the objective over different constants.
	r.Quality = &record.Quality{ARTwW: quality, SLDwA: quality}
	r.LossPercent = new((1 - quality) * 100)
	if r.SolveSeconds > 0 {
		r.Power = 1 / r.SolveSeconds
	}
	for name, p := range r.Policies {
		if p.PlanSeconds > 0 {
			p.Power = float64(m.Objective) / float64(p.Objective) / p.PlanSeconds
			r.Policies[name] = p
		}
	}
}
