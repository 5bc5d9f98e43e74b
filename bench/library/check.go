package library

import (
	"context"
	"iter"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/verify"
)

// Check verifies what is known of entries with steps by package verify, without a solver. Steps of
// up to EnumeratedJobs jobs are enumerated. A fault has the file of its set and the index of its
// entry. done is called after each entry.
func Check(ctx context.Context, entries []*Entry, done func()) (verify.Report, error) {
	results := func(yield func(record.Result, error) bool) {
		for _, e := range entries {
			if !yield(*e.Best, ctx.Err()) {
				return
			}
			done()
		}
	}
	found, err := verify.Results(
		results,
		steps(entries),
		verify.Options{OptimumJobs: EnumeratedJobs},
	)
	for i := range found.Faults {
		f := &found.Faults[i]
		e := entries[f.Line-1]
		f.Line = 0
		f.File = e.Set.Results()
		f.Index = e.Index
	}
	for _, e := range entries {
		c := e.Best.Claim
		if c == nil {
			continue
		}
		about := verify.Fault{File: e.Set.Results(), Index: e.Index, Method: e.Best.Method}
		found.Hold(
			c.Value > e.Best.Bound && c.Value <= e.Best.Objective,
			about,
			"claim.bound",
			c.Value,
			"above %d, the bound, and at most %d, the objective",
			e.Best.Bound,
			e.Best.Objective,
		)
	}
	return found, err
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
