package exact

import "github.com/optgap/optgap/ilp/internal/engine"

// mostDeep is the largest number of jobs times kinds that is searched, by all searches of a crew
// together. A search has a frame for each job, and each frame has memory for each kind: half a
// gigabyte in all.
const mostDeep = 1 << 23

// search searches a part for better schedules. finish has prepared the tables of the
// decomposition. nodes is the number of nodes that the search is allotted: see hopeless.
// finished is false where the search ended early.
func (t *worker) search(v *part, a *engine.Decomposition, nodes int64) (finished bool) {
	if a.Problem.Jobs()*len(a.Problem.Kinds) > mostDeep || t.without[searching] {
		return false
	}
	s := &search{
		problem:   a.Problem,
		incumbent: t.incumbent,
		curves:    a.Curves,
		tails:     a.Tails,
		pack:      a.Pack,
		diagram:   t.diagram,
		forgets:   t.without[recalling],
	}
	if v.whole {
		return t.searchWhole(s, nodes)
	}
	return t.searchPart(s, nodes<<v.doublings)
}

// searchPart searches a part by itself.
func (t *worker) searchPart(s *search, allotted int64) (finished bool) {
	s.seen.windows = true
	first := t.incumbent.nodes
	s.stop = func() bool {
		return t.halt() || hopeless(t.incumbent.nodes-first, allotted, partPatience, s.progress)
	}
	return s.explore() && !t.late()
}

// searchWhole searches the whole problem: alone, as long as it may end soon, then by several
// searches that share it.
//
// They may take a share of the work that was done before. Then they go on while they seem to
// end with less work than that, or within crewPatience times the nodes allotted. So a search
// that is given up costs little, and all of them are tried with a growing number of nodes.
func (t *worker) searchWhole(s *search, allotted int64) (finished bool) {
	first := t.incumbent.nodes
	taken := func() int64 { return t.incumbent.nodes - first }
	s.stop = t.halt
	s.turn = &turn{}
	s.seen.windows = len(s.problem.Releases()) > 0
	more := s.begin()
	look := min(lookAlone, t.sharing.alone)
	promising := true
	for more && promising && taken() < t.sharing.alone {
		more = s.walk(look)
		promising = !hopeless(taken(), allotted, wholePatience, s.progress)
	}
	if !more {
		return !s.stopped && !t.late()
	}
	by := t.sharing
	by.searches = min(by.searches, max(1, mostDeep/(s.jobs*len(s.problem.Kinds))))
	c := newCrew(s, by, t.workers)
	s.stop = s.problem.Watch.Late
	before := max(lookNodes, t.watch.Spent.Load()/workPerNode) // work, in nodes
	nodes := max(lookNodes, before/triedShare) / 2
	more = t.explore(c, nodes)
	for more && !t.stopped {
		progress := c.progress
		more = t.explore(c, nodes)
		promising = promising && !hopeless(taken(), allotted, crewPatience, c.progress)
		if !promising && slow(nodes, before, progress, c.progress) {
			break
		}
		nodes *= 2
	}
	return !more && !c.stopped && !t.stopped
}

// explore lets a crew explore so many nodes more. It returns false where nothing is left, or a
// limit is reached.
func (t *worker) explore(c *crew, nodes int64) (more bool) {
	more = true
	for last := c.known.nodes + nodes; more && c.known.nodes < last && !t.halt(); {
		more = c.round(min(last-c.known.nodes, t.limits.left(c.known.nodes)))
	}
	return more
}

// halt looks whether a limit is reached. If so it stops the tree.
func (t *worker) halt() bool {
	t.stopped = t.stopped || t.stop()
	return t.stopped
}

// Parts with few starts are solved as integer programs. HiGHS may take manyIterations. The largest
// number of starts of a program falls where they are not enough, and rises after fewIterations.
const (
	leastProgram   = 100 // starts
	firstProgram   = 200 // starts, before any try
	mostProgram    = 400 // starts
	fewIterations  = 200
	manyIterations = 600
	programNodes   = 100 // that HiGHS may take
)

// solve lets HiGHS try to finish a problem as an integer program, with the starts that
// finish has left.
func (t *worker) solve(a *engine.Decomposition) (finished bool) {
	if t.stopped {
		return false
	}
	n := a.Problem.Listed()
	if n == 0 || n > t.program {
		return false
	}
	r := t.hand(a.Problem, programNodes, manyIterations)
	switch {
	case !r.finished || r.iterations > manyIterations:
		t.program = max(leastProgram, n*4/5)
	case r.iterations < fewIterations:
		t.program = min(mostProgram, max(t.program, min(t.program*6/5, n*3/2)))
	}
	t.stopped = t.stop()
	return r.finished
}

// nodesPerSearched is how many nodes of a pass allot one to the search behind it.
const nodesPerSearched = 10

// relax lets a diagram of so many nodes try to finish the whole problem, and raises the
// floor. After each pass it tries a search that uses the bounds of the passes. Such a
// search may need far fewer nodes than the next pass.
func (t *worker) relax(v *part, a *engine.Decomposition, nodes int64) (finished bool) {
	d := newDiagram(a, t.incumbent, nodes, t.workers, t.halt)
	value, finished := d.explore(func(nodes int64) bool {
		t.diagram = d
		return t.search(v, a, max(1, nodes/nodesPerSearched)) && t.proves(ProofSearch)
	})
	t.floor = max(t.floor, min(t.incumbent.upper, a.Problem.Whole(value)))
	if finished && t.effort.ProvenBy == "" {
		t.proves(ProofDiagram)
	}
	return finished
}

// A search of the whole problem is tried with one in triedShare nodes of those that would take as
// long as all work before, and with at least lookNodes.
const (
	triedShare  = 16
	lookNodes   = 2048
	workPerNode = 2000 // of a watch
)

// slow tells that a crew should give up: at the pace of its last nodes, which brought it from
// one share of its tree to another, the rest takes longer than the work before the search.
// The share that a crew has explored is a fair estimate, as it looks at many places of the
// tree at once.
func slow(nodes, before int64, from, to float64) bool {
	return float64(nodes)*(1-to) > float64(before)*(to-from)
}

// How many times the nodes that it was allotted a search may take. A crew looks at many places
// of the tree at once, so its estimate is too low at first. To split a part again mostly takes
// less time than a long search of it.
const (
	wholePatience = 300
	crewPatience  = 20
	partPatience  = 10
	lookAlone     = 1024 // nodes between two estimates of a search of the whole problem
)

// hopeless tells that a search should be given up: by the share of its tree that it
// has explored (Knuth 1975) it will take more than patience times the nodes that it
// was allotted. While it has taken fewer nodes than it was allotted, the estimate is
// less certain, and has to be larger.
func hopeless(nodes, allotted int64, patience, progress float64) bool {
	early := max(1, float64(allotted)/float64(nodes))
	return float64(nodes) > progress*patience*early*early*float64(allotted)
}
