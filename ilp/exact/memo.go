package exact

// memo remembers explored nodes by the jobs that they have left.
type memo struct {
	sets    jobSets[explored]
	kept    arena
	size    int  // segments kept
	windows bool // starts have windows, so a plan can't be carried out later or earlier
}

// explored is what is remembered of a set of jobs left.
type explored struct {
	nodes  []state
	passes *jobSet[passes] // what a diagram proves of the set, after it was looked up
	sought bool            // passes was looked up
}

// state is what is remembered of a node.
type state struct {
	front, cost int64
	steady      int64     // free is constant from then on
	free        []segment // from the front on
}

// The memo keeps maxSegments segments in all, about half a gigabyte. A set keeps
// maxPerSet nodes, of which the latest replaces the oldest.
const (
	maxSegments = 1 << 25
	maxPerSet   = 8
)

// dominates tells that a node explored before has the same jobs left and leads to
// schedules that are as good. The other node can carry out every plan that this one
// has for them, so much later (or has to, so much earlier) that the costs meet.
// Otherwise dominates remembers the node.
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
		// the last condition takes longest; a node that is constant only later rarely covers
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
