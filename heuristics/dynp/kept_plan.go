package dynp

import (
	"slices"

	"github.com/optgap/optgap"
)

// startPlanned brings the planned starts up to date. It appends to dst the jobs that are
// planned to start now.
//
// No job is planned to start between two events. Every planned start is the end of
// a reservation or, by the estimates, of another job, and both are events. A job
// may end before its estimate but not after. A new reservation may lie where jobs
// are planned, so after it all jobs are planned anew, promises included.
func (s *Scheduler) startPlanned(now int64, dst []int32) []int32 {
	s.observe(now)
	items := s.queues[s.active].items
	s.starts = slices.Grow(s.starts[:0], len(items))[:len(items)]
	switch {
	case s.displaced():
		s.layOut(now, items, s.starts)
	case s.rules.promise:
		s.recall(now, items, s.starts)
		if s.stale {
			s.advance(now, items, s.starts)
		}
	case s.stale:
		s.layOut(now, items, s.starts)
	default:
		s.recall(now, items, s.starts)
	}
	s.newcomers, s.stale = s.newcomers[:0], false
	for i := range items {
		s.planned[items[i].job] = s.starts[i]
		if s.starts[i] == now {
			dst = append(dst, items[i].job)
		}
	}
	return dst
}

// recall writes into starts the planned starts of the items, with the newcomers
// placed into that plan in the order of their submission.
func (s *Scheduler) recall(now int64, items []waiting, starts []int64) {
	for _, job := range s.newcomers {
		s.planned[job] = optgap.Never
	}
	s.profile.Reset(s.history)
	for i := range items {
		w := &items[i]
		if starts[i] = s.planned[w.job]; starts[i] != optgap.Never {
			s.profile.Reserve(starts[i], w.estimate, w.width)
		}
	}
	for _, job := range s.newcomers {
		i := slices.IndexFunc(items, func(w waiting) bool { return w.job == job })
		starts[i] = s.profile.Place(now, items[i].width, items[i].estimate)
	}
}

// advance moves the items to earlier starts in the plan that the profile holds. It
// goes through them in the order of the policy until no single item can move.
func (s *Scheduler) advance(now int64, items []waiting, starts []int64) {
	for moved := true; moved; {
		moved = false
		for i := range items {
			w := &items[i]
			s.profile.Reserve(starts[i], w.estimate, -w.width)
			start := s.profile.Place(now, w.width, w.estimate)
			moved = moved || start < starts[i]
			starts[i] = start
		}
	}
}
