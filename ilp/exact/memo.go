package exact

// memo remembers explored nodes by the jobs they have left.
type memo struct {
	sets    jobSets[[]state]
	kept    profiles
	size    int  // segments kept
	windows bool // forbid to carry a plan out later or earlier
}

// state is what is remembered of a node.
type state struct {
	front, cost int64
	free        []segment // from front on
}

// Limits of the memo: of segments in all, to about half a gigabyte, and of the
// nodes compared with one, the latest of which replace the oldest.
const (
	maxSegments = 1 << 25
	maxPerSet   = 8
)

// dominates tells that a node explored before has the same jobs left and leads to
// schedules as good. Whatever plan this node has for them, the other can carry it
// out so much later (or has to, so much earlier) that the costs meet. Otherwise
// it remembers the node.
func (m *memo) dominates(s *search, f *frame) bool {
	set := m.sets.of(s.kinds, f.left)
	free := f.free[index(f.free, f.front):]
	for i := len(set.kept) - 1; i >= 0; i-- {
		o := &set.kept[i]
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
	if m.size += len(free); m.size > maxSegments {
		return false
	}
	here := state{f.front, f.cost, m.kept.keep(free)}
	if len(set.kept) >= maxPerSet {
		copy(set.kept, set.kept[1:])
		set.kept[len(set.kept)-1] = here
	} else {
		set.kept = append(set.kept, here)
	}
	return false
}
