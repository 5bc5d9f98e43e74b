package exact

import "github.com/optgap/optgap/heuristics"

// far is the number of plans that bring a search over orders far.
const far = 20_000

// reorder searches over orders once more: after fewer parts the longer the queue, as it
// takes longer to find its best schedule. After a search that found none it waits for
// twice as many parts, and then searches for longer.
func (s *solver) reorder(number int) {
	upper := s.tree.upper
	s.anneal(s.reach, s.o.Seed+uint64(number)<<40)
	if s.tree.upper == upper {
		s.pause, s.reach = 2*s.pause, s.reach*3/2
	}
	s.next = number + s.pause
}

// improve searches over placement orders, again from the start with another seed
// after so many plans as bring a search far.
func (s *solver) improve(evaluations int, seed uint64) {
	for ; evaluations > 0 && !s.stop(); evaluations -= far {
		s.anneal(min(evaluations, far), seed)
		seed += 1 << 32
	}
}

// anneal searches over placement orders, from the best policy's on.
func (s *solver) anneal(evaluations int, seed uint64) {
	plan, objective := heuristics.Search(s.step, heuristics.BestPlan(s.step), heuristics.SearchOptions{
		Evaluations: evaluations, Seed: seed, Stop: s.stop,
	})
	if cost := objective - s.constant; cost < s.tree.upper {
		s.tree.upper, s.tree.best = cost, nil
		s.sol.Schedule = plan
	}
}
