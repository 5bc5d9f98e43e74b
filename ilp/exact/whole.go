package exact

// The whole problem is tried as an integer program where it lists few starts: HiGHS ends
// some that the tree does not, as where most jobs take equally long. The more parts the
// tree has worked on, the more simplex iterations times starts that may take.
const (
	mostOfWhole = 1000 // starts
	firstWork   = 1_000_000
	nextWork    = 6_000_000
	workGrows   = 4
)

// solveWhole lets HiGHS try to solve the whole problem, in so many simplex iterations
// times starts.
func (s *solver) solveWhole(work int64) (finished bool) {
	t := s.tree
	n := s.last.listed()
	if n == 0 || n > mostOfWhole {
		return false
	}
	if !s.last.finish(s.last.proven, t.upper) { // fewer starts are left where the best schedule is better
		return true
	}
	finished, _ = newProgram(s.last.problem).solve(t.ctx, t.incumbent, 0, work/int64(n))
	t.stopped = t.stop()
	return finished
}
