package library

import (
	"context"
	"fmt"
	"iter"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/verify"
)

// A Fault is a value of the library that does not hold.
type Fault struct {
	Set   string `json:"set"`
	Index int    `json:"index"`
	// its name in the results, or the place of a line
	Field string `json:"field,omitempty"`
	// what it is, and what it should be
	Found    string `json:"found,omitempty"`
	Expected string `json:"expected"`
}

// Check verifies what is known of entries with steps by package verify, without a solver. Steps of
// up to EnumeratedJobs jobs are enumerated. done is called after each entry.
func Check(
	ctx context.Context, entries []*Entry, done func(),
) (faults []Fault, found verify.Report, err error) {
	found, err = verify.Results(
		results(ctx, entries, done),
		steps(entries),
		verify.Options{OptimumJobs: EnumeratedJobs},
	)
	for _, f := range found.Faults {
		e := entries[f.Line-1]
		faults = append(faults, Fault{e.Set.Name, e.Index, f.Field, f.Found, f.Expected})
	}
	told := map[*Set]bool{}
	for _, e := range entries {
		r := e.Best
		if c := r.Claim; c != nil && (c.Value <= r.Bound || c.Value > r.Objective) {
			expected := fmt.Sprintf(
				"above %d, the bound, and at most %d, the objective",
				r.Bound,
				r.Objective,
			)
			faults = append(
				faults,
				Fault{e.Set.Name, e.Index, "claim.bound", fmt.Sprint(c.Value), expected},
			)
		}
		if told[e.Set] {
			continue
		}
		told[e.Set] = true
		faults = append(faults, e.Set.disorder...)
	}
	return faults, found, err
}

// results yields what is known of entries.
func results(
	ctx context.Context,
	entries []*Entry,
	done func(),
) iter.Seq2[record.Result, error] {
	return func(yield func(record.Result, error) bool) {
		for _, e := range entries {
			if !yield(*e.Best, ctx.Err()) {
				return
			}
			done()
		}
	}
}

// steps yields the steps of entries, each once.
func steps(entries []*Entry) iter.Seq2[optgap.Step, error] {
	return func(yield func(optgap.Step, error) bool) {
		last := (*optgap.Step)(nil)
		for _, e := range entries {
			step := e.Set.steps[e.Best.Index]
			if step != last && !yield(*step, nil) {
				return
			}
			last = step
		}
	}
}
