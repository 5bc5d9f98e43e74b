package isolate

import (
	"time"

	"github.com/optgap/optgap/bench/study/method"
)

// Phases of the work on a step.
const (
	starting   = iota // the process starts and reads its task
	solving           // the method is at work
	bounding          // so are the bounds beside it
	stepPhases = iota
)

const (
	startLimit = 30 * time.Second
	// grace is by how much a child may be late in each phase. With two phases an answer
	// comes within a second of the limits.
	grace   = 300 * time.Millisecond
	endless = 1000 * time.Hour
)

// limits returns how long each phase of the work on a step may take.
func limits(m method.Method, o method.Options) []time.Duration {
	limits := make([]time.Duration, stepPhases)
	late := func(limit time.Duration) time.Duration {
		if limit == 0 || limit > endless {
			return 0
		}
		return limit + grace
	}
	if !m.Instant {
		limits[solving] = late(o.TimeLimit)
	}
	if !o.NoBounds {
		limits[bounding] = late(o.TimeLimit)
	}
	if limits[solving] > 0 || limits[bounding] > 0 {
		limits[starting] = startLimit
	}
	return limits
}
