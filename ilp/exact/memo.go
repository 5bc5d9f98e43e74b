package exact

import (
	"slices"

	"github.com/optgap/optgap/ilp/internal/engine"
)

// memo remembers explored nodes by the jobs that they have left.
type memo struct {
	sets    jobSets[explored]
	list    []*jobSet[explored] // the sets in the order in which they came
	kept    engine.Arena        // of the nodes' segments
	size    int                 // number of segments kept
	windows bool                // starts have windows or releases, so jobs left can't all be shifted in time
}

// explored holds the explored nodes of a set of jobs left.
type explored struct {
	nodes  []state
	passes *jobSet[passes] // the same set in the diagram, nil if not looked up, or not there
	sought bool            // passes was looked up
}

// state is an explored node.
type state struct {
	front, cost int64
	steady      int64            // free is constant from this second on
	free        []engine.Segment // from the front on
	turn        *turn            // of the search, nil if it is alone
}

// The memo keeps maxSegments segments in all, about half a gigabyte. For a set of jobs
// left it keeps maxPerSet nodes. Then the latest node replaces the oldest.
const (
	maxSegments = 1 << 25
	maxPerSet   = 8
)

// of returns the set of these jobs. It adds the set where there is none.
func (m *memo) of(kinds []engine.Kind, left []int32) *jobSet[explored] {
	s := m.sets.find(left)
	if s == nil {
		s = m.sets.add(kinds, left)
		m.list = append(m.list, s)
	}
	return s
}

// dominated tells that a node explored before leads to schedules at least as good as those
// of f, which a search in its turn has come to.
//
// The node explored before has the same jobs left. It dominates f if the starts of the jobs
// left in any schedule of f, all shifted by delta seconds, are possible after it. delta is
// the largest shift with which the schedules cost no more. Below 0 it shifts to earlier
// starts. Where starts have windows, only a shift of 0 is looked at.
func (m *memo) dominated(set *jobSet[explored], f *frame, t *turn) bool {
	free := f.free[engine.Index(f.free, f.front):]
	from := engine.Steady(free, f.front)
	nodes := set.kept.nodes
	for i := len(nodes) - 1; i >= 0; i-- {
		o := &nodes[i]
		if t != nil && o.turn.at > t.at {
			continue // the one search would come to o after f
		}
		delta := (f.cost - o.cost) / set.weight
		if delta*set.weight > f.cost-o.cost {
			delta--
		}
		if m.windows {
			if delta < 0 {
				continue
			}
			delta = 0
		}
		// covers takes longest. A node that is constant only later rarely covers f.
		if o.front <= f.front+delta && o.steady <= from+delta &&
			engine.Covers(o.free, free, f.front, delta) {
			return true
		}
	}
	return false
}

// keep remembers f, which a search in its turn explores, unless the memo is full.
func (m *memo) keep(set *jobSet[explored], f *frame, t *turn) {
	free := f.free[engine.Index(f.free, f.front):]
	m.size += len(free)
	if m.size <= maxSegments {
		set.kept.add(state{f.front, f.cost, engine.Steady(free, f.front), m.kept.Keep(free), t})
	}
}

// add adds a node. Where there are maxPerSet, it replaces the oldest.
func (e *explored) add(o state) {
	if n := len(e.nodes); n >= maxPerSet {
		copy(e.nodes, e.nodes[1:])
		e.nodes[n-1] = o
		return
	}
	e.nodes = append(e.nodes, o)
}

// join adds what another memo has kept, while there is room.
func (m *memo) join(o *memo, kinds []engine.Kind) {
	for _, s := range o.list {
		to := m.of(kinds, s.left)
		for _, n := range s.kept.nodes {
			m.size += len(n.free)
			if m.size <= maxSegments {
				to.kept.add(n)
			}
		}
	}
}

// jobSet is a set of jobs left, with a value that is kept for it.
type jobSet[T any] struct {
	left   []int32 // by kind: number of jobs
	weight int64   // sum of the jobs' weights
	kept   T
	next   *jobSet[T] // another set of the same hash, nil if there is none
}

// jobSets holds sets of jobs left by their hash.
type jobSets[T any] map[uint64]*jobSet[T]

// of returns the set of these jobs. It adds the set where there is none.
func (m jobSets[T]) of(kinds []engine.Kind, left []int32) *jobSet[T] {
	if s := m.find(left); s != nil {
		return s
	}
	return m.add(kinds, left)
}

// add adds the set of these jobs, which is new.
func (m jobSets[T]) add(kinds []engine.Kind, left []int32) *jobSet[T] {
	key := hash(left)
	s := &jobSet[T]{left: slices.Clone(left), next: m[key]}
	for i, n := range left {
		s.weight += kinds[i].Weight * int64(n)
	}
	m[key] = s
	return s
}

// find returns the set of these jobs; nil where there is none.
func (m jobSets[T]) find(left []int32) *jobSet[T] {
	s := m[hash(left)]
	for s != nil && !slices.Equal(s.left, left) {
		s = s.next
	}
	return s
}

// hash is FNV-1a.
func hash(left []int32) uint64 {
	h := uint64(14695981039346656037)
	for _, l := range left {
		h = (h ^ uint64(l)) * 1099511628211
	}
	return h
}
