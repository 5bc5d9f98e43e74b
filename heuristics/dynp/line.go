package dynp

import (
	"slices"

	"github.com/optgap/optgap/heuristics"
)

// arrange sorts the one queue by a policy, ties by submission, then id; FCFS
// takes it as it is.
func (s *Scheduler) arrange(policy int) {
	if p := s.policies[policy]; p.Name != heuristics.FCFS.Name {
		s.sortLine(p)
	}
}

// arrangeBack sorts the one queue by SJF where LJF was followed and the reading
// says so.
func (s *Scheduler) arrangeBack() {
	if s.rules.back && s.Policy().Name == heuristics.LJF.Name {
		s.sortLine(heuristics.SJF)
	}
}

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
