package dynp

import (
	"slices"

	"github.com/optgap/optgap"
)

// Probe returns the second at which a job would be planned to start if it were
// submitted now, under the active policy and beside the jobs that wait. It returns
// optgap.Never for a job that is wider than the machine. The job, known by its
// index, is not submitted, and the scheduler stays as it is. Start has to follow
// each event before Probe is called.
func (s *Scheduler) Probe(now int64, job int32) int64 {
	j := s.jobs[job].Job
	if j.Width > s.machine {
		return optgap.Never
	}
	s.observe(now)
	s.profile.Reset(s.history)
	switch {
	case s.planned != nil: // beside the plan, as a newcomer
		for _, w := range s.queues[s.active].items {
			s.profile.Reserve(s.planned[w.job], w.estimate, w.width)
		}
	case s.rules.keep:
		line := s.line
		s.line = append(slices.Clone(line), newWaiting(0, j, job))
		s.arrange(s.active)
		s.placeBefore(now, s.line, job)
		s.line = line
	default:
		q := &s.queues[s.active]
		at := q.search(newWaiting(q.key(j), j, job))
		s.placeBefore(now, q.items[:at], job)
	}
	return s.profile.Earliest(now, j.Width, j.Estimate)
}

// placeBefore places the items that stand before the job.
func (s *state) placeBefore(now int64, items []waiting, job int32) {
	for _, w := range items {
		if w.job == job {
			return
		}
		s.profile.Place(now, w.width, w.estimate)
	}
}
