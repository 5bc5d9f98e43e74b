package exact

import "github.com/optgap/optgap/ilp/internal/engine"

// leastJoined is the least share of the gap that join has to close, for the parts of the tree to
// find the least costs of jobs that clash together. A price step takes 1.4 times as long then.
const leastJoined = 0.1

// join takes price steps for the whole problem, of which a is the decomposition so far, where the
// least costs of jobs that clash are found together. It returns the decomposition to go on with, in
// which kinds have no start that a has left out.
func (s *solver) join(a *engine.Decomposition) (best *engine.Decomposition, finished bool) {
	t := s.tree
	before := *s.whole
	t.joined = true
	t.refine(s.whole)
	b, value := t.price(s.whole, 2*s.o.steps)
	if t.late() || b == nil {
		return a, false
	}
	s.keepRoot()
	t.plan(b)
	if s.whole.bound >= t.incumbent.upper {
		return b, t.proves(ProofPrices)
	}
	gained := s.whole.bound - before.bound
	missing := t.incumbent.upper - before.bound
	if float64(gained) < leastJoined*float64(missing) {
		t.joined = false
		*s.whole = before // gains of cuts count from a bound that cuts can reach
		return a, false
	}
	copy(b.Problem.Kinds, a.Problem.Kinds)
	finished = !b.Finish(value, t.incumbent.upper) && !t.late()
	return b, finished && t.proves(ProofPrices)
}
