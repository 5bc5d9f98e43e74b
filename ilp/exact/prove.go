package exact

// search looks for better schedules in a part, with the tables that finish has
// prepared; false where it ended early.
func (t *tree) search(v *part, a *decomposition, nodes int64) (finished bool) {
	s := &search{problem: a.problem, incumbent: t.incumbent, curves: a.curves, tails: a.tails, pack: a.pack, diagram: t.diagram}
	s.seen.windows = !v.whole
	first, patience := t.nodes, float64(wholePatience)
	if !v.whole {
		patience = t.patience
	}
	allotted := nodes << v.doublings
	s.stop = func() bool {
		t.stopped = t.stopped || t.stop()
		return t.stopped || hopeless(t.nodes-first, allotted, patience, s.progress)
	}
	finished = s.explore()
	switch {
	case v.whole || t.nodes-first <= allotted:
	case finished:
		t.patience = min(mostPatience, t.patience*ended)
	default:
		t.patience = max(leastPatience, t.patience*givenUp)
	}
	return finished
}

// Parts with so many starts at most are solved as integer programs: fewer once HiGHS
// took many iterations, more again once it took few.
const (
	leastProgram   = 100
	mostProgram    = 400
	fewIterations  = 200
	manyIterations = 600
	programNodes   = 100
)

// solve lets HiGHS try to finish a part, with the starts that finish has left.
func (t *tree) solve(a *decomposition) (finished bool) {
	n := a.listed()
	if t.stopped || n == 0 || n > t.program {
		return false
	}
	finished, iterations := newProgram(a.problem).solve(t.ctx, t.incumbent, programNodes, 0)
	switch {
	case !finished || iterations > manyIterations:
		t.program = max(leastProgram, n*4/5)
	case iterations < fewIterations:
		t.program = min(mostProgram, max(t.program, min(t.program*6/5, n*3/2)))
	}
	t.stopped = t.stop()
	return finished
}

// relax lets a diagram of so many nodes try to finish the whole problem, and raises
// the floor. A search that knows what a pass has proven may need far fewer nodes than
// the next pass.
func (t *tree) relax(v *part, a *decomposition, nodes int64) (finished bool) {
	const searched = 0.1 // nodes that a search is allotted for each of the pass
	d := newDiagram(a, t.incumbent, nodes, func() bool {
		t.stopped = t.stopped || t.stop()
		return t.stopped
	})
	value, finished := d.explore(func(nodes int64) bool {
		t.diagram = d
		return t.search(v, a, max(1, int64(searched*float64(nodes))))
	})
	t.floor = max(t.floor, min(t.upper, a.whole(value)))
	return finished
}

// A search goes on while it may end within so many times the nodes that it was allotted.
// Parts mostly take more than that to split until all is closed, so that theirs may take
// more at first; each that is given up shortens the next ones, and each that ends lets
// them go on for longer.
const (
	wholePatience = 300
	mostPatience  = 1000 // in parts, as the others
	leastPatience = 10
	givenUp       = 0.8
	ended         = 1.5
)

// hopeless tells that a search is not worth going on with: after so many nodes
// the share of its tree that it has explored (Knuth 1975) lets it end after more
// than patience times the nodes that it was allotted. Below these the estimate is
// less certain, and the search goes on in the face of larger ones.
func hopeless(nodes, allotted int64, patience, progress float64) bool {
	early := max(1, float64(allotted)/float64(nodes))
	return float64(nodes) > progress*patience*early*early*float64(allotted)
}
