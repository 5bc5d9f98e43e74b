package queueing

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

// Strict starts jobs in the order of its queue. While the head does not fit, nothing
// starts. An event takes O(log n), and O(log n) more for each job that starts.
type Strict struct {
	machine
	queue queue
}

// NewStrict returns a strict scheduler of a machine with that many processors.
// Jobs are known by their index in the slice.
func NewStrict(processors int64, jobs []optgap.TraceJob, order heuristics.Policy) (*Strict, error) {
	m, err := newMachine(processors, jobs)
	if err != nil {
		return nil, err
	}
	return &Strict{m, newQueue(jobs, order)}, nil
}

// Submit adds a job that arrives now.
func (s *Strict) Submit(_ int64, job int32) error {
	s.queue.add(job, s.width(job))
	return nil
}

// End tells that a running job has ended.
func (s *Strict) End(job int32) { s.free += s.width(job) }

// Start appends to dst the waiting jobs that start now.
func (s *Strict) Start(_ int64, dst []int32) []int32 {
	for s.queue.narrowest() <= s.free {
		head := s.queue.head()
		if s.width(head) > s.free {
			break
		}
		s.queue.remove(head)
		s.free -= s.width(head)
		dst = append(dst, head)
	}
	return dst
}
