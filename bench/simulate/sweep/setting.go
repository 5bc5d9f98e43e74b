package sweep

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/simulate/schedulers"
)

// Setting describes one replay.
type Setting struct {
	Name      string             `json:"name,omitempty"` // label in tables and plots; absent: the scheduler
	Scheduler string             `json:"scheduler"`      // its name, with its parameters
	Options   schedulers.Options `json:"-"`
	Factor    float64            `json:"factor"` // shrinking factor of the interarrival times; 0: 1
	// `perfect`, `sufficient` (raised where jobs would be killed) or both with `+`; absent: as in
	// the trace
	Estimates Estimates `json:"estimates,omitempty"`
}

// Estimates names the estimates that the scheduler gets. A job never runs longer than its estimate,
// as it is killed then.
type Estimates string

const (
	// AsGiven takes the trace's estimates. A job that would run longer is killed.
	AsGiven Estimates = ""
	// Perfect takes the durations under AsGiven, at least 1 s. A job that AsGiven kills runs to the
	// second of its kill.
	Perfect Estimates = "perfect"
	// Sufficient raises the estimates of the jobs that would be killed to their run times, so that
	// no job is killed.
	Sufficient Estimates = "sufficient"
)

// Apply changes the estimates of the jobs, and the run times of killed jobs.
func (e Estimates) Apply(jobs []optgap.TraceJob) {
	for i := range jobs {
		j := &jobs[i]
		switch e {
		case Perfect:
			j.RunTime = j.Duration()
			j.Estimate = max(j.RunTime, 1)
		case Sufficient:
			j.Estimate = max(j.Estimate, j.RunTime)
		}
	}
}

// Label returns the name of the setting in tables and plots.
func (s Setting) Label() string { return cmp.Or(s.Name, s.Scheduler) }

// Key identifies a run of a sweep.
type Key struct {
	Name, Scheduler string
	Factor          float64
	Estimates       Estimates
}

// Key returns the key of the setting's run.
func (s Setting) Key() Key { return Key{s.Name, s.Scheduler, s.ShrinkingFactor(), s.Estimates} }

// ShrinkingFactor returns Factor, or 1 where it is 0.
func (s Setting) ShrinkingFactor() float64 { return cmp.Or(s.Factor, 1) }

// Description names the scheduler, the shrinking factor and the estimates, such as "easy, shrinking
// factor 0.8, perfect estimates". It leaves out values that are the trace's own.
func (s Setting) Description() string {
	text := s.Scheduler
	if f := s.ShrinkingFactor(); f != 1 {
		text += fmt.Sprintf(", shrinking factor %g", f)
	}
	if s.Estimates != AsGiven {
		text += fmt.Sprintf(", %s estimates", s.Estimates)
	}
	return text
}

// Path returns the path of a file for the setting's replay alone. The label and the factor are
// put before the suffix, each only if it differs among all settings.
func (s Setting) Path(path string, all []Setting) string {
	stem, suffix := stream.SplitSuffix(path)
	if slices.ContainsFunc(all, func(o Setting) bool { return o.Label() != s.Label() }) {
		stem += "-" + s.Label()
	}
	if slices.ContainsFunc(
		all,
		func(o Setting) bool { return o.ShrinkingFactor() != s.ShrinkingFactor() },
	) {
		stem += "-" + format.Plain(s.ShrinkingFactor())
	}
	return stem + suffix
}
