package method

import (
	"context"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// Given returns the result of a schedule that another program has found for the step, with the
// lower bounds that the options ask for. A schedule that does not fit the step makes a result with
// status error.
func Given(ctx context.Context, step *optgap.Step, found *record.Schedule, o Options) record.Result {
	a := &Answer{Status: optgap.StatusFeasible, EndedBy: optgap.EndedFinished, Seconds: found.SolveSeconds}
	var err error
	if a.Schedule, err = found.Feasible(step); err != nil {
		a = &Answer{Status: optgap.StatusError, Error: err.Error()}
	}
	return Complete(ctx, Method{Name: record.Given}, step, a, o, nil)
}

// ResultNames returns the names of methods that results may have: Names, and record.Given.
func ResultNames() []string { return append(Names(), record.Given) }
