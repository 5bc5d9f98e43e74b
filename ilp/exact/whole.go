package exact

import "github.com/optgap/optgap/ilp/internal/engine"

// The whole problem is tried as an integer program where it lists few starts. HiGHS
// ends some problems that the tree does not end, such as those in which most jobs take
// equally long. The work of a try is the product of simplex iterations and starts. The
// first try may take firstWork, the second one nextWork, and each later one workGrows times
// as much as the one before.
const (
	mostOfWhole = 1000 // starts
	firstWork   = 1_000_000
	nextWork    = 6_000_000
	workGrows   = 4
)

// solveWhole lets HiGHS try to solve the whole problem, with the starts that the best
// schedule leaves.
func (s *solver) solveWhole() (finished bool) {
	t := s.tree
	if n := s.last.Problem.Listed(); n == 0 || n > mostOfWhole {
		return false
	}
	if !s.last.Finish(s.last.Proven, t.incumbent.upper) { // a better schedule leaves fewer starts
		return t.proves(ProofPrices)
	}
	return !t.late() && t.tryWhole(s.last)
}

// tryWhole lets HiGHS try to solve the whole problem with the starts that are listed. What
// HiGHS proves raises the floor.
func (t *worker) tryWhole(a *engine.Decomposition) (finished bool) {
	n := a.Problem.Listed()
	t.effort.Listed = int64(n)
	if n == 0 || n > mostOfWhole {
		return false
	}
	r := t.hand(a.Problem, 0, t.wholeWork/int64(n))
	t.wholeWork = max(nextWork, workGrows*t.wholeWork)
	t.floor = max(t.floor, min(t.incumbent.upper, r.bound))
	t.stopped = t.stop()
	return r.finished && !t.watch.Up() && t.proves(ProofProgram) // else its schedule may be missing
}
