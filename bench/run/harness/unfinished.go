package harness

import (
	"slices"

	"github.com/optgap/optgap"
)

// Unfinished tells whether a solver with the status and the end was cut short: a limit ended it, with
// or without a solution, or it crashed or failed. Another run, with larger limits, may do better.
func Unfinished(status optgap.Status, endedBy optgap.EndedBy) bool {
	switch status {
	case optgap.StatusLimit, optgap.StatusMemory, optgap.StatusCrashed, optgap.StatusError:
		return true
	case optgap.StatusFeasible:
		return slices.Contains(cutShort, endedBy)
	}
	return false
}

// cutShort are the ends by a limit, a signal or the user.
var cutShort = []optgap.EndedBy{
	optgap.EndedTimeLimit, optgap.EndedMemoryLimit, optgap.EndedNodeLimit, optgap.EndedSignal, optgap.EndedInterrupt,
}
