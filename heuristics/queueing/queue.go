package queueing

import (
	"math"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

// pool holds the waiting jobs in each order that a scheduler needs, and counts the free
// processors.
type pool struct {
	jobs   []optgap.TraceJob
	free   int64 // processors
	least  int64 // no waiting job is narrower, so that fit need not look
	queues []heuristics.Queue
}

// newPool returns an idle machine.
func newPool(processors int64, jobs []optgap.TraceJob, orders ...heuristics.Policy) pool {
	p := pool{jobs: jobs, free: processors}
	for _, o := range orders {
		p.queues = append(p.queues, heuristics.Queue{Policy: o})
	}
	return p
}

// Submit adds a job that arrives now.
func (p *pool) Submit(_ int64, job int32) error {
	for i := range p.queues {
		p.queues[i].Add(p.jobs[job].Job, job)
	}
	p.least = min(p.least, p.jobs[job].Width)
	return nil
}

// End tells that a running job has ended.
func (p *pool) End(job int32) { p.free += p.jobs[job].Width }

// begin starts a waiting job and appends it to dst.
func (p *pool) begin(w heuristics.WaitingJob, dst []int32) []int32 {
	for i := range p.queues {
		p.queues[i].Remove(w.Index)
	}
	p.free -= w.Width
	return append(dst, w.Index)
}

// fit starts the jobs of a queue that fit, in its order. If it is strict, a job that does not fit
// blocks those behind it. A bound on the widths tells where no job fits.
func (p *pool) fit(q *heuristics.Queue, strict bool, dst []int32) []int32 {
	least := int64(math.MaxInt64)
	i := 0
	for i < len(q.Jobs) && p.free >= p.least {
		width := q.Jobs[i].Width
		switch {
		case width <= p.free:
			dst = p.begin(q.Jobs[i], dst)
		case strict:
			return dst
		default:
			least = min(least, width)
			i++
		}
	}
	if i == len(q.Jobs) {
		p.least = least
	}
	return dst
}
