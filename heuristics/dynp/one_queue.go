package dynp

import (
	"slices"

	"github.com/optgap/optgap/heuristics"
)

// arrange sorts the one queue of ReplanQueue and ReplanQueueBack by a policy, ties
// by submission, then id. FCFS takes the queue as it is.
func (s *Scheduler) arrange(policy int) {
	if p := s.policies[policy]; p.Name != heuristics.FCFS.Name {
		s.sortLine(p)
	}
}

// arrangeBack sorts the one queue by SJF after LJF was followed, if the reading is
// ReplanQueueBack.
func (s *Scheduler) arrangeBack() {
	if s.rules.back && s.Policy().Name == heuristics.LJF.Name {
		s.sortLine(heuristics.SJF)
	}
}

// sortLine sorts the one queue by a policy, ties by submission, then id.
func (s *Scheduler) sortLine(p heuristics.Policy) {
	for i := range s.line {
		s.line[i].key = p.Key(s.jobs[s.line[i].job].Job)
	}
	slices.SortFunc(s.line, func(a, b waiting) int {
		if a.before(b) {
			return -1
		}
		return 1
	})
}
