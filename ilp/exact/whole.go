package exact

// The whole problem is tried as an integer program where it lists few starts. HiGHS
// ends some problems that the tree does not end, such as those in which most jobs take
// equally long. A try may take a number of simplex iterations times starts. The number
// grows with the parts that the tree has worked on.
const (
	mostOfWhole = 1000 // starts
	firstWork   = 1_000_000
	nextWork    = 6_000_000
	workGrows   = 4
)

// solveWhole lets HiGHS try to solve the whole problem. work limits simplex iterations
// times starts.
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
