package command

import (
	"slices"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/trace/swf"
)

// knownWaits is the flag that leaves out jobs whose start the log does not tell.
const knownWaits = "known-waits"

// needsStarts tells whether the starts of the log are needed.
func (m *simulation) needsStarts() bool {
	ofLog := func(s sweep.Setting) bool { return schedulers.IsRecorded(s.Scheduler) }
	return m.input.Starts || slices.ContainsFunc(m.settings, ofLog)
}

// leftOutUnknownWaits tells whether a job was left out as the log does not tell its start.
func (m *simulation) leftOutUnknownWaits() bool { return m.trace.Skipped[swf.NoWait] > 0 }

// sayOverfull says where a log uses more processors than the machine has.
func (m *simulation) sayOverfull(runs []sweep.Run) {
	for _, r := range runs {
		if o := r.Overfull; o != nil && o.Moments > 0 {
			m.Say("%s: more than %s are busy %s, %s together, and at most %s: the machine was larger at times, "+
				"or the times of the log overlap", r.Label(), format.Count(m.trace.Machine, "processor"),
				format.Count(int64(o.Moments), "time"), format.Duration(o.Seconds), format.Integer(o.Busiest))
		}
	}
}

// processors returns the processors on which the jobs of a replay have room: those of the machine,
// or more where a log uses more.
func (m *simulation) processors(set sweep.Setting, o *replay.Outcome) int64 {
	if !schedulers.IsRecorded(set.Scheduler) {
		return m.trace.Machine
	}
	return max(m.trace.Machine, performance.OverfullOf(o, m.trace.Machine).Busiest)
}
