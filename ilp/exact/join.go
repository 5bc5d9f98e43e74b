package exact

import "github.com/optgap/optgap/ilp/internal/engine"

// Before the tree, joinSteps times Options.steps price steps find the least costs of jobs that clash together. Where
// this closes leastJoined of the gap, the parts of the tree do so too. A step takes 1.4 times as long then.
const (
	joinSteps   = 2
	leastJoined = 0.1
)

// join takes these price steps for the whole problem, of which a is the decomposition so far. It returns the one to
// go on with, in which kinds have no start that a has left out.
func (s *solver) join(a *engine.Decomposition) (best *engine.Decomposition, finished bool) {
	t, before := s.tree, *s.whole
	t.joined = true
	t.refine(s.whole)
	b, value := t.price(s.whole, joinSteps*s.o.steps)
	if t.late() || b == nil {
		return a, false
	}
	s.keepRoot()
	t.plan(b)
	if s.whole.bound >= t.incumbent.upper {
		return b, t.proves(ProofPrices)
	}
	if float64(s.whole.bound-before.bound) < leastJoined*float64(t.incumbent.upper-before.bound) {
		t.joined, s.whole.dual = false, before.dual
		return a, false
	}
	copy(b.Problem.Kinds, a.Problem.Kinds)
	finished = !b.Finish(value, t.incumbent.upper) && !t.late()
	return b, finished && t.proves(ProofPrices)
}
