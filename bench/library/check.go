package library

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/bench/simulate/stepplan"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/ilp/bound"
	"github.com/optgap/optgap/ilp/derivation"
)

// EnumeratedJobs is the largest number of jobs of steps whose optimum Check finds by enumeration.
const EnumeratedJobs = 8

// Checked says what a check has found.
type Checked struct {
	Wrong   []error // each names a field, what was found and what is expected
	Checks  int     // single comparisons
	Bounds  verify.Tally
	Proven  int    // lines
	Derived [3]int // those with proofs, as in a report of verify
}

// Check verifies the schedule, the bounds and the policies by package verify, without a solver. Steps of up to
// EnumeratedJobs jobs are enumerated. The optimum is proven again, by a derivation that verify checks, where that takes
// no longer than proofs; 0: it is not.
func (k *Known) Check(ctx context.Context, step *optgap.Step, proofs time.Duration) (found Checked, err error) {
	if err := k.CheckFor(len(step.Jobs)); err != nil {
		return Checked{Wrong: []error{err}}, nil
	}
	var proof *optgap.Derivation
	if proofs > 0 && k.Proven() {
		found.Proven = 1
		within, cancel := context.WithTimeout(ctx, proofs)
		defer cancel()
		proof = derivation.Best(within, step, k.Objective, k.Starts)
	}
	r := k.result(ctx, step, proof)
	if r.Status == optgap.StatusError {
		return Checked{Wrong: []error{fmt.Errorf("%s", r.Error)}}, ctx.Err()
	}
	if r.Objective != k.Objective {
		expected := fmt.Sprintf("%d, that of the starts", r.Objective)
		found.Wrong = append(found.Wrong, optgap.BadField("objective", k.Objective, expected))
	}
	if c := k.Claim; c != nil && (c.Value <= k.Bound().Value || c.Value > k.Objective) {
		expected := fmt.Sprintf("above %d, the bound, and at most %d, the objective", k.Bound().Value, k.Objective)
		found.Wrong = append(found.Wrong, optgap.BadField("claim.bound", c.Value, expected))
	}
	if err := k.samePolicies(&r); err != nil {
		found.Wrong = append(found.Wrong, err)
	}
	results, steps := harness.Each([]record.Result{r}), harness.Each([]optgap.Step{*step})
	report, err := verify.Results(results, steps, verify.Options{OptimumJobs: EnumeratedJobs})
	if err != nil {
		return found, err
	}
	for _, f := range report.Faults {
		found.Wrong = append(found.Wrong, optgap.BadField(f.Field, f.Found, f.Expected))
	}
	found.Checks, found.Bounds, found.Derived = report.Checks, report.Bounds, report.Derived
	return found, ctx.Err()
}

// How says what the largest bound rests on: certificate, recomputed, search, solver or claimed, or
// summary.ProofEnumeration where the step is small enough for Check.
func (k *Known) How() record.Proof {
	proof := k.Bound().Proof
	if len(k.Starts) <= EnumeratedJobs && proof != record.ProofCertificate && proof != record.ProofRecomputed {
		return summary.ProofEnumeration
	}
	return proof
}

// Add adds the counts of another check.
func (c *Checked) Add(other Checked) {
	c.Checks += other.Checks
	c.Bounds.Merge(other.Bounds)
	c.Proven += other.Proven
	for i, n := range other.Derived {
		c.Derived[i] += n
	}
}

// policies are the usual schedulers, by the names of package stepplan. Conservative backfilling plans
// a step as FCFS does.
var policies = []string{"fcfs", "sjf", "ljf", "easy"}

// Begin returns what takes no search: the best plan of the usual schedulers, and the bound fluid.
// A scheduler that cannot respect the history is left out.
func Begin(step *optgap.Step) (*Known, error) {
	k := &Known{Format: KnownFormat, Index: step.Index, Policies: map[string]int64{}}
	for _, name := range policies {
		plan, err := stepplan.Schedule(step, name)
		if _, none := err.(*stepplan.LeftOut); none {
			continue
		}
		if err != nil {
			return nil, err
		}
		objective := plan.Objective(step)
		k.Policies[stepplan.Key(name)] = objective
		if k.Starts == nil || objective < k.Objective {
			k.Starts, k.Objective, k.ScheduleFrom = plan, objective, Source{Method: stepplan.Key(name)}
		}
	}
	k.keep(Bound{Name: optgap.BoundFluid, Value: bound.Fluid(step), Proof: record.ProofRecomputed})
	return k, nil
}

// Result returns what is known as a result, with all that follows from it. Its policies are planned
// again. Its method, time and nodes are those of the largest bound; without a method it is given. It has
// status error where a bound exceeds a schedule.
func (k *Known) Result(ctx context.Context, step *optgap.Step) record.Result {
	return k.result(ctx, step, nil)
}

// result is Result with a proof, which may be nil.
func (k *Known) result(ctx context.Context, step *optgap.Step, proof *optgap.Derivation) record.Result {
	a := &method.Answer{
		Schedule: k.Starts, Status: optgap.StatusFeasible, EndedBy: optgap.EndedFinished, Derivation: proof,
		Seconds: k.BoundFrom.Seconds, Nodes: k.BoundFrom.Nodes,
	}
	for _, b := range k.Bounds {
		a.Bounds = append(a.Bounds, method.Bound{
			Name: b.Name, Value: b.Value, RestsOn: b.Proof, Certificate: b.Certificate,
		})
	}
	o := method.Options{NoBounds: true, Policies: policies}
	r := method.Complete(ctx, method.Method{Name: cmp.Or(k.BoundFrom.Method, record.Given)}, step, a, o)
	for name, p := range r.Policies {
		p.PlanSeconds, p.Power = 0, 0 // they were measured just now
		r.Policies[name] = p
	}
	return r
}

// samePolicies refuses stored objectives that differ from those of a result's policies.
func (k *Known) samePolicies(r *record.Result) error {
	names := slices.Sorted(maps.Keys(r.Policies))
	for _, name := range names {
		if planned := r.Policies[name].Objective; planned != k.Policies[name] {
			return optgap.BadField("policies."+name, fmt.Sprint(k.Policies[name]), fmt.Sprint(planned))
		}
	}
	if len(k.Policies) > len(names) {
		return optgap.BadField("policies", k.Policies, fmt.Sprint(names))
	}
	return nil
}
