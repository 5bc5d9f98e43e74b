package ilp

import (
	"math"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/program"
)

// Sizes of problems and programs, in bytes. The memory limit is compared with these sizes
// before anything large is made.
const (
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
	secondsPerStart = 20e-9 // listing the starts, for each
	secondsPerVisit = 2e-9  // counting nonzeros, for each kind in each slot
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

// left returns how many seconds work may take that begins now. begin is the beginning of all work,
// from which on the time limit counts.
func (o Options) left(begin time.Time) float64 {
	if o.TimeLimit == 0 {
		return math.Inf(1)
	}
	return (max(0, o.TimeLimit-time.Since(begin)) + brief).Seconds()
}

// listable returns how many starts may be listed, and the limit that says so.
func (o Options) listable(begin time.Time) (starts int64, by optgap.EndedBy) {
	starts = program.MaxStarts
	by = optgap.EndedMemoryLimit
	if o.Memory > 0 {
		starts = max(1, min(starts, o.Memory/bytesPerStart))
	}
	if most := o.left(begin) / secondsPerStart; most < float64(starts) {
		starts = int64(most)
		by = optgap.EndedTimeLimit
	}
	return starts, by
}

// refuse returns the limit that the program would not keep; "": it may be written and handed to
// HiGHS. All jobs have ended by the slot end.
func (o Options) refuse(p *program.Problem, end int64, begin time.Time) optgap.EndedBy {
	if o.Memory == 0 && o.TimeLimit == 0 {
		return ""
	}
	if float64(end)*float64(len(p.Kinds))*secondsPerVisit > o.left(begin) {
		return optgap.EndedTimeLimit
	}
	nonzeros := p.Nonzeros(o.Formulation)
	seconds := secondsPerStepNonzero
	if o.Formulation == grid.FormulationPulse {
		seconds = secondsPerPulseNonzero
	}
	switch {
	case o.Memory > 0 && nonzeros > o.Memory/bytesPerNonzero:
		return optgap.EndedMemoryLimit
	case float64(nonzeros)*seconds > o.left(begin):
		return optgap.EndedTimeLimit
	}
	return ""
}
