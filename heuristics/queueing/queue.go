package queueing

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

// pool holds the waiting jobs in each order that a scheduler needs, and counts the free
// processors.
type pool struct {
	jobs   []optgap.TraceJob
	free   int64 // processors
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
// blocks those behind it.
func (p *pool) fit(q *heuristics.Queue, strict bool, dst []int32) []int32 {
	for i := 0; i < len(q.Jobs) && p.free > 0; {
		switch {
		case q.Jobs[i].Width <= p.free:
			dst = p.begin(q.Jobs[i], dst)
		case strict:
			return dst
		default:
			i++
		}
	}
	return dst
}
