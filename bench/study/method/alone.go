package method

import (
	"context"
	"os"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/account"
)

// SolveAlone is Solve in a process that does nothing else meanwhile. What the process
// costs is therefore the step's cost: CPU time, wall time and peak memory.
func SolveAlone(ctx context.Context, m Method, step *optgap.Step, o Options) record.Result {
	meter := account.Start(os.Getpid())
	r := solve(ctx, m, step, o, nil)
	r.Cost = meter.Look()
	return r
}

// SolveInTurn is Solve in a process that solves one step at a time, but holds more than
// that and may prepare the next meanwhile. The CPU time is that of the process. The memory
// of the step can't be told.
func SolveInTurn(ctx context.Context, m Method, step *optgap.Step, o Options) record.Result {
	r := SolveAlone(ctx, m, step, o)
	r.PeakMemoryBytes = 0
	return r
}

// SolveReporting is Solve for a process that another one watches, which measures it.
// report is called with each progress: first before the method begins, then as
// Problem.Report says, and then with each bound beside the method's own.
func SolveReporting(ctx context.Context, m Method, step *optgap.Step, o Options, report func(Progress)) record.Result {
	return solve(ctx, m, step, o, report)
}
