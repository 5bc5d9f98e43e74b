package moldable

import (
	"cmp"
	"container/heap"
	"fmt"
	"math"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/moldable"
)

// ExactOptions steer Exact; zero values get defaults.
type ExactOptions struct {
	// Nodes is the number of nodes kept at which the search ends; 0: DefaultNodes. A
	// node takes some hundred bytes.
	Nodes int
	// Beam is the number of nodes of each depth that a first pass goes on with; 0:
	// DefaultBeam; below 0: no such pass. It finds good schedules and proves nothing.
	Beam int
	// Stop, where set, is asked before the followers of each node; true ends the search
	// with what it has.
	Stop func() bool
}

// Defaults of ExactOptions.
const (
	DefaultNodes = 1_000_000
	DefaultBeam  = 100
)

// mostJobs is the number of jobs that a set of Exact can hold.
const mostJobs = 64

// ExactResult is the best schedule known and a bound.
type ExactResult struct {
	Schedule moldable.Schedule
	Bound    int64 // at most the minsum of every schedule; that of the schedule where it is optimal
	Optimal  bool
	EndedBy  optgap.EndedBy // finished, or node_limit, or interrupt where Stop said so
	Nodes    int
}

// Exact searches for a schedule of least minsum: see the package's comment. known is a
// schedule of the instance, l a Lagrangian bound for it, whose prices bound the nodes.
func Exact(in *moldable.Instance, known moldable.Schedule, l *LagrangeBound, o ExactOptions) (*ExactResult, error) {
	if len(in.Jobs) > mostJobs {
		return nil, &optgap.FieldError{Field: "jobs", Found: fmt.Sprint(len(in.Jobs)), Expected: fmt.Sprintf("at most %d for a search", mostJobs)}
	}
	if o.Nodes < 0 {
		return nil, &optgap.FieldError{Field: "nodes", Found: fmt.Sprint(o.Nodes), Expected: "at least 1, or 0 for the default"}
	}
	if o.Nodes == 0 {
		o.Nodes = DefaultNodes
	}
	if o.Beam == 0 {
		o.Beam = DefaultBeam
	}
	t := newTree(in, known, l)
	t.beam(o)
	r := &ExactResult{EndedBy: t.search(o), Nodes: t.nodes}
	r.Schedule, r.Bound = t.schedule, t.upper
	if r.Optimal = r.EndedBy == optgap.EndedFinished; !r.Optimal {
		r.Bound = max(l.Bound, min(t.upper, t.proven()))
	}
	return r, nil
}

// tree is the state of Exact: a best-first search.
type tree struct {
	in       *moldable.Instance
	costs    []waitCost
	prices   prices
	schedule moldable.Schedule
	upper    int64   // minsum of the schedule
	offset   float64 // what the capacity costs
	open     nodes
	seen     map[uint64][]*node // by the set of jobs that are left
	nodes    int

	scratch node // the node that is looked at
	running []running
}

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

func newTree(in *moldable.Instance, known moldable.Schedule, l *LagrangeBound) *tree {
	t := &tree{in: in, schedule: known, upper: known.Minsum(in), seen: map[uint64][]*node{}}
	if v := l.Schedule.Minsum(in); v < t.upper {
		t.schedule, t.upper = l.Schedule, v
	}
	t.prices = l.Certificate.prices()
	root := &node{left: 1<<len(in.Jobs) - 1, job: -1}
	t.offset = float64(in.Machine) * t.prices.prefix[len(t.prices.prefix)-1]
	root.bound = -t.offset
	for _, j := range in.Jobs {
		c := newWaitCost(j, &t.prices)
		t.costs = append(t.costs, c)
		root.bound += c.at(0)
	}
	heap.Push(&t.open, root)
	return t
}

// tolerance is what rounding may take from the bound of a node, relative to the sums that
// make it.
const tolerance = 1e-10

// limit returns the value from which on a bound shows that a node has no better schedule
// than the one known. A better one is better by 1 at least.
func (t *tree) limit() float64 {
	return float64(t.upper) - 1 + tolerance*(float64(t.upper)+t.offset)
}

// search goes through the nodes by rising bounds.
func (t *tree) search(o ExactOptions) optgap.EndedBy {
	for len(t.open) > 0 && t.open[0].bound <= t.limit() {
		if t.nodes >= o.Nodes {
			return optgap.EndedNodeLimit
		}
		if o.Stop != nil && o.Stop() {
			return optgap.EndedInterrupt
		}
		n := heap.Pop(&t.open).(*node)
		if n.dead {
			continue
		}
		t.follow(n, func(c *node) {
			t.nodes++
			heap.Push(&t.open, c)
		})
	}
	return optgap.EndedFinished
}

// beam goes from depth to depth with the nodes of the least bounds only.
func (t *tree) beam(o ExactOptions) {
	layer := []*node{t.open[0]}
	for len(layer) > 0 && o.Beam > 0 {
		var next []*node
		for _, n := range layer {
			if o.Stop != nil && o.Stop() {
				return
			}
			t.follow(n, func(c *node) { next = append(next, c) })
		}
		next = slices.DeleteFunc(next, func(n *node) bool { return n.dead })
		slices.SortStableFunc(next, func(a, b *node) int { return cmp.Compare(a.bound, b.bound) })
		layer = next[:min(len(next), o.Beam)]
		clear(t.seen) // what is left out here has not been searched
	}
}

// follow hands the nodes that follow a node to a function, but for those that are of no
// use.
func (t *tree) follow(n *node, use func(*node)) {
	for i := range t.in.Jobs {
		if n.left>>i&1 == 1 {
			t.start(n, i, use)
		}
	}
}

// proven returns the least bound of the nodes that are open.
func (t *tree) proven() int64 {
	if len(t.open) == 0 {
		return t.upper
	}
	return int64(math.Ceil(t.open[0].bound - tolerance*(float64(t.upper)+t.offset)))
}

// start appends a job to the order of a node, with each of its allotments: not before the
// last one, and as soon as enough processors are free. Some optimal schedule is of this
// form, as a job that could start earlier would.
func (t *tree) start(n *node, i int, use func(*node)) {
	m := t.moment(n, i)
	for _, a := range t.costs[i].options { // wider ones start at the same tick or later
		for m.free < a.Width {
			m.wait()
		}
		c := &t.scratch
		*c = node{left: n.left &^ (1 << i), now: m.now, parent: n, job: i, width: a.Width}
		c.bound = m.bound + t.costs[i].of(a, m.now, &t.prices)
		if c.bound > t.limit() || c.now == n.now && n.job > i { // jobs that start together stand in their order
			continue
		}
		c.cost = n.cost + t.in.Jobs[i].Weight*(m.now+a.Time)
		if c.left == 0 {
			if c.cost < t.upper {
				t.upper, t.schedule = c.cost, c.starts(t.in)
			}
			continue
		}
		c.running = t.insert(m.running, running{m.now + a.Time, a.Width})
		if t.keep(c) {
			use(t.seen[c.left][len(t.seen[c.left])-1])
		}
	}
}

// insert returns the running jobs and one more, in memory that the next call uses again.
func (t *tree) insert(jobs []running, one running) []running {
	at, _ := slices.BinarySearchFunc(jobs, one.end, func(r running, end int64) int { return cmp.Compare(r.end, end) })
	t.running = append(append(append(t.running[:0], jobs[:at]...), one), jobs[at:]...)
	return t.running
}

// moment is a tick at which a job can start after those of a node.
type moment struct {
	t       *tree
	n       *node
	job     int
	now     int64
	free    int64     // processors
	running []running // after now
	idle    float64   // price of the processors that are idle from the node on until now
	bound   float64   // of the node, with what is idle, and without the job
}

// moment returns the moment of the start before.
func (t *tree) moment(n *node, i int) *moment {
	m := &moment{t: t, n: n, job: i, now: n.now, free: t.in.Machine, running: n.running}
	for _, r := range n.running {
		m.free -= r.width
	}
	m.settle()
	return m
}

// wait goes on to the next end of a running job.
func (m *moment) wait() {
	end := m.running[0].end
	m.idle += float64(m.free) * (m.t.prices.until(float64(end)) - m.t.prices.until(float64(m.now)))
	m.now = end
	m.settle()
}

// settle frees the processors of the jobs that have ended, and computes the bound.
func (m *moment) settle() {
	for len(m.running) > 0 && m.running[0].end <= m.now {
		m.free += m.running[0].width
		m.running = m.running[1:]
	}
	m.bound = m.n.bound + m.idle - m.t.costs[m.job].at(m.n.now)
	if m.now == m.n.now {
		return
	}
	for k := range m.t.costs {
		if k != m.job && m.n.left>>k&1 == 1 {
			m.bound += m.t.costs[k].at(m.now) - m.t.costs[k].at(m.n.now)
		}
	}
}

// starts returns the schedule of a node without jobs left.
func (n *node) starts(in *moldable.Instance) moldable.Schedule {
	s := make(moldable.Schedule, len(in.Jobs))
	for ; n.parent != nil; n = n.parent {
		s[n.job] = moldable.Placement{Start: n.now, Width: n.width}
	}
	return s
}

// remembered is the number of nodes with the same jobs left that a new one is compared
// with.
const remembered = 128

// keep tells that no node seen before is at least as good. Then it appends a copy of the
// new one to those seen, and marks those that the new one is at least as good as.
func (t *tree) keep(n *node) bool {
	others := t.seen[n.left]
	for _, o := range others {
		if o.atLeastAsGood(n, t.in.Machine) {
			return false
		}
	}
	kept := others[:0]
	for _, o := range others {
		if n.atLeastAsGood(o, t.in.Machine) {
			o.dead = true
		} else {
			kept = append(kept, o)
		}
	}
	if len(kept) == remembered {
		kept = append(kept[:0], kept[1:]...)
	}
	n.running = slices.Clone(n.running)
	t.seen[n.left] = append(kept, new(*n))
	return true
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
