package method

import (
	"context"
	"os"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/host"
)

// SolveAlone is Solve in a process that does nothing else meanwhile. The cost of the step is
// therefore that of the process: CPU time, wall time and peak memory.
func SolveAlone(ctx context.Context, m Method, step *optgap.Step, o Options) record.Result {
	meter := host.Measure(os.Getpid())
	r := solve(ctx, m, step, o, nil)
	r.Cost = meter.Look()
	return r
}

// SolveInTurn is Solve in a process that solves one step at a time. The process holds more than the
// step, and may prepare the next one meanwhile. The CPU time of the step is that of the process.
// The memory of the step can't be told.
func SolveInTurn(ctx context.Context, m Method, step *optgap.Step, o Options) record.Result {
	r := SolveAlone(ctx, m, step, o)
	r.PeakMemoryBytes = 0
	return r
}

// SolveReporting is Solve in a process that another process watches and measures. report is called
// with each progress: before the method begins, then as Problem.Report says, and then with each
// bound beside the method's own.
func SolveReporting(ctx context.Context, m Method, step *optgap.Step, o Options, report func(Progress)) record.Result {
	return solve(ctx, m, step, o, report)
}
