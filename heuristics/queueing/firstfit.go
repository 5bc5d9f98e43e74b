package queueing

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

// FirstFit goes through its queue at every event and starts each job that fits into
// the free processors. An event takes O(log n), and O(log n) more for each job that
// starts.
type FirstFit struct {
	machine
	queue  queue
	strict bool // while the head does not fit, nothing starts
	aging  int64
	age    queue // by submission, then id; with aging only
}

// NewStrict returns a scheduler that starts jobs in the order of its queue. While the head does not
// fit, nothing starts. The order has a key. Jobs are known by their index.
func NewStrict(processors int64, jobs []optgap.TraceJob, order heuristics.Policy) *FirstFit {
	s := NewFirstFit(processors, jobs, order, 0)
	s.strict = true
	return s
}

// NewFirstFit returns a first-fit scheduler. WJF makes Aida's LJF/First-Fit and NJF makes Aida's
// SJF/First-Fit. The order has a key. aging is the wait in seconds past which a job has to be
// dispatched before all younger ones; 0: no aging. The paper gives no number. Jobs are known by
// their index.
func NewFirstFit(
	processors int64, jobs []optgap.TraceJob, order heuristics.Policy, aging int64,
) *FirstFit {
	s := &FirstFit{machine: machine{jobs, processors}, queue: newQueue(jobs, order), aging: aging}
	if aging > 0 {
		s.age = newQueue(jobs, heuristics.FCFS)
	}
	return s
}

// Submit adds a job that arrives now.
func (s *FirstFit) Submit(_ int64, job int32) error {
	s.queue.add(job, s.width(job))
	if s.aging > 0 {
		s.age.add(job, s.width(job))
	}
	return nil
}

// End tells that a running job has ended.
func (s *FirstFit) End(job int32) { s.free += s.width(job) }

// Start appends to dst the waiting jobs that start now.
func (s *FirstFit) Start(now int64, dst []int32) []int32 {
	if s.queue.narrowest() > s.free {
		return dst
	}
	if s.aging > 0 {
		for {
			oldest := s.age.head()
			if oldest < 0 || now-s.jobs[oldest].Submit <= s.aging {
				break
			}
			if s.width(oldest) > s.free {
				return dst // it blocks the search
			}
			dst = s.leave(oldest, dst)
		}
	}
	for s.queue.narrowest() <= s.free {
		most := s.free
		if s.strict {
			most = absent - 1 // the head, however wide
		}
		job := s.queue.fitting(most)
		if s.width(job) > s.free {
			break
		}
		dst = s.leave(job, dst)
	}
	return dst
}

// leave starts a job of the queue and appends it to dst.
func (s *FirstFit) leave(job int32, dst []int32) []int32 {
	s.queue.remove(job)
	if s.aging > 0 {
		s.age.remove(job)
	}
	s.free -= s.width(job)
	return append(dst, job)
}
