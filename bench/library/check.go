package library

import (
	"context"
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/library/listing"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/bench/verify"
)

// EnumeratedJobs is the largest number of jobs of steps whose optimum Check finds by enumeration.
const EnumeratedJobs = 8

// Checked says what a check has found.
type Checked struct {
	Wrong  []error // each names a field, what was found and what is expected
	Checks int     // single comparisons
	Bounds verify.Tally
}

// Check verifies the schedule, the bounds and the policies by package verify, without a solver. Steps of up to
// EnumeratedJobs jobs are enumerated.
func (k *Known) Check(ctx context.Context, step *optgap.Step) (found Checked, err error) {
	if err := k.CheckFor(len(step.Jobs)); err != nil {
		return Checked{Wrong: []error{err}}, nil
	}
	r := k.Result(ctx, step)
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
	found.Checks, found.Bounds = report.Checks, report.Bounds
	return found, ctx.Err()
}

// How says what the largest bound rests on: certificate, recomputed, search, solver or claimed, or
// listing.ProofEnumeration where the step is small enough for Check.
func (k *Known) How() record.Proof {
	proof := k.Bound().Proof
	if len(k.Starts) <= EnumeratedJobs && proof != record.ProofCertificate && proof != record.ProofRecomputed {
		return listing.ProofEnumeration
	}
	return proof
}

// Add adds the counts of another check.
func (c *Checked) Add(other Checked) {
	c.Checks += other.Checks
	c.Bounds.Merge(other.Bounds)
}
