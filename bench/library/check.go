package library

import (
	"context"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/bench/verify"
)

// EnumeratedJobs is the largest number of jobs of steps whose optimum Check finds by enumeration.
const EnumeratedJobs = 8

// Check verifies what is known of entries with steps by package verify, without a solver. Steps of
// up to EnumeratedJobs jobs are enumerated. A fault has the file of its set and the index of its
// entry. done is called after each entry.
func Check(ctx context.Context, entries []*Entry, done func()) (verify.Report, error) {
	results := func(yield func(record.Result, error) bool) {
		for _, e := range entries {
			if !yield(*e.Result, ctx.Err()) {
				return
			}
			done()
		}
	}
	steps := lists.Each(entries, func(e *Entry) optgap.Step { return *e.Step })
	found, err := verify.Results(
		results,
		harness.Each(steps),
		verify.Options{OptimumJobs: EnumeratedJobs},
	)
	for i := range found.Faults {
		f := &found.Faults[i]
		f.File = entries[f.Line-1].Set.Results()
		f.Line = 0
	}
	return found, err
}
