package exact

// memo remembers explored nodes by the jobs they have left.
type memo struct {
	sets    jobSets[explored]
	kept    arena
	size    int  // segments kept
	windows bool // forbid to carry a plan out later or earlier
}

// explored is what is remembered of a set of jobs left.
type explored struct {
	nodes  []state
	passes *jobSet[passes] // what a diagram knows of it, once sought
	sought bool
}

// state is what is remembered of a node.
type state struct {
	front, cost int64
	steady      int64     // free is constant from then on
	free        []segment // from the front on
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
func (m *memo) dominates(set *jobSet[explored], f *frame) bool {
	free := f.free[index(f.free, f.front):]
	from := steady(free, f.front)
	nodes := set.kept.nodes
	for i := len(nodes) - 1; i >= 0; i-- {
		o := &nodes[i]
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
		// what is constant only later rarely covers, and is quick to tell
		if o.front <= f.front+delta && o.steady <= from+delta && covers(o.free, free, f.front, delta) {
			return true
		}
	}
	if m.size += len(free); m.size > maxSegments {
		return false
	}
	here := state{f.front, f.cost, from, m.kept.keep(free)}
	if len(nodes) >= maxPerSet {
		copy(nodes, nodes[1:])
		nodes[len(nodes)-1] = here
	} else {
		set.kept.nodes = append(nodes, here)
	}
	return false
}
