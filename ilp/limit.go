package ilp

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/program"
)

// What problems and programs take at most, in bytes. The memory limit is held against
// these before anything large is made. A nonzero's is for HiGHS: in its first second
// HiGHS took from 40 bytes for each entry (pulse, 22 million entries) to 700 (step, 0.4
// million). The memory limit catches what the search takes beyond that.
const (
	bytesPerSlot    = 40 // its capacity, its price and its place among the prices
	bytesPerStart   = 64 // a slot and a cost, while their lists grow
	bytesPerNonzero = 600
)

// What is worked on without a look at the clock takes at least so many seconds. Work that
// surely takes longer than the time left is not begun.
const (
	secondsPerStart = 20e-9 // of stating a problem
	secondsPerVisit = 2e-9  // of counting nonzeros: a class in a slot
	// For each nonzero, from writing a program to its first linear program's optimum.
	// The quickest that were seen took 1e-6 (pulse) and 6e-6 (step), most ten times as
	// long.
	secondsPerPulseNonzero = 0.4e-6
	secondsPerStepNonzero  = 3e-6
	secondsOfEnding        = 0.1e-6 // for each nonzero, once HiGHS is to end
)

// brief is work that is done whatever time is left.
const brief = 200 * time.Millisecond

// tooLarge says which limit a problem does not keep. It wraps grid.ErrTooLarge.
type tooLarge struct {
	by  optgap.EndedBy
	err error
}

func (e *tooLarge) Error() string { return e.err.Error() }
func (e *tooLarge) Unwrap() error { return e.err }

// affords tells whether work that takes so many seconds may begin, given when the whole
// work began.
func (o Options) affords(seconds float64, begin time.Time) bool {
	return o.TimeLimit == 0 || seconds <= max(0, o.TimeLimit-time.Since(begin)).Seconds()+brief.Seconds()
}

// state makes a problem with so many slots, by a function that is told how many starts
// it may list. A problem that the limits have no room for is a *tooLarge error.
func (o Options) state(slots grid.Slot, begin time.Time, make func(starts int) (*grid.Problem, error)) (*grid.Problem, error) {
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

// refuses returns the limit that the program of the problem would not keep, "" where
// it may be written and handed to HiGHS.
func (o Options) refuses(p *grid.Problem, begin time.Time) optgap.EndedBy {
	if o.Memory == 0 && o.TimeLimit == 0 {
		return ""
	}
	visits := float64(len(p.Capacity)) * float64(len(p.Classes))
	if !o.affords(visits*secondsPerVisit, begin) {
		return optgap.EndedTimeLimit
	}
	nonzeros, seconds := program.Nonzeros(p, o.Formulation), secondsPerStepNonzero
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
