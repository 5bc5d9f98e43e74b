package exact

import "slices"

// memo remembers explored nodes by the jobs they have placed.
type memo struct {
	states map[uint64][]state
	stored int
}

// state is what is remembered of a node.
type state struct {
	left        []int16
	free        []segment // from front on
	front, cost int64
}

// Limits of the memo: in all, to about a gigabyte, and of the nodes compared with
// one, the latest of which replace the oldest.
const (
	maxStates  = 2_000_000
	maxPerJobs = 48
)

func newMemo() memo { return memo{states: map[uint64][]state{}} }

// dominates tells that a node explored before has placed the same jobs at no
// larger cost, has a front no later, and leaves at least as many processors from
// this node's front on. Otherwise it remembers the node.
func (m *memo) dominates(f *frame) bool {
	key := hash(f.left)
	list := m.states[key]
	for i := len(list) - 1; i >= 0; i-- {
		o := &list[i]
		if o.cost <= f.cost && o.front <= f.front && slices.Equal(o.left, f.left) && covers(o.free, f.free, f.front) {
			return true
		}
	}
	here := state{slices.Clone(f.left), slices.Clone(f.free[index(f.free, f.front):]), f.front, f.cost}
	switch {
	case len(list) >= maxPerJobs:
		copy(list, list[1:])
		list[len(list)-1] = here
	case m.stored < maxStates:
		m.stored++
		m.states[key] = append(list, here)
	}
	return false
}

// hash is FNV-1a.
func hash(left []int16) uint64 {
	h := uint64(14695981039346656037)
	for _, l := range left {
		h = (h ^ uint64(l)) * 1099511628211
	}
	return h
}
