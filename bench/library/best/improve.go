package best

import (
	"context"
	"fmt"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/library/thin"
	"github.com/optgap/optgap/bench/verify"
)

// rule says how small the certificates of the library are. With a thousand numbers, few take more than
// 1.5 kB, compressed.
var rule = thin.Rule{Loss: 0.01, Numbers: 1000}

// Better says which values an offer has improved.
type Better struct {
	Objective, Bound bool
	// Untrusted is the number of bounds that would be larger and rest on a search or a solver alone.
	Untrusted int
}

// Improve returns what is known with an offer, and what got better. The offer's schedule is checked,
// and all that has changed is verified. Certificates are made small. trust takes bounds that rest on a
// search or a solver alone. An error refuses the whole offer. k itself stays.
func (k *Known) Improve(ctx context.Context, step *optgap.Step, o *Offer, trust bool) (*Known, Better, error) {
	var better Better
	if o.Minimise != "" && o.Minimise != string(step.Objective()) {
		expected := fmt.Sprintf("%s, which step %d minimises", step.Objective(), step.Index)
		return k, better, &optgap.FieldError{Field: "objective_name", Found: o.Minimise, Expected: expected}
	}
	next := *k
	if o.Schedule != nil {
		if err := next.schedule(step, o, &better); err != nil {
			return k, better, err
		}
	}
	for _, b := range o.Bounds {
		if !b.alone() && !trust && len(step.Jobs) > EnumeratedJobs {
			if b.Value > next.Bound().Value {
				better.Untrusted++
			}
			continue
		}
		parts, err := next.thinned(step, b)
		if err != nil {
			return k, Better{}, err
		}
		for _, part := range parts {
			if next.keep(part) {
				better.Bound, next.BoundFrom = true, o.Source
			}
		}
	}
	if !better.Objective && !better.Bound && sameBounds(k.Bounds, next.Bounds) {
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

// thinned returns what is kept of a bound. A certificate is made small. Where it proves less then, the
// whole bound stands beside it, with the label of a bound without a certificate: the prices have proven
// it here, and are gone. A step that is enumerated needs no certificate.
func (k *Known) thinned(step *optgap.Step, b Bound) ([]Bound, error) {
	if b.Certificate == nil {
		return []Bound{b}, nil
	}
	if i := slices.IndexFunc(k.Bounds, Bound.alone); i >= 0 && b.Value <= k.Bounds[i].Value {
		return nil, nil
	}
	small, err := rule.Certificate(step, b.Name, b.Certificate, k.Starts)
	if err != nil {
		return nil, err
	}
	whole := Bound{Name: b.Name, Value: b.Value, Proof: verify.RestsOn(b.Name)}
	if small == nil || len(step.Jobs) <= EnumeratedJobs {
		return []Bound{whole}, nil
	}
	b.Value, b.Certificate = small.Bound, small
	if whole.Value <= k.Bound().Value {
		return []Bound{b}, nil
	}
	return []Bound{b, whole}, nil
}

// schedule takes the schedule of an offer where it is better.
func (k *Known) schedule(step *optgap.Step, o *Offer, better *Better) error {
	if name := o.Schedule.Trace; name != "" && name != step.Trace {
		expected := fmt.Sprintf("%q, that of step %d", step.Trace, step.Index)
		return &optgap.FieldError{Field: "trace", Found: fmt.Sprintf("%q", name), Expected: expected}
	}
	if err := o.Schedule.InRange(step); err != nil {
		return err
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

// sameBounds tells whether two lists have the same values and proofs.
func sameBounds(a, b []Bound) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Value != b[i].Value || a[i].Proof != b[i].Proof {
			return false
		}
	}
	return true
}
