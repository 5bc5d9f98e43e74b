package summary

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// Outcome words the status of a result: "optimal" for the time-scaled program,
// "optimal at 1 s" for the one-second problem.
func Outcome(r *record.Result) string {
	if r.Status == optgap.StatusOptimal && r.Scope == optgap.ScopeSecond {
		return "optimal at 1 s"
	}
	return string(r.Status)
}
