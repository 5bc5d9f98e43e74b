package library

import (
	"context"

	"github.com/optgap/optgap"
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
	result := func(e *Entry) (record.Result, error) {
		done()
		return *e.Result, ctx.Err()
	}
	step := func(e *Entry) (optgap.Step, error) { return *e.Step, nil }
	found, err := verify.Results(
		harness.Map(harness.Each(entries), result),
		harness.Map(harness.Each(entries), step),
		verify.Options{OptimumJobs: EnumeratedJobs},
	)
	for i := range found.Faults {
		f := &found.Faults[i]
		f.File = entries[f.Line-1].Set.Results()
		f.Line = 0
	}
	return found, err
}
