package queueing

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

// FirstFitOptions say how FirstFit searches. The zero value is FCFS/First-Fit
// without aging.
type FirstFitOptions struct {
	// Order sorts the queue; FCFS where its Key is nil. WJF makes Aida's
	// LJF/First-Fit and NJF makes Aida's SJF/First-Fit.
	Order heuristics.Policy
	// Aging is the wait in seconds past which a job has to be dispatched before
	// all younger ones; 0: no aging. The paper gives no number.
	Aging int64
}

func (o FirstFitOptions) validate() error {
	if o.Aging < 0 {
		return optgap.BadField("aging", o.Aging, "at least 1 second, or 0 for none")
	}
	return nil
}

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
// fit, nothing starts. Jobs are known by their index.
func NewStrict(
	processors int64,
	jobs []optgap.TraceJob,
	order heuristics.Policy,
) (*FirstFit, error) {
	s, err := NewFirstFit(processors, jobs, FirstFitOptions{Order: order})
	if err != nil {
		return nil, err
	}
	s.strict = true
	return s, nil
}

// NewFirstFit returns a first-fit scheduler. Jobs are known by their index.
func NewFirstFit(
	processors int64,
	jobs []optgap.TraceJob,
	o FirstFitOptions,
) (*FirstFit, error) {
	if err := o.validate(); err != nil {
		return nil, err
	}
	m, err := newMachine(processors, jobs)
	if err != nil {
		return nil, err
	}
	if o.Order.Key == nil && o.Order.Score == nil {
		o.Order = heuristics.FCFS
	}
	if err := keyed(o.Order); err != nil {
		return nil, err
	}
	s := &FirstFit{machine: m, queue: newQueue(jobs, o.Order), aging: o.Aging}
	if o.Aging > 0 {
		s.age = newQueue(jobs, heuristics.FCFS)
	}
	return s, nil
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
