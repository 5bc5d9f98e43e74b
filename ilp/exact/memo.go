package exact

import "github.com/optgap/optgap/ilp/internal/engine"

// memo remembers explored nodes by the jobs that they have left.
type memo struct {
	sets    jobSets[explored]
	kept    engine.Arena // of the nodes' segments
	size    int          // number of segments kept
	windows bool         // starts have windows, so jobs left can't all be shifted in time
}

// explored holds the explored nodes of a set of jobs left.
type explored struct {
	nodes  []state
	passes *jobSet[passes] // the same set in the diagram; nil: not looked up, or not there
	sought bool            // passes was looked up
}

// state is an explored node.
type state struct {
	front, cost int64
	steady      int64            // free is constant from this second on
	free        []engine.Segment // from the front on
}

// The memo keeps maxSegments segments in all, about half a gigabyte. For a set of jobs
// left it keeps maxPerSet nodes. Then the latest node replaces the oldest.
const (
	maxSegments = 1 << 25
	maxPerSet   = 8
)

// dominates tells that a node explored before leads to schedules at least as good as those
// of f. Otherwise it remembers f.
//
// The node explored before has the same jobs left. It dominates f if the starts of the jobs
// left in any schedule of f, all shifted by delta seconds, are possible after it. delta is
// the largest shift with which the schedules cost no more. Below 0 it shifts to earlier
// starts. Where starts have windows, only a shift of 0 is looked at.
func (m *memo) dominates(set *jobSet[explored], f *frame) bool {
	free := f.free[engine.Index(f.free, f.front):]
	from := engine.Steady(free, f.front)
	nodes := set.kept.nodes
	for i := len(nodes) - 1; i >= 0; i-- {
		o := &nodes[i]
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
		if o.front <= f.front+delta && o.steady <= from+delta && engine.Covers(o.free, free, f.front, delta) {
			return true
		}
	}
	if m.size += len(free); m.size > maxSegments {
		return false
	}
	here := state{f.front, f.cost, from, m.kept.Keep(free)}
	if len(nodes) >= maxPerSet {
		copy(nodes, nodes[1:])
		nodes[len(nodes)-1] = here
	} else {
		set.kept.nodes = append(nodes, here)
	}
	return false
}
