package moldable

import "github.com/optgap/optgap/heuristics/moldable"

// node is a list of jobs that have started, in the order of their starts.
type node struct {
	left    uint64    // bit i: job i has not started
	bound   float64   // at most the minsum of all schedules that follow
	cost    int64     // weighted ends of the jobs that have started
	now     int64     // start of the last job
	running []running // jobs that run at now, by end
	parent  *node     // without the last job; nil: no job has started
	job     int       // the last job; -1: none
	width   int64     // processors of the last job
	dead    bool      // a later node is at least as good
}

// running is a number of processors that are busy until a tick.
type running struct {
	end, width int64
}

// starts returns the schedule of a node all of whose jobs have started.
func (n *node) starts(in *moldable.Instance) moldable.Schedule {
	s := make(moldable.Schedule, len(in.Jobs))
	for ; n.parent != nil; n = n.parent {
		s[n.job] = moldable.Placement{Start: n.now, Width: n.width}
	}
	return s
}

// atLeastAsGood tells that all starts that can follow the other node can follow this one
// as well, at no larger cost. So at each tick this one leaves at least as many processors
// free. Both have the same jobs left.
func (n *node) atLeastAsGood(than *node, machine int64) bool {
	if n.cost > than.cost || n.now > than.now {
		return false
	}
	mine, theirs, k := int64(0), int64(0), 0 // busy processors, counted from the last end backwards
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

// nodes is a heap by bounds. Of nodes with equal bounds the one of larger cost comes first.
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
