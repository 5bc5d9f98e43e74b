package ilp

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/grid"
)

// Sizes of problems and programs, in bytes. The memory limit is compared with these sizes
// before anything large is made.
const (
	// bytesPerSlot is for the capacity of a slot, its price and its index among the
	// prices. Problems take at most so much.
	bytesPerSlot = 40
	// bytesPerStart is for a slot and a cost, while their lists grow. Problems take at
	// most so much.
	bytesPerStart = 64
	// bytesPerNonzero is for an entry of a program in HiGHS. In its first second HiGHS took
	// from 40 bytes for each entry (pulse, 22 million entries) to 700 (step, 0.4 million).
	// The memory limit also ends a search that takes more.
	bytesPerNonzero = 600
)

// Least times of work, in seconds, during which the clock is not looked at. Work that
// surely takes longer than the time left is not begun.
const (
	secondsPerStart = 20e-9 // stating a problem, for each start
	secondsPerVisit = 2e-9  // counting nonzeros, for each class in each slot
	// secondsPerPulseNonzero and secondsPerStepNonzero are for each nonzero, from writing
	// a program to the optimum of its first linear program. The quickest programs that
	// were measured took 1e-6 (pulse) and 6e-6 (step), most took ten times as long.
	secondsPerPulseNonzero = 0.4e-6
	secondsPerStepNonzero  = 3e-6
	// secondsOfEnding is for each nonzero, from telling HiGHS to end until it has ended.
	secondsOfEnding = 0.1e-6
)

// brief is a time: shorter work is done even if no time is left.
const brief = 200 * time.Millisecond

// tooLarge is the error of a problem that is too large for a limit. It wraps
// grid.ErrTooLarge.
type tooLarge struct {
	by  optgap.EndedBy
	err error
}

func (e *tooLarge) Error() string { return e.err.Error() }
func (e *tooLarge) Unwrap() error { return e.err }

// affords tells whether work of so many seconds may begin. begin is the beginning of all
// work, from which on the time limit counts.
func (o Options) affords(seconds float64, begin time.Time) bool {
	return o.TimeLimit == 0 || seconds <= max(0, o.TimeLimit-time.Since(begin)).Seconds()+brief.Seconds()
}

// state makes a problem of so many slots by calling make. starts is the number of starts
// that the problem may list. state returns a *tooLarge error for a problem that does not
// keep the limits.
func (o Options) state(
	slots grid.Slot, begin time.Time, make func(starts int) (*grid.Problem, error),
) (*grid.Problem, error) {
	if slots > grid.MaxSlots || o.Memory > 0 && int64(slots) > o.Memory/bytesPerSlot {
		return nil, &tooLarge{optgap.EndedMemoryLimit, fmt.Errorf("%d slots: %w", slots, grid.ErrTooLarge)}
	}
	by, starts := optgap.EndedMemoryLimit, int64(grid.MaxStarts)
	if o.Memory > 0 {
		starts = max(1, min(starts, o.Memory/bytesPerStart))
	}
	if o.TimeLimit > 0 {
		left := max(0, o.TimeLimit-time.Since(begin)) + brief
		if most := int64(left.Seconds() / secondsPerStart); most < starts {
			by, starts = optgap.EndedTimeLimit, most
		}
	}
	p, err := make(int(min(starts, math.MaxInt)))
	if errors.Is(err, grid.ErrTooLarge) {
		return nil, &tooLarge{by, err}
	}
	return p, err
}

// refuses returns the limit that the program would not keep; "": the program
// may be written and handed to HiGHS.
func (o Options) refuses(q *stated, begin time.Time) optgap.EndedBy {
	if o.Memory == 0 && o.TimeLimit == 0 {
		return ""
	}
	if !o.affords(q.pairs*secondsPerVisit, begin) {
		return optgap.EndedTimeLimit
	}
	nonzeros, seconds := q.nonzeros(), secondsPerStepNonzero
	if o.Formulation == FormulationPulse {
		seconds = secondsPerPulseNonzero
	}
	switch {
	case o.Memory > 0 && nonzeros > o.Memory/bytesPerNonzero:
		return optgap.EndedMemoryLimit
	case !o.affords(float64(nonzeros)*seconds, begin):
		return optgap.EndedTimeLimit
	}
	return ""
}
