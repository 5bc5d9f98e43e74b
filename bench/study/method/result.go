package method

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/child"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/ilp/bound"
	"github.com/optgap/optgap/ilp/derivation"
)

// Solve solves a step by the method. The result holds everything that can be derived from the
// answer, but no cost, which is the caller's to measure. A failure is a result with status error,
// and so is a step that is not valid or has no job. o.Report is called before the method begins,
// then as Problem.Report says, and then with each bound beside the method's own.
func Solve(ctx context.Context, m Method, step *optgap.Step, o Options) record.Result {
	return Complete(ctx, m, step, nil, o)
}

// find returns the answer of the method. An error, a panic and a wrong answer make an answer with
// status error. The method gets copies: what it changes of the problem and the options changes no
// result.
func find(ctx context.Context, m Method, p *Problem, o Options) *Answer {
	p.begin = time.Now()
	var a *Answer
	o.Policies = slices.Clone(o.Policies)
	err := field.Catch(func() (err error) {
		a, err = m.Find(ctx, p.copied(), o)
		if err != nil {
			return err
		}
		return a.settle(m, p, time.Since(p.begin))
	})
	if err != nil {
		return &Answer{Status: optgap.StatusError, Error: err.Error()}
	}
	return a
}

// Complete returns the result of an answer that the method has given to a step of at least one job
// before, with the bounds beside it that the options ask for. A nil answer is sought; see Solve.
//
// The bounds beside the method and the proof have one time limit together.
func Complete(
	ctx context.Context,
	m Method,
	step *optgap.Step,
	a *Answer,
	o Options,
) record.Result {
	p, err := newProblem(ctx, step, o, a == nil)
	if err != nil { // nobody can plan the step
		r := newResult(m.Name, step)
		r.Status = optgap.StatusError
		r.Error = err.Error()
		return r
	}
	if a == nil {
		a = find(ctx, m, p, o)
	}
	beside := ctx
	cancel := context.CancelFunc(func() {})
	if o.TimeLimit > 0 {
		beside, cancel = context.WithTimeout(ctx, o.TimeLimit)
	}
	defer cancel()
	if !o.NoBounds && ctx.Err() == nil {
		addBounds(beside, p, a, o)
	}
	if o.NoCertificates {
		a.dropCertificates()
	}
	if o.Proofs {
		p.tell(Progress{*a, true})
		a.derive(beside, p)
	}
	return resultOf(m, p, a, o)
}

// Failure is the reason why there is no whole answer to a step, with the progress until then.
type Failure struct {
	child.Failure
	Known Progress // the last one that was reported; zero: none was
}

// Answer returns the answer that remains where the work of a method had to be ended or failed.
// Bounds that were proven before stand. So does a schedule that was found before a limit, and so
// does the final answer of a method whose bounds beside it were ended. Otherwise the best policy's
// plan stands in, unless the failure is an error.
func (f Failure) Answer() *Answer {
	a := f.Known.Answer
	if f.Known.Ended {
		a.BoundsStatus = f.Status
		a.Warnings = append(slices.Clone(a.Warnings), "bounds: "+f.reason())
		return &a
	}
	a.Seconds = f.Seconds
	if a.Schedule != nil && (f.Status == optgap.StatusLimit || f.Status == optgap.StatusMemory) {
		if a.Status != optgap.StatusOptimal {
			a.Status = optgap.StatusFeasible
			a.EndedBy = f.EndedBy
		}
		return &a
	}
	a.Schedule = nil
	a.Scope = ""
	a.Status = f.Status
	a.EndedBy = f.EndedBy
	if a.Grid != nil {
		a.Grid = &Grid{Scale: a.Grid.Scale, Horizon: a.Grid.Horizon, Bound: a.Grid.Bound}
	}
	if f.Err != nil {
		a.Error = f.Err.Error()
	}
	return &a
}

// reason says why bounds are missing.
func (f Failure) reason() string {
	if f.Err != nil {
		return f.Err.Error()
	}
	return fmt.Sprintf("not ended (%s, %s)", f.Status, f.EndedBy)
}

func newResult(name string, step *optgap.Step) record.Result {
	r := record.Result{
		Format: record.ResultFormat, Trace: step.Trace, Index: step.Index, Now: step.Now,
		Jobs: len(step.Jobs), AccumulatedRunTime: step.AccumulatedRunTime(), Method: name,
	}
	if o := step.Objective(); o != optgap.ObjectiveARTwW {
		r.ObjectiveName = string(o)
	}
	return r
}

// addBounds adds the bounds of package bound and the registered ones to those of an answer.
func addBounds(ctx context.Context, p *Problem, a *Answer, options Options) {
	o := options.bounds()
	o.Cutoff = p.leastObjective(a.Schedule)
	tell := func() {
		now := *a
		if options.NoCertificates {
			now.dropCertificates()
		}
		p.tell(Progress{now, true})
	}
	tell()
	o.Found = func(name optgap.BoundName, v bound.Value) {
		a.Bounds = append(a.Bounds, besideBound(name, v))
		tell()
	}
	_, warnings := bound.All(ctx, p.Problem, o)
	a.Warnings = append(a.Warnings, warnings...)
	for _, l := range registeredBounds {
		b, err := l.find(ctx, p.Step, o.Cutoff)
		if err != nil {
			a.Warnings = append(a.Warnings, string(l.Name)+": "+err.Error())
			continue
		}
		a.Bounds = append(a.Bounds, b)
		tell()
	}
}

// BoundBelow gives an answer without any bound the one that needs no search, where bounds are asked
// for: a method that was ended before it began leaves a step that has losses all the same.
func (a *Answer) BoundBelow(step *optgap.Step, m Method, o Options) {
	own := m.Name == Exact.Name && !o.Scaled // these are its own
	if len(a.Bounds) == 0 && (own || !o.NoBounds) {
		a.Bounds = []Bound{besideBound(optgap.BoundFluid, bound.Value{Bound: bound.Fluid(step)})}
	}
}

// derive adds a proof of the largest bound, or of nearly as much.
func (a *Answer) derive(ctx context.Context, p *Problem) {
	largest := int64(0)
	for _, b := range a.Bounds {
		largest = max(largest, b.Value)
	}
	known := a.Schedule
	if known == nil {
		known = p.Best().Schedule
	}
	if largest > 0 {
		a.Derivation = derivation.Best(ctx, p.Step, largest, known)
	}
}

// besideBound returns a bound of package bound with its proof.
func besideBound(name optgap.BoundName, v bound.Value) Bound {
	b := Bound{
		Name:        name,
		Value:       v.Bound,
		RestsOn:     record.ProofSolver,
		Certificate: v.Certificate,
	}
	switch name {
	case optgap.BoundFluid:
		b.RestsOn = record.ProofRecomputed
	case optgap.BoundLP:
		b.RestsOn = record.ProofSearch // of prices
	}
	return b
}

// find returns the bound on a step. known is the objective of a schedule of the step.
func (l LowerBound) find(
	ctx context.Context,
	step *optgap.Step,
	known int64,
) (b Bound, err error) {
	if err := ctx.Err(); err != nil {
		return b, fmt.Errorf("no time is left: %w", err)
	}
	err = field.Catch(func() (err error) {
		b, err = l.Find(ctx, copyOf(step))
		return err
	})
	if err != nil {
		return b, err
	}
	b.Name = l.Name
	b.RestsOn = cmp.Or(b.RestsOn, record.ProofClaimed)
	return b, b.check(known)
}

// dropCertificates leaves out the certificates of all bounds.
func (a *Answer) dropCertificates() {
	a.Bounds = slices.Clone(a.Bounds)
	for i := range a.Bounds {
		a.Bounds[i].Certificate = nil
	}
}

// resultOf returns the result of a method's answer. The result has the time scale of the method
// even where the answer has no schedule.
func resultOf(m Method, p *Problem, a *Answer, o Options) record.Result {
	if a.Grid == nil && a.Schedule == nil {
		if scale := m.TimeScale(p.Problem, o); scale > 0 {
			a.Grid = &Grid{Scale: scale, Horizon: horizon(o.Grid)}
		}
	}
	r := newResult(m.Name, p.Step)
	if err := a.contradiction(p); err != nil {
		a = &Answer{Status: optgap.StatusError, Error: err.Error()}
	}
	if o.Policies != nil {
		r.PolicyList = p.listed
	}
	fillPolicies(p, &r, o.PolicyStarts)
	fillAnswer(a, &r)
	fillBounds(a, &r)
	schedule := a.Schedule
	if schedule == nil && r.Status != optgap.StatusError {
		schedule = p.Best().Schedule
	}
	r.Derive(p.Step, schedule)
	if !o.Progress {
		r.Progress = nil
	}
	return r
}

// contradiction returns the error about a bound above the objective of a schedule that is known, be
// it the answer's own or a policy's. Whoever found the bound: one of both is wrong.
func (a *Answer) contradiction(p *Problem) error {
	known := p.leastObjective(a.Schedule)
	for _, b := range a.Bounds {
		if err := b.check(known); err != nil {
			return err
		}
	}
	return nil
}

// fillPolicies fills in the values of the policies' plans, and their starts where they are asked
// for, or where no policy of that name makes them again.
func fillPolicies(p *Problem, r *record.Result, starts bool) {
	r.PoliciesLeftOut = p.leftOut
	r.PoliciesFailed = p.failed
	names := schedulers.Names()
	for _, plan := range p.Plans {
		policy := record.PolicyOf(p.Step, plan.Schedule)
		again := slices.Contains(names, strings.ToLower(plan.Policy))
		policy.PlanSeconds = plan.Seconds
		if !starts && again {
			policy.Starts = nil
		}
		if r.Policies == nil {
			r.Policies = make(map[string]record.Policy)
		}
		r.Policies[plan.Policy] = policy
	}
}

func fillAnswer(a *Answer, r *record.Result) {
	r.Status = a.Status
	r.EndedBy = a.EndedBy
	r.Scope = a.Scope
	r.SolveSeconds = a.Seconds
	r.Nodes = a.Nodes
	r.Seed = a.Seed
	r.Error = a.Error
	r.Warnings = a.Warnings
	r.BoundsStatus = a.BoundsStatus
	r.Effort = a.Effort
	r.Progress = a.Progress
	if g := a.Grid; g != nil {
		r.TimeScale = g.Scale
		r.Horizon = g.Horizon
		r.GridObjective = g.Objective
		r.GridBound = g.Bound
	}
	if p := a.Program; p != nil {
		r.Formulation = p.Formulation
		r.Columns = p.Columns
		r.Rows = p.Rows
		r.Nonzeros = p.Nonzeros
		r.MIPRelGap = &p.RelGap
		r.MIPAbsGap = new(0.0)
	}
}

func fillBounds(a *Answer, r *record.Result) {
	if len(a.Bounds) == 0 {
		return
	}
	r.Derivation = a.Derivation
	r.Bounds = record.Bounds{}
	r.Proofs = record.Proofs{}
	for _, b := range a.Bounds {
		r.Bounds[b.Name] = b.Value
		if b.Certificate != nil {
			if r.Certificates == nil {
				r.Certificates = record.Certificates{}
			}
			r.Certificates[b.Name] = *b.Certificate
		}
		r.Proofs[b.Name] = r.ProofOf(b.Name, b.RestsOn)
	}
}
