package exact

import "github.com/optgap/optgap/heuristics"

// far is the number of plans after which a search over placement orders starts anew.
const far = 20_000

// reorder searches over placement orders while the tree works. A long queue takes
// longer to find its best schedule, so its searches come after fewer parts. After a
// search without a better schedule, reorder waits for twice as many parts and then
// tries half as many plans more.
func (s *solver) reorder(number int) {
	upper := s.tree.upper
	s.anneal(s.reach, s.o.Seed+uint64(number)<<40, s.stop)
	if s.tree.upper == upper {
		s.pause, s.reach = 2*s.pause, s.reach*3/2
	}
	s.next = number + s.pause
}

// improve searches over placement orders. After each far plans it starts anew with
// another seed.
func (s *solver) improve(evaluations int, seed uint64, stop func() bool) {
	for ; evaluations > 0 && !stop(); evaluations -= far {
		s.anneal(min(evaluations, far), seed, stop)
		seed += 1 << 32
	}
}

// anneal searches over placement orders, beginning with the best policy's plan.
func (s *solver) anneal(evaluations int, seed uint64, stop func() bool) {
	plan, objective := heuristics.Search(s.step, s.policies, heuristics.SearchOptions{Evaluations: evaluations, Seed: seed, Stop: stop})
	if cost := objective - s.constant; cost < s.tree.upper {
		s.tree.upper, s.tree.best = cost, nil
		s.sol.Schedule = plan
	}
}
