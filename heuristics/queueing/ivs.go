package queueing

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

// DefaultInteractive is the longest estimate in seconds of an interactive job where a user gives
// none. The papers give no number. Ten minutes is the second bound of the classes of run time in
// Streit 2002, section 5.
const DefaultInteractive = 600

// ivsOrder is one of the three ways in which IVS schedules.
type ivsOrder int

const (
	ivsFCFS ivsOrder = iota // strict, by submission
	ivsFFIH                 // first fit, increasing height: shortest estimate first
	ivsFFDH                 // first fit, decreasing height: longest estimate first
)

// IVS is the implicit voting system. Each job in the system votes for an order of
// the queue by being batch or interactive. An event takes O(log n), and O(log n)
// more for each job that starts.
type IVS struct {
	machine
	interactive int64    // the longest estimate of an interactive job, in seconds
	processors  int64    // of the machine: the system is saturated while the waiting jobs' widths sum up to more
	waitingOnly bool     // only waiting jobs vote
	queues      [3]queue // by ivsOrder
	demand      int64    // sum of the waiting jobs' widths
	lead        int64    // interactive minus batch jobs that vote
}

// NewIVS returns the scheduler. interactive is the longest estimate in seconds of an interactive
// job; longer ones are batch jobs. waitingOnly lets only waiting jobs vote. Otherwise running
// jobs vote too. Jobs are known by their index.
func NewIVS(processors int64, jobs []optgap.TraceJob, interactive int64, waitingOnly bool) *IVS {
	s := &IVS{
		machine:     machine{jobs, processors},
		interactive: interactive,
		waitingOnly: waitingOnly,
		processors:  processors,
	}
	s.queues = [3]queue{
		newQueue(jobs, heuristics.FCFS),
		newQueue(jobs, heuristics.SJF),
		newQueue(jobs, heuristics.LJF),
	}
	return s
}

// vote returns 1 for an interactive job and -1 for a batch job.
func (s *IVS) vote(job int32) int64 {
	if s.jobs[job].Estimate <= s.interactive {
		return 1
	}
	return -1
}

// Submit adds a job that arrives now.
func (s *IVS) Submit(_ int64, job int32) error {
	for q := range s.queues {
		s.queues[q].add(job, s.width(job))
	}
	s.demand += s.width(job)
	s.lead += s.vote(job)
	return nil
}

// End tells that a running job has ended.
func (s *IVS) End(job int32) {
	s.free += s.width(job)
	if !s.waitingOnly {
		s.lead -= s.vote(job)
	}
}

// order returns the order that the system votes for at present.
func (s *IVS) order() ivsOrder {
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
	order := s.order()
	queue := &s.queues[order]
	for queue.narrowest() <= s.free {
		job := queue.fitting(s.free)
		if order == ivsFCFS && job != queue.head() {
			break
		}
		for q := range s.queues {
			s.queues[q].remove(job)
		}
		s.free -= s.width(job)
		s.demand -= s.width(job)
		if s.waitingOnly {
			s.lead -= s.vote(job)
		}
		dst = append(dst, job)
	}
	return dst
}
