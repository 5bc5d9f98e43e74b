package library

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/bench/verifyfolder"
)

// Better says which values an offer has improved.
type Better struct {
	Objective, Bound bool
	Claim            bool // a larger bound was not proven again: it stands beside, see Known.Claim
}

// Improve returns what is known with an offer, and what got better. The offer's schedule is checked,
// and all that has changed is verified. Certificates are made small. A bound that rests on the word of its
// giver is searched for again, for at most the limit (0: it is not). Where the search does not prove it, it
// becomes a claim. An error refuses the whole offer. k itself stays.
func (k *Known) Improve(
	ctx context.Context, step *optgap.Step, o *Offer, limit time.Duration,
) (*Known, Better, error) {
	var better Better
	if o.Minimise != "" && o.Minimise != string(step.Objective()) {
		expected := fmt.Sprintf("%s, which step %d minimises", step.Objective(), step.Index)
		return k, better, optgap.BadField("objective_name", o.Minimise, expected)
	}
	next := *k
	if o.Schedule != nil {
		if err := next.schedule(step, o, &better); err != nil {
			return k, better, err
		}
	}
	var stated Bound // the largest without a proof
	for _, b := range o.Bounds {
		if b.Value < 0 {
			return k, Better{}, optgap.BadField("bounds."+string(b.Name), b.Value, "at least 0")
		}
		if !b.alone() && len(step.Jobs) > EnumeratedJobs {
			if b.Value > stated.Value {
				stated = b
			}
			continue
		}
		if next.keep(b) {
			better.Bound, next.BoundFrom = true, o.Source
		}
	}
	if err := next.searched(ctx, step, stated, o.Source, limit, &better); err != nil {
		return k, Better{}, err
	}
	if !better.Objective && !better.Bound && !better.Claim && sameBounds(k.Bounds, next.Bounds) {
		return k, better, nil
	}
	found, err := next.Check(ctx, step, 0)
	switch {
	case err != nil:
		return k, Better{}, err
	case len(found.Wrong) > 0:
		return k, Better{}, found.Wrong[0]
	}
	return &next, better, nil
}

// searched takes a bound at the word of its giver. What a search proves of it is a bound. The rest is a
// claim. A claim that is not above the largest bound any more goes.
func (k *Known) searched(
	ctx context.Context, step *optgap.Step, b Bound, from Source, limit time.Duration, better *Better,
) error {
	if b.Value > k.Objective {
		expected := fmt.Sprintf("at most %d, the objective of a schedule", k.Objective)
		return optgap.BadField("bounds."+string(b.Name), b.Value, expected)
	}
	if b.Value > k.Bound().Value {
		if limit > 0 {
			if err := k.proven(ctx, step, b, from, limit, better); err != nil {
				return err
			}
		}
		if b.Value > k.Bound().Value && (k.Claim == nil || b.Value > k.Claim.Value) {
			better.Claim, k.Claim = true, &Claim{b.Name, b.Value, from}
		}
	}
	if k.Claim != nil && k.Claim.Value <= k.Bound().Value {
		k.Claim = nil
	}
	return nil
}

// proven searches for a bound, and keeps what that proves.
func (k *Known) proven(
	ctx context.Context, step *optgap.Step, b Bound, from Source, limit time.Duration, better *Better,
) error {
	claim := verify.Claim{Step: step, Bound: b.Value, Objective: k.Objective}
	answers, err := verifyfolder.Search(ctx, []verify.Claim{claim}, verifyfolder.SearchOptions{TimeLimit: limit})
	if err != nil {
		return err
	}
	if a := answers[0]; a.Verdict == verifyfolder.Contradicted {
		f := a.Fault()
		return optgap.BadField(f.Field, f.Found, f.Expected)
	}
	found := Bound{Name: optgap.BoundName(method.Exact.Name), Value: answers[0].Bound, Proof: record.ProofSearch}
	if k.keep(found) {
		better.Bound, k.BoundFrom = true, from
	}
	return nil
}

// schedule takes the schedule of an offer where it is better.
func (k *Known) schedule(step *optgap.Step, o *Offer, better *Better) error {
	if name := o.Schedule.Trace; name != "" && name != step.Trace {
		expected := fmt.Sprintf("%q, that of step %d", step.Trace, step.Index)
		return optgap.BadField("trace", fmt.Sprintf("%q", name), expected)
	}
	starts, err := o.Schedule.Of(step)
	if err != nil {
		return err
	}
	if err := starts.Check(step); err != nil {
		return err
	}
	if objective := starts.Objective(step); objective < k.Objective {
		k.Starts, k.Objective, k.ScheduleFrom, better.Objective = starts, objective, o.Source, true
	}
	return nil
}

// sameBounds reports whether two lists have the same values and proofs.
func sameBounds(a, b []Bound) bool {
	return slices.EqualFunc(a, b, func(x, y Bound) bool { return x.Value == y.Value && x.Proof == y.Proof })
}
