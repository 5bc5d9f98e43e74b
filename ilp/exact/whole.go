package exact

// The whole problem is tried as an integer program where it lists few starts. HiGHS
// ends some problems that the tree does not end, such as those in which most jobs take
// equally long. The work of a try is the product of simplex iterations and starts. After
// each try, the work of the next one and the parts before it grow by the factor workGrows.
const (
	mostOfWhole = 1000      // starts
	firstWork   = 1_000_000 // work before the tree
	nextWork    = 6_000_000 // work of the first try in the tree
	workGrows   = 4
)

// solveWhole lets HiGHS try to solve the whole problem, with at most so much work.
func (s *solver) solveWhole(work int64) (finished bool) {
	t := s.tree
	n := s.last.listed()
	if n == 0 || n > mostOfWhole {
		return false
	}
	if !s.last.finish(s.last.proven, t.upper) { // a better schedule leaves fewer starts
		return true
	}
	if t.late() {
		return false
	}
	finished, _ = newProgram(s.last.problem).solve(t.ctx, t.incumbent, 0, work/int64(n))
	t.stopped = t.stop()
	return finished
}
