package moldable

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap/heuristics/moldable"
)

// start appends a job to the order of a node, with each of its allotments. The job starts
// as soon as enough processors are free, and not before the last job of the node. In some
// optimal schedule all jobs start so, as no job can start earlier there. use is called for
// each new node that is worth searching.
func (t *tree) start(n *node, i int, use func(*node)) {
	m := t.moment(n, i)
	for _, a := range t.costs[i].options { // wider ones start at the same tick or later
		for m.free < a.Width {
			m.wait()
		}
		c := &t.scratch
		*c = node{left: n.left &^ (1 << i), now: m.now, parent: n, job: i, width: a.Width}
		c.bound = m.bound + t.costs[i].of(a, m.now, &t.prices)
		if c.bound > t.limit() {
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

// moment is a tick at which a job can start after the jobs of a node.
type moment struct {
	t       *tree
	n       *node
	job     int
	now     int64
	free    int64     // processors
	running []running // jobs that end after now
	idle    float64   // price of the processors that are idle from the node's last start until now
	bound   float64   // of the node, without the job and with the price of idle processors
}

// moment returns the moment of the node's last start, for job i.
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

// settle frees the processors of the jobs that have ended by now, and computes the bound.
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

// node is a list of jobs that have started, in the order of their starts.
type node struct {
	left    uint64    // bit i: job i has not started
	bound   float64   // at most the minsum of all schedules that follow
	cost    int64     // weighted ends of the jobs that have started
	now     int64     // start of the last job
	running []running // jobs that run at now, by end
	parent  *node     // without the last job, nil if no job has started
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
func (n *node) atLeastAsGood(than *node) bool {
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
