package dynp

import (
	"slices"

	"github.com/optgap/optgap"
)

// Plan returns the schedule that the scheduler makes of a step, whose history may dip. The
// scheduler is a fresh one for the jobs of the step: job i is step.Jobs[i]. It is of no use
// after that.
//
// The active policy is that of the step, or the first one where the step has none that the
// scheduler knows. Where at least two jobs wait, the decider chooses once with all of them in
// the queue, as it does at the submission of the step's last job.
func (s *Scheduler) Plan(step *optgap.Step) optgap.Schedule {
	for i := range step.Jobs {
		s.enter(int32(i))
	}
	for i, p := range s.policies {
		if p.Name == step.Policy {
			s.active = i
		}
	}
	s.history = step.History
	switch {
	case s.basic != nil:
		s.tuneBasic()
	case s.decider != nil && s.Waiting() >= 2:
		s.decide(0)
	}
	s.starts = slices.Grow(s.starts[:0], s.Waiting())[:s.Waiting()]
	plan := make(optgap.Schedule, len(step.Jobs))
	for i, w := range s.trial(0, s.active) {
		plan[w.job] = s.starts[i]
	}
	return plan
}
