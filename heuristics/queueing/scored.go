package queueing

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

// ScoredEASY is [EASY] in an order that changes while jobs wait: that of a policy with a score.
//
// An event takes O(q log q + r) for q waiting and r running jobs, and O(q) for each job that is the
// head or starts.
type ScoredEASY struct {
	machine
	policy  heuristics.Policy
	epoch   int64 // second of the trace that is 0 here
	waiting []scored
	running heuristics.Running
}

// scored is a waiting job with the key of this moment.
type scored struct {
	key int64
	job int32
}

// NewScoredEASY returns the scheduler. Jobs are known by their index. epoch is the second of the
// trace from which their times count.
func NewScoredEASY(
	processors int64, jobs []optgap.TraceJob, policy heuristics.Policy, epoch int64,
) *ScoredEASY {
	return &ScoredEASY{machine: machine{jobs, processors}, policy: policy, epoch: epoch}
}

// Submit adds a job that arrives now.
func (s *ScoredEASY) Submit(_ int64, job int32) error {
	s.waiting = append(s.waiting, scored{job: job})
	return nil
}

// End tells that a running job has ended.
func (s *ScoredEASY) End(job int32) {
	s.running.Remove(job)
	s.free += s.width(job)
}

// Start appends to dst the waiting jobs that start now.
func (s *ScoredEASY) Start(now int64, dst []int32) []int32 {
	if !slices.ContainsFunc(s.waiting, func(w scored) bool { return s.width(w.job) <= s.free }) {
		return dst
	}
	s.sort(now)
	heads := 0
	for ; heads < len(s.waiting) && s.width(s.waiting[heads].job) <= s.free; heads++ {
		dst = s.begin(now, s.waiting[heads].job, dst)
	}
	s.waiting = slices.Delete(s.waiting, 0, heads)
	if len(s.waiting) == 0 {
		return dst
	}
	shadow, extra := shadowOf(s.running, s.free, s.width(s.waiting[0].job))
	s.waiting = slices.DeleteFunc(
		s.waiting,
		func(w scored) bool { // never the head, which does not fit
			width := s.width(w.job)
			if width > s.free {
				return false
			}
			if now+s.jobs[w.job].Estimate > shadow {
				if width > extra {
					return false
				}
				extra -= width
			}
			dst = s.begin(now, w.job, dst)
			return true
		},
	)
	return dst
}

// sort orders the waiting jobs by the policy, ties by submission, then by id.
func (s *ScoredEASY) sort(now int64) {
	for i := range s.waiting {
		j := s.jobs[s.waiting[i].job].Job
		j.Submit += s.epoch
		s.waiting[i].key = s.policy.At(j, now+s.epoch)
	}
	slices.SortFunc(s.waiting, func(a, b scored) int {
		x := &s.jobs[a.job]
		y := &s.jobs[b.job]
		return cmp.Or(
			cmp.Compare(a.key, b.key),
			cmp.Compare(x.Submit, y.Submit),
			cmp.Compare(x.ID, y.ID),
			cmp.Compare(a.job, b.job),
		)
	})
}

// begin starts a job and appends it to dst.
func (s *ScoredEASY) begin(now int64, job int32, dst []int32) []int32 {
	s.free -= s.width(job)
	s.running.Add(
		heuristics.RunningJob{End: now + s.jobs[job].Estimate, Width: s.width(job), Job: job},
	)
	return append(dst, job)
}
