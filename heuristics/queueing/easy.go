package queueing

import (
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

// EASY is aggressive backfilling. Only the head of the queue has a reservation. Any
// other job that fits now may start if it does not delay the head.
//
// With q waiting and r running jobs an event takes O(q + r), and O(q + r) more for each job that
// starts. A policy with a score takes O(q log q) where a job fits.
type EASY struct {
	pool    // the first queue has the head, the last one is searched behind it
	running heuristics.Running
	epoch   int64 // second of the trace that is 0 here
}

// NewEASY returns an EASY scheduler. The head is the first job in the order head, and jobs are
// backfilled in the order fill. SJBF is shortest job backfilled first: FCFS and SJF (Tsafrir,
// Etsion and Feitelson, Backfilling using system-generated predictions rather than user runtime
// estimates, IEEE Transactions on Parallel and Distributed Systems 18, 2007). Jobs are known by
// their index. Their times count from the second epoch of the trace.
func NewEASY(
	processors int64, jobs []optgap.TraceJob, head, fill heuristics.Policy, epoch int64,
) *EASY {
	orders := []heuristics.Policy{head}
	if fill.Name != head.Name {
		orders = append(orders, fill)
	}
	return &EASY{pool: newPool(processors, jobs, orders...), epoch: epoch}
}

// End tells that a running job has ended.
func (s *EASY) End(job int32) {
	s.running.Remove(job)
	s.pool.End(job)
}

// Start appends to dst the waiting jobs that start now.
func (s *EASY) Start(now int64, dst []int32) []int32 {
	head := &s.queues[0]
	fits := func(w heuristics.WaitingJob) bool { return w.Width <= s.free }
	if !slices.ContainsFunc(head.Jobs, fits) {
		return dst
	}
	for _, q := range s.queues {
		if q.Policy.Score != nil {
			q.Policy.Sort(q.Jobs, now, s.epoch)
		}
	}
	for len(head.Jobs) > 0 && fits(head.Jobs[0]) {
		dst = s.begin(now, head.Jobs[0], dst)
	}
	if len(head.Jobs) == 0 {
		return dst
	}
	shadow, extra := s.reservation(head.Jobs[0].Width)
	fill := &s.queues[len(s.queues)-1]
	for i := 0; i < len(fill.Jobs); {
		w := &fill.Jobs[i]
		late := now+w.Estimate > shadow
		if w.Width > s.free || late && w.Width > extra {
			i++
			continue
		}
		if late {
			extra -= w.Width
		}
		dst = s.begin(now, *w, dst)
	}
	return dst
}

// reservation returns when, by the estimates, a head of that width can start (the shadow time), and
// how many processors it then leaves free (the extra ones).
func (s *EASY) reservation(width int64) (shadow, extra int64) {
	free := s.free
	for i, r := range s.running {
		free += r.Width
		shadow = r.End
		lastOfSecond := i+1 == len(s.running) || s.running[i+1].End > shadow
		if free >= width && lastOfSecond {
			break
		}
	}
	return shadow, free - width
}

// begin starts a waiting job and appends it to dst.
func (s *EASY) begin(now int64, w heuristics.WaitingJob, dst []int32) []int32 {
	s.running.Add(heuristics.RunningJob{End: now + w.Estimate, Width: w.Width, Job: w.Index})
	return s.pool.begin(w, dst)
}
