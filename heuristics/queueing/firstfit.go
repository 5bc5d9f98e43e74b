package queueing

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

// FirstFit goes through its queue at every event and starts each job that fits into
// the free processors. With q waiting jobs an event takes O(q), and O(q) more for each job that
// starts.
type FirstFit struct {
	pool        // the second queue is by submission, with aging only
	strict bool // while the head does not fit, nothing starts
	aging  int64
}

// NewStrict returns a scheduler that starts jobs in the order of its queue. While the head does not
// fit, nothing starts. Jobs are known by their index.
func NewStrict(processors int64, jobs []optgap.TraceJob, order heuristics.Policy) *FirstFit {
	return &FirstFit{pool: newPool(processors, jobs, order), strict: true}
}

// NewFirstFit returns a first-fit scheduler. WJF makes Aida's LJF/First-Fit and NJF makes Aida's
// SJF/First-Fit. The order has a key. aging is the wait in seconds past which a job has to be
// dispatched before all younger ones; 0: no aging. The paper gives no number. Jobs are known by
// their index.
func NewFirstFit(
	processors int64, jobs []optgap.TraceJob, order heuristics.Policy, aging int64,
) *FirstFit {
	orders := []heuristics.Policy{order}
	if aging > 0 {
		orders = append(orders, heuristics.FCFS)
	}
	return &FirstFit{pool: newPool(processors, jobs, orders...), aging: aging}
}

// Start appends to dst the waiting jobs that start now.
func (s *FirstFit) Start(now int64, dst []int32) []int32 {
	for s.aging > 0 && len(s.queues[1].Jobs) > 0 {
		oldest := s.queues[1].Jobs[0]
		if now-oldest.Submit <= s.aging {
			break
		}
		if oldest.Width > s.free {
			return dst // it blocks the search
		}
		dst = s.begin(oldest, dst)
	}
	return s.fit(&s.queues[0], s.strict, dst)
}
