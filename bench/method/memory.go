package method

import (
	"bytes"
	"context"
	"os"
	"strconv"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// SolveAlone is Solve in a process that solves one step at a time. The peak of its
// resident memory is therefore the step's. It is left out where the system does
// not tell. report, where set, is called with each progress: first before the method
// begins, then as Problem.Report says, and then with each bound beside the method's own.
func SolveAlone(ctx context.Context, m Method, step *optgap.Step, o Options, report func(Progress)) record.Result {
	reset := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) == nil // proc(5): resets VmHWM
	r := solve(ctx, m, step, o, report)
	if reset {
		r.PeakMemoryBytes = peakMemory()
	}
	return r
}

// peakMemory returns the VmHWM of this process in bytes, or 0.
func peakMemory() int64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, rest, ok := bytes.Cut(status, []byte("VmHWM:"))
	if !ok {
		return 0
	}
	fields := bytes.Fields(rest)
	if len(fields) == 0 {
		return 0
	}
	kilobytes, err := strconv.ParseInt(string(fields[0]), 10, 64)
	if err != nil {
		return 0
	}
	return kilobytes * 1024
}
