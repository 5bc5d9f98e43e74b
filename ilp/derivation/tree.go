package derivation

import (
	"math"
	"slices"

	"github.com/optgap/optgap/ilp/internal/engine"
)

// placement is a job with its start.
type placement struct {
	start int64
	job   int
}

// before tells that a placement comes first in the order of starts, and of jobs among equal starts.
func (a placement) before(b placement) bool {
	return a.start < b.start || a.start == b.start && a.job < b.job
}

// next returns the first start at which another job stands behind a placement.
func (a placement) next(job int) int64 {
	if a.job < job {
		return a.start
	}
	return a.start + 1
}

// node has placed some jobs.
type node struct {
	parent   *node
	free     []engine.Segment // processors that the history and the placed jobs leave
	last     placement
	depth    int     // number of placed jobs
	left     uint64  // jobs
	earliest []int64 // by job left: start from 0 on
	later    []int64 // by job left: earliest start at which it stands behind last
	cost     int64   // of the placed jobs
	number   int     // in the order in which nodes were opened
}

// place returns the node with one more job. It is no child of n where the job can start before the
// last one.
func (w *writer) place(n *node, job int) *node {
	j := w.jobs[job]
	start := n.earliest[job]
	m := &node{
		parent:   n,
		free:     engine.Reserve(nil, n.free, start, start+j.Estimate, j.Width),
		last:     placement{start, job},
		depth:    n.depth + 1,
		left:     n.left &^ (1 << job),
		cost:     n.cost + j.Weight*start,
		earliest: make([]int64, len(w.jobs)),
		later:    make([]int64, len(w.jobs)),
	}
	for k := range w.each(m.left) {
		m.earliest[k] = engine.Earliest(
			m.free,
			n.earliest[k],
			w.jobs[k].Width,
			w.jobs[k].Estimate,
		)
		m.later[k] = m.earliest[k]
		if behind := m.last.next(k); m.earliest[k] < behind {
			m.later[k] = engine.Earliest(m.free, behind, w.jobs[k].Width, w.jobs[k].Estimate)
		}
	}
	return m
}

// each yields the jobs of a set.
func (w *writer) each(set uint64) func(func(int) bool) {
	return func(yield func(int) bool) {
		for k := range w.jobs {
			if set>>k&1 == 1 && !yield(k) {
				return
			}
		}
	}
}

// first returns the second before which no job left can start.
func (w *writer) first(n *node) int64 {
	first := int64(math.MaxInt64)
	for k := range w.each(n.left) {
		first = min(first, n.later[k])
	}
	return first
}

// placed returns the placements of a node in the order in which they were made.
func (n *node) placed() []placement {
	all := make([]placement, n.depth)
	for ; n.depth > 0; n = n.parent {
		all[n.depth-1] = n.last
	}
	return all
}

// replaces tells that q, with the same jobs placed, takes the place of n: see docs/proofs.md.
// weight is that of the jobs left, and first the second before which none of them starts at n.
// explored: q was opened before n.
func (q *node) replaces(n *node, weight, first int64, explored bool) bool {
	later := (n.cost - q.cost) / weight
	if rest := (n.cost - q.cost) % weight; rest < 0 ||
		rest == 0 && !explored && !q.comesFirst(n) {
		later--
	}
	return first+later >= 0 && engine.Covers(q.free, n.free, first, later)
}

// comesFirst compares the placements of two nodes with the same jobs, in the order of their starts.
func (q *node) comesFirst(n *node) bool {
	sorted := q.placed()
	slices.SortFunc(sorted, compare)
	for i, a := range n.placed() {
		if sorted[i] != a {
			return sorted[i].before(a)
		}
	}
	return false
}

func compare(a, b placement) int {
	if a.before(b) {
		return -1
	}
	return 1
}
