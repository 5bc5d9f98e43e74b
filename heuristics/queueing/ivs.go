package queueing

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

// DefaultInteractive is the longest estimate in seconds of an interactive job where a user gives
// none. The papers give no number. Ten minutes is the second bound of the classes of run time in
// Streit 2002, section 5.
const DefaultInteractive = 600

// The queues of IVS, which are the ways in which it schedules.
const (
	ivsFCFS = iota // strict, by submission
	ivsFFIH        // first fit, increasing height: shortest estimate first
	ivsFFDH        // first fit, decreasing height: longest estimate first
)

// IVS is the implicit voting system. Each job in the system votes for an order of
// the queue by being batch or interactive. With q waiting jobs an event takes O(q), and O(q)
// more for each job that starts.
type IVS struct {
	pool
	interactive int64 // the longest estimate of an interactive job, in seconds
	processors  int64 // of the machine: the system is saturated while the waiting jobs' widths sum up to more
	waitingOnly bool  // only waiting jobs vote
	demand      int64 // sum of the waiting jobs' widths
	lead        int64 // interactive minus batch jobs that vote
}

// NewIVS returns the scheduler. interactive is the longest estimate in seconds of an interactive
// job; longer ones are batch jobs. waitingOnly lets only waiting jobs vote. Otherwise running
// jobs vote too. Jobs are known by their index.
func NewIVS(processors int64, jobs []optgap.TraceJob, interactive int64, waitingOnly bool) *IVS {
	return &IVS{
		pool:        newPool(processors, jobs, heuristics.FCFS, heuristics.SJF, heuristics.LJF),
		interactive: interactive,
		waitingOnly: waitingOnly,
		processors:  processors,
	}
}

// vote returns 1 for an interactive job and -1 for a batch job.
func (s *IVS) vote(job int32) int64 {
	if s.jobs[job].Estimate <= s.interactive {
		return 1
	}
	return -1
}

// Submit adds a job that arrives now.
func (s *IVS) Submit(now int64, job int32) error {
	s.demand += s.jobs[job].Width
	s.lead += s.vote(job)
	return s.pool.Submit(now, job)
}

// End tells that a running job has ended.
func (s *IVS) End(job int32) {
	s.pool.End(job)
	if !s.waitingOnly {
		s.lead -= s.vote(job)
	}
}

// order returns the queue that the system votes for at present.
func (s *IVS) order() int {
	switch {
	case s.demand <= s.processors || s.lead == 0:
		return ivsFCFS
	case s.lead > 0:
		return ivsFFIH
	}
	return ivsFFDH
}

// Start appends to dst the waiting jobs that start now. The votes are counted
// once, before the first of them starts.
func (s *IVS) Start(_ int64, dst []int32) []int32 {
	first := len(dst)
	order := s.order()
	dst = s.fit(&s.queues[order], order == ivsFCFS, dst)
	for _, job := range dst[first:] {
		s.demand -= s.jobs[job].Width
		if s.waitingOnly {
			s.lead -= s.vote(job)
		}
	}
	return dst
}
