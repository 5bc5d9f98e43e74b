package queueing

import (
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

// ScoredEASY is [EASY] in an order that changes while jobs wait: that of a policy with a score.
//
// An event takes O(q log q + r) for q waiting and r running jobs, and O(q) for each job that is the
// head or starts.
type ScoredEASY struct {
	timed
	policy  heuristics.Policy
	epoch   int64 // second of the trace that is 0 here
	waiting []heuristics.WaitingJob
}

// NewScoredEASY returns the scheduler. Jobs are known by their index. epoch is the second of the
// trace from which their times count.
func NewScoredEASY(
	processors int64, jobs []optgap.TraceJob, policy heuristics.Policy, epoch int64,
) *ScoredEASY {
	s := &ScoredEASY{policy: policy, epoch: epoch}
	s.machine = machine{jobs, processors}
	return s
}

// Submit adds a job that arrives now.
func (s *ScoredEASY) Submit(_ int64, job int32) error {
	s.waiting = append(s.waiting, heuristics.WaitingJob{Job: s.jobs[job].Job, Index: job})
	return nil
}

// Start appends to dst the waiting jobs that start now.
func (s *ScoredEASY) Start(now int64, dst []int32) []int32 {
	fits := func(w heuristics.WaitingJob) bool { return w.Width <= s.free }
	if !slices.ContainsFunc(s.waiting, fits) {
		return dst
	}
	s.policy.Sort(s.waiting, now, s.epoch)
	heads := 0
	for ; heads < len(s.waiting) && fits(s.waiting[heads]); heads++ {
		dst = s.begin(now, s.waiting[heads].Index, dst)
	}
	s.waiting = slices.Delete(s.waiting, 0, heads)
	if len(s.waiting) == 0 {
		return dst
	}
	shadow, extra := s.shadow(s.waiting[0].Index)
	s.waiting = slices.DeleteFunc(
		s.waiting,
		func(w heuristics.WaitingJob) bool { // never the head, which does not fit
			if !fits(w) {
				return false
			}
			if now+w.Estimate > shadow {
				if w.Width > extra {
					return false
				}
				extra -= w.Width
			}
			dst = s.begin(now, w.Index, dst)
			return true
		},
	)
	return dst
}
