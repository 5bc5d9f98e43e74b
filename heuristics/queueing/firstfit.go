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
}

// NewStrict returns a scheduler that starts jobs in the order of its queue. While the head does not fit,
// nothing starts. Jobs are known by their index.
func NewStrict(processors int64, jobs []optgap.TraceJob, order heuristics.Policy) (*FirstFit, error) {
	s, err := NewFirstFit(processors, jobs, order)
	if err != nil {
		return nil, err
	}
	s.strict = true
	return s, nil
}

// NewFirstFit returns a first-fit scheduler. The order sorts its queue: WJF makes Aida's LJF/First-Fit, and NJF makes
// Aida's SJF/First-Fit. Jobs are known by their index.
func NewFirstFit(processors int64, jobs []optgap.TraceJob, order heuristics.Policy) (*FirstFit, error) {
	m, err := newMachine(processors, jobs)
	if err != nil {
		return nil, err
	}
	return &FirstFit{machine: m, queue: newQueue(jobs, order)}, nil
}

// Submit adds a job that arrives now.
func (s *FirstFit) Submit(_ int64, job int32) error {
	s.queue.add(job, s.width(job))
	return nil
}

// End tells that a running job has ended.
func (s *FirstFit) End(job int32) { s.free += s.width(job) }

// Start appends to dst the waiting jobs that start now.
func (s *FirstFit) Start(_ int64, dst []int32) []int32 {
	if s.queue.narrowest() > s.free {
		return dst
	}
	for {
		job := s.queue.fitting(s.free)
		if job < 0 || s.strict && job != s.queue.head() {
			return dst
		}
		s.queue.remove(job)
		s.free -= s.width(job)
		dst = append(dst, job)
	}
}
