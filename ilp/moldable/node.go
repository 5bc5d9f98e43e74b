package moldable

import "github.com/optgap/optgap/heuristics/moldable"

// node is a set of jobs that have started, in the order of their starts.
type node struct {
	left    uint64 // jobs that have not started
	bound   float64
	cost    int64     // weighted ends of the jobs that have started
	now     int64     // start of the last one
	running []running // at now, by end
	parent  *node
	job     int // the last one
	width   int64
	dead    bool // a later node is at least as good
}

// running is a number of processors that are busy until a tick.
type running struct {
	end, width int64
}

// starts returns the schedule of a node without jobs left.
func (n *node) starts(in *moldable.Instance) moldable.Schedule {
	s := make(moldable.Schedule, len(in.Jobs))
	for ; n.parent != nil; n = n.parent {
		s[n.job] = moldable.Placement{Start: n.now, Width: n.width}
	}
	return s
}

// atLeastAsGood tells that everything that can follow the other node can follow this one
// as well, at no larger cost: at each tick at least as many processors are free. Both
// have the same jobs left.
func (n *node) atLeastAsGood(than *node, machine int64) bool {
	if n.cost > than.cost || n.now > than.now {
		return false
	}
	mine, theirs, k := int64(0), int64(0), 0 // processors that are busy, from the last end backwards
	for at := len(than.running) - 1; at >= -1; at-- {
		from := than.now
		if at >= 0 {
			from = than.running[at].end
		}
		for k < len(n.running) && n.running[len(n.running)-1-k].end > from {
			mine += n.running[len(n.running)-1-k].width
			k++
		}
		if mine > theirs {
			return false
		}
		if at >= 0 {
			theirs += than.running[at].width
		}
	}
	return true
}

// nodes is a heap by bounds. Of equal ones the deeper node comes first.
type nodes []*node

func (h nodes) Len() int { return len(h) }
func (h nodes) Less(i, j int) bool {
	return h[i].bound < h[j].bound || h[i].bound == h[j].bound && h[i].cost > h[j].cost
}
func (h nodes) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *nodes) Push(x any)   { *h = append(*h, x.(*node)) }
func (h *nodes) Pop() any {
	old := *h
	last := old[len(old)-1]
	*h = old[:len(old)-1]
	return last
}
