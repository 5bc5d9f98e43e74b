package exact

import "slices"

// memo remembers explored nodes by the jobs they have left.
type memo struct {
	sets    map[uint64]*explored // by hash of left
	chunk   []segment            // where profiles are kept; a new one when it is full
	kept    int                  // segments in all chunks
	windows bool                 // forbid to carry a plan out later or earlier
}

// explored are nodes with the same jobs left.
type explored struct {
	left   []int32
	width  int64 // sum of the widths left
	states []state
	next   *explored // of the same hash
}

// state is what is remembered of a node.
type state struct {
	front, cost int64
	free        []segment // from front on
}

// Limits of the memo: of segments in all, to about half a gigabyte, and of the
// nodes compared with one, the latest of which replace the oldest.
const (
	maxSegments   = 1 << 25
	maxPerSet     = 8
	chunkSegments = 1 << 12
)

// dominates tells that a node explored before has the same jobs left and leads to
// schedules as good. Whatever plan this node has for them, the other can carry it
// out so much later (or has to, so much earlier) that the costs meet. Otherwise
// it remembers the node.
func (m *memo) dominates(s *search, f *frame) bool {
	set := m.set(s, f.left)
	free := f.free[index(f.free, f.front):]
	for i := len(set.states) - 1; i >= 0; i-- {
		o := &set.states[i]
		delta := (f.cost - o.cost) / set.width
		if delta*set.width > f.cost-o.cost {
			delta--
		}
		if m.windows {
			if delta < 0 {
				continue
			}
			delta = 0
		}
		if o.front <= f.front+delta && covers(o.free, free, f.front, delta) {
			return true
		}
	}
	if m.kept += len(free); m.kept > maxSegments {
		return false
	}
	if len(m.chunk)+len(free) > cap(m.chunk) {
		m.chunk = make([]segment, 0, max(chunkSegments, len(free)))
	}
	from := len(m.chunk)
	m.chunk = append(m.chunk, free...)
	here := state{f.front, f.cost, m.chunk[from:]}
	if len(set.states) >= maxPerSet {
		copy(set.states, set.states[1:])
		set.states[len(set.states)-1] = here
	} else {
		set.states = append(set.states, here)
	}
	return false
}

// set returns what is known of nodes with these jobs left.
func (m *memo) set(s *search, left []int32) *explored {
	key := hash(left)
	first := m.sets[key]
	for e := first; e != nil; e = e.next {
		if slices.Equal(e.left, left) {
			return e
		}
	}
	e := &explored{left: slices.Clone(left), next: first}
	for i, n := range left {
		e.width += s.kinds[i].width * int64(n)
	}
	m.sets[key] = e
	return e
}

// hash is FNV-1a.
func hash(left []int32) uint64 {
	h := uint64(14695981039346656037)
	for _, l := range left {
		h = (h ^ uint64(l)) * 1099511628211
	}
	return h
}
