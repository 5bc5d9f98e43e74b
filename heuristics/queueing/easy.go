package queueing

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

// EASY is aggressive backfilling. Only the head of the queue has a reservation. Any
// other job that fits now may start if it does not delay the head.
//
// An event takes O(r) for r running jobs, of which there are at most as many as
// processors. Each backfilled job takes O(log n) for every width that has a
// candidate.
type EASY struct {
	timed
	queue queue  // in the order of the head
	fill  *queue // in the order of backfilling; the same queue where the orders are the same
	index widthIndex
}

// NewEASY returns an EASY scheduler. The head is the first job in the order head, and jobs are
// backfilled in the order fill. SJBF is shortest job backfilled first: FCFS and SJF (Tsafrir,
// Etsion and Feitelson, Backfilling using system-generated predictions rather than user runtime
// estimates, IEEE Transactions on Parallel and Distributed Systems 18, 2007). Jobs are known by
// their index. Both orders have a key.
func NewEASY(processors int64, jobs []optgap.TraceJob, head, fill heuristics.Policy) *EASY {
	s := &EASY{queue: newQueue(jobs, head)}
	s.machine = machine{jobs, processors}
	s.fill = &s.queue
	if fill.Name != head.Name {
		s.fill = new(newQueue(jobs, fill))
	}
	s.index = newWidthIndex(jobs, s.fill)
	return s
}

// Submit adds a job that arrives now.
func (s *EASY) Submit(_ int64, job int32) error {
	s.queue.add(job, s.width(job))
	s.fill.add(job, s.width(job))
	s.index.add(job, s.jobs[job].Estimate)
	return nil
}

// Start appends to dst the waiting jobs that start now.
func (s *EASY) Start(now int64, dst []int32) []int32 {
	for s.queue.narrowest() <= s.free {
		head := s.queue.head()
		if s.width(head) <= s.free {
			dst = s.leave(now, head, dst)
			continue
		}
		return s.backfill(now, head, dst)
	}
	return dst
}

// backfill starts the jobs that do not delay the head. The head does not fit now.
func (s *EASY) backfill(now int64, head int32, dst []int32) []int32 {
	shadow, extra := s.shadow(head)
	for {
		job := s.candidate(min(extra, s.free), shadow-now)
		if job < 0 {
			return dst
		}
		if now+s.jobs[job].Estimate > shadow {
			extra -= s.width(job)
		}
		dst = s.leave(now, job, dst)
	}
}

// candidate returns the first job that is no wider than the extra processors, or
// that fits now and ends within the window. It returns -1 if there is none. The head
// does not fit, so it is never the candidate.
func (s *EASY) candidate(extra, window int64) int32 {
	narrow := s.fill.fitting(extra)
	short := s.index.first(extra, s.free, window)
	if narrow < 0 || short >= 0 && s.fill.position[short] < s.fill.position[narrow] {
		return short
	}
	return narrow
}

// leave starts a job of the queue and appends it to dst.
func (s *EASY) leave(now int64, job int32, dst []int32) []int32 {
	s.queue.remove(job)
	s.fill.remove(job)
	s.index.remove(job)
	return s.begin(now, job, dst)
}
