package bench

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/ilp"
	"github.com/optgap/optgap/ilp/bound"
	"github.com/optgap/optgap/ilp/exact"
)

// Methods of Options.
const (
	ILP      = "ilp"      // the time-indexed program
	Exact    = "exact"    // the search for the one-second optimum
	Policies = "policies" // the best dynP policy's plan
)

// Methods returns the names of all methods, in the order in which a step's
// results stand.
func Methods() []string { return []string{Policies, ILP, Exact} }

// Options say how a step is solved and bounded.
type Options struct {
	Method   string // one of Methods; "": ILP
	ILP      ilp.Options
	Bracket  bool // ILP encloses the one-second optimum: ilp.Bracket in place of ilp.Solve
	Exact    exact.Options
	NoBounds bool // leave the lower bounds out
	Bounds   bound.Options
	// NoCertificates leaves out what bounds can be checked again with: some
	// kilobytes for each result.
	NoCertificates bool
}

// Validate refuses values out of their range.
func (o Options) Validate() error {
	if o.Method != "" && !slices.Contains(Methods(), o.Method) {
		return &optgap.FieldError{Field: "method", Found: fmt.Sprintf("%q", o.Method), Expected: fmt.Sprintf("one of %v", Methods())}
	}
	if err := o.ILP.Validate(); err != nil {
		return err
	}
	if math.IsInf(o.ILP.RelGap, 1) || math.IsInf(o.ILP.AbsGap, 1) {
		return &optgap.FieldError{Field: "gap", Found: fmt.Sprintf("%g and %g", o.ILP.RelGap, o.ILP.AbsGap), Expected: "finite numbers, as results record them"}
	}
	if o.Bracket && o.ILP.Horizon == ilp.HorizonPolicies {
		return &optgap.FieldError{Field: "horizon", Found: string(o.ILP.Horizon), Expected: "safe, as a bracket is about the one-second problem"}
	}
	if err := o.Exact.Validate(); err != nil {
		return err
	}
	return o.Bounds.Validate()
}

// SolveFunc solves one step. What goes wrong is in the result.
type SolveFunc func(ctx context.Context, step *optgap.Step) record.Result

// Measure solves a valid step and returns the result with everything that is
// derived from it. A failure is a result with status error.
func Measure(ctx context.Context, step *optgap.Step, o Options) record.Result {
	r := record.Result{
		Format: record.ResultFormat, Trace: step.Trace, Index: step.Index, Now: step.Now,
		Jobs: len(step.Jobs), AccumulatedRunTime: step.AccumulatedRunTime(), Method: o.Method,
	}
	if r.Method == "" {
		r.Method = ILP
	}
	if len(step.Jobs) == 0 {
		r.Status, r.Error = optgap.StatusError, "the step has no waiting jobs"
		return r
	}
	plans := planPolicies(step, &r)
	schedule, err := solve(ctx, step, o, plans, &r)
	if err != nil {
		r.Status, r.EndedBy, r.Error = optgap.StatusError, "", err.Error()
	}
	if !o.NoBounds && ctx.Err() == nil {
		addBounds(ctx, step, o.Bounds, schedule, &r)
	}
	for _, v := range r.Bounds {
		r.Bound = max(r.Bound, v)
	}
	if o.NoCertificates {
		r.Certificates = nil
	}
	r.Proofs = proofs(&r)
	if r.Status != optgap.StatusError {
		compare(step, schedule, &r)
	}
	return r
}

// planPolicies fills in the policies and returns their plans by name.
func planPolicies(step *optgap.Step, r *record.Result) map[string]optgap.Schedule {
	r.Policies = make(map[string]record.Policy)
	plans := make(map[string]optgap.Schedule)
	best := int64(0)
	for _, policy := range heuristics.DynP() {
		plan, seconds := timedPlan(step, policy)
		m := optgap.Measure(step, plan)
		r.Policies[policy.Name] = record.Policy{
			Objective: m.Objective, ARTwW: m.ARTwW, SLDwA: m.SLDwA, Makespan: m.Makespan, PlanSeconds: seconds,
		}
		r.Makespan = max(r.Makespan, m.Makespan)
		if r.BestPolicy == "" || m.Objective < best {
			r.BestPolicy, best = policy.Name, m.Objective
		}
		plans[policy.Name] = plan
	}
	return plans
}

// timedPlan plans a few times and returns the least wall time: a plan takes
// microseconds, so that a single one mostly measures what preceded it.
func timedPlan(step *optgap.Step, policy heuristics.Policy) (optgap.Schedule, float64) {
	var planner heuristics.Planner
	plan := make(optgap.Schedule, len(step.Jobs))
	least := time.Duration(0)
	for i := range 3 {
		begin := time.Now()
		planner.Plan(step, policy, plan)
		if d := time.Since(begin); i == 0 || d < least {
			least = d
		}
	}
	return plan, least.Seconds()
}

// solve runs the method. It returns the schedule that the result reports: the
// method's own, or the best policy's where it has none.
func solve(ctx context.Context, step *optgap.Step, o Options, plans map[string]optgap.Schedule, r *record.Result) (optgap.Schedule, error) {
	best := plans[r.BestPolicy]
	if r.Method == Policies {
		r.Status, r.EndedBy = optgap.StatusFeasible, optgap.EndedFinished
		for _, p := range r.Policies {
			r.SolveSeconds += p.PlanSeconds
		}
		return best, nil
	}
	if r.Method == Exact {
		return solveExact(ctx, step, o.Exact, best, r)
	}
	if o.Bracket {
		return solveBracket(ctx, step, o.ILP, best, r)
	}
	sol, err := ilp.Solve(ctx, step, o.ILP)
	if err != nil {
		return best, err
	}
	fillProgram(o.ILP, sol, r)
	if sol.Schedule == nil {
		return best, nil
	}
	r.Scope = optgap.ScopeGrid
	if sol.Scale == 1 && r.Horizon == string(ilp.HorizonSafe) { // the program is the one-second problem
		r.Bounds = map[string]int64{"ilp": sol.GridBound}
		if sol.Status != optgap.StatusOptimal || sol.GridBound == sol.GridObjective { // else: optimal up to the gaps
			r.Scope = optgap.ScopeSecond
		}
	}
	return sol.Schedule, nil
}

// fillProgram fills in what is known of the program.
func fillProgram(o ilp.Options, sol *ilp.Solution, r *record.Result) {
	r.Formulation, r.Horizon = orDefault(string(o.Formulation), string(ilp.FormulationStep)), orDefault(string(o.Horizon), string(ilp.HorizonSafe))
	r.Status, r.EndedBy, r.TimeScale = sol.Status, sol.EndedBy, sol.Scale
	if sol.Schedule != nil {
		r.GridObjective, r.GridBound = sol.GridObjective, sol.GridBound
	}
	r.SolveSeconds = sol.Seconds
	r.Columns, r.Rows, r.Nonzeros = sol.Columns, sol.Rows, sol.Nonzeros
	if sol.Columns > 0 {
		r.Nodes = &sol.Nodes
	}
	r.MIPRelGap, r.MIPAbsGap, r.Seed = &o.RelGap, &o.AbsGap, o.Seed
}

// solveExact runs the search, whose bound joins the others.
func solveExact(ctx context.Context, step *optgap.Step, o exact.Options, best optgap.Schedule, r *record.Result) (optgap.Schedule, error) {
	sol, err := exact.Solve(ctx, step, o)
	if err != nil {
		return best, err
	}
	r.Status, r.EndedBy, r.Scope = sol.Status, sol.EndedBy, optgap.ScopeSecond
	r.Bounds = map[string]int64{Exact: sol.Bound, Lagrange: sol.Root}
	if c := sol.Certificate; c != nil {
		certify(r, Lagrange, searchCertificate(step, c, sol.Root))
	}
	r.SolveSeconds, r.Nodes, r.Seed = sol.Seconds, &sol.Nodes, o.Seed
	return sol.Schedule, nil
}

func orDefault(value, fallback string) string {
	if value == "" {
		return fallback
	}
	return value
}

// addBounds adds the lower bounds of package bound to those that the method
// proved.
func addBounds(ctx context.Context, step *optgap.Step, o bound.Options, schedule optgap.Schedule, r *record.Result) {
	if o.Cutoff == 0 {
		o.Cutoff = min(schedule.Objective(step), r.Policies[r.BestPolicy].Objective)
	}
	values, warnings := bound.All(ctx, step, o)
	r.Warnings = append(r.Warnings, warnings...)
	if r.Bounds == nil {
		r.Bounds = make(map[string]int64)
	}
	for name, v := range values {
		r.Bounds[string(name)] = v.Bound
		if v.Certificate != nil {
			certify(r, string(name), boundCertificate(v.Certificate))
		}
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
