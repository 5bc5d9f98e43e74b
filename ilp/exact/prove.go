package exact

import (
	"math"

	"github.com/optgap/optgap/ilp/internal/engine"
)

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
		problem: a.Problem, incumbent: t.incumbent, curves: a.Curves, tails: a.Tails, pack: a.Pack,
		diagram: t.diagram, forgets: t.without[recalling],
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
		t.stopped = t.stopped || t.stop()
		return t.stopped || hopeless(t.incumbent.nodes-first, allotted, partPatience, s.progress)
	}
	return s.explore() && !t.late()
}

// searchWhole searches the whole problem. Where that takes long, several searches share it.
func (t *worker) searchWhole(s *search, allotted int64) (finished bool) {
	first := t.incumbent.nodes
	over := func(patience, progress float64) bool {
		t.stopped = t.stopped || t.stop()
		return t.stopped || hopeless(t.incumbent.nodes-first, allotted, patience, progress)
	}
	s.stop, s.turn = func() bool { return over(wholePatience, s.progress) }, &turn{}
	s.seen.windows = len(s.problem.Releases()) > 0
	more := s.begin() && s.walk(t.sharing.alone)
	if !more {
		return !s.stopped && !t.late()
	}
	if s.problem.Most()/s.pack.Divisor <= mostSharpened {
		s.sets = engine.NewSets(s.problem, s.pack, s.curves) // which take longer than a search that ends soon
	}
	by := t.sharing
	by.searches = min(by.searches, max(1, mostDeep/(s.jobs*len(s.problem.Kinds))))
	c := newCrew(s, by, t.workers)
	s.stop = s.problem.Watch.Late
	patience, most := float64(wholePatience), int64(lookNodes)
	for more && !over(patience, c.progress) {
		more = c.round(min(most, t.limits.left(t.incumbent.nodes)))
		patience, most = crewPatience, math.MaxInt64
	}
	return !more && !c.stopped && !t.stopped
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

// relax lets a diagram of so many nodes try to finish the whole problem, and raises the
// floor. After each pass it tries a search that uses the bounds of the passes. Such a
// search may need far fewer nodes than the next pass.
func (t *worker) relax(v *part, a *engine.Decomposition, nodes int64) (finished bool) {
	const searched = 0.1 // nodes that a search is allotted for each node of the pass
	d := newDiagram(a, t.incumbent, nodes, t.workers, func() bool {
		t.stopped = t.stopped || t.stop()
		return t.stopped
	})
	value, finished := d.explore(func(nodes int64) bool {
		t.diagram = d
		return t.search(v, a, max(1, int64(searched*float64(nodes)))) && t.proves(ProofSearch)
	})
	t.floor = max(t.floor, min(t.incumbent.upper, a.Problem.Whole(value)))
	if finished && t.effort.ProvenBy == "" {
		t.proves(ProofDiagram)
	}
	return finished
}

// A search goes on while it may end within patience times the nodes that it was allotted.
// A crew looks at many places of the tree at once, so its estimate is too low at first. It is judged once it has looked
// at them in a short round: the share that one search has explored is far too low. To split a part again mostly takes
// less time than a long search of it.
const (
	wholePatience = 300
	crewPatience  = 20
	partPatience  = 10
	lookNodes     = 4096 // of the first round of a crew
)

// hopeless tells that a search should be given up: by the share of its tree that it
// has explored (Knuth 1975) it will take more than patience times the nodes that it
// was allotted. While it has taken fewer nodes than it was allotted, the estimate is
// less certain, and has to be larger.
func hopeless(nodes, allotted int64, patience, progress float64) bool {
	early := max(1, float64(allotted)/float64(nodes))
	return float64(nodes) > progress*patience*early*early*float64(allotted)
}
