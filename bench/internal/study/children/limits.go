package children

import (
	"time"

	"github.com/optgap/optgap/bench/run/child"
	"github.com/optgap/optgap/bench/study/method"
)

// Phases of the work on a step.
const (
	starting   = iota // the process starts and reads its task
	solving           // the method is at work
	bounding          // the method has ended, and the bounds beside it are sought
	stepPhases = iota
)

// limits returns how long each phase of the work on a step may take; 0: any time.
func limits(m method.Method, o method.Options) []time.Duration {
	limits := make([]time.Duration, stepPhases)
	if !m.Instant {
		limits[solving] = child.WithGrace(o.TimeLimit)
	}
	if !o.NoBounds {
		limits[bounding] = child.WithGrace(o.TimeLimit)
	}
	if limits[solving] > 0 || limits[bounding] > 0 {
		limits[starting] = child.StartLimit
	}
	return limits
}
