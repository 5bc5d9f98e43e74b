package queueing

import (
	"fmt"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/internal/running"
)

// Batch runs jobs in on-line batches. When all jobs of a batch have ended, those that
// have arrived make the next one, which is planned as a whole.
//
// With n jobs left in the batch, the end of a job before its estimate takes a plan of n
// placements.
type Batch struct {
	machine
	size    int64 // processors
	plan    func(*optgap.Step) optgap.Schedule
	arrived []int32   // jobs for the next batch
	batch   []planned // jobs of this batch that have not started, by planned start
	running running.Jobs
	latest  int64 // latest estimated end of the jobs that have ended since the last Start
	profile optgap.Profile
	history optgap.History
}

// NewBatch returns the scheduler. Jobs are known by their index. plan returns a feasible
// schedule of a valid step of at least one job, on a machine that is free as a whole. The
// jobs of the step are in the order of their submission, ties by id. Their ids count from
// 0 in this order, and all are submitted now.
func NewBatch(processors int64, jobs []optgap.TraceJob, plan func(*optgap.Step) optgap.Schedule) (*Batch, error) {
	m, err := newMachine(processors, jobs)
	if err != nil {
		return nil, err
	}
	for i, j := range jobs {
		if j.Estimate > maxSum/j.Width {
			return nil, optgap.BadField(fmt.Sprintf("jobs[%d].estimate", i), j.Estimate,
				fmt.Sprintf("at most %d for %d processors", maxSum/j.Width, j.Width))
		}
	}
	return &Batch{machine: m, size: processors, plan: plan}, nil
}

// maxSum limits the sum of the widths times the sum of the estimates of a batch. A step
// within the limit is valid: no sum exceeds int64.
const maxSum = 1 << 60

// Submit adds a job that arrives now.
func (s *Batch) Submit(_ int64, job int32) error {
	s.arrived = append(s.arrived, job)
	return nil
}

// End tells that a running job has ended.
func (s *Batch) End(job int32) {
	s.latest = max(s.latest, s.running.Remove(job).End)
	s.free += s.width(job)
}

// Start appends to dst the waiting jobs that start now.
func (s *Batch) Start(now int64, dst []int32) []int32 {
	if len(s.batch) == 0 && len(s.running) == 0 {
		s.next(now)
	} else if s.latest > now {
		s.replan(now)
	}
	s.latest = now
	n := 0
	for ; n < len(s.batch) && s.batch[n].start == now; n++ {
		p := s.batch[n]
		s.running.Add(running.Job{End: now + p.estimate, Width: p.width, Job: p.job})
		s.free -= p.width
		dst = append(dst, p.job)
	}
	s.batch = slices.Delete(s.batch, 0, n)
	return dst
}

// next makes a batch of the jobs that have arrived, and plans it.
func (s *Batch) next(now int64) {
	if len(s.arrived) == 0 {
		return
	}
	slices.SortFunc(s.arrived, func(a, b int32) int { return heuristics.FCFS.Compare(s.jobs[a].Job, s.jobs[b].Job) })
	n := s.most()
	idle := optgap.History{{Time: 0, Free: s.size}}
	step := &optgap.Step{Format: optgap.StepFormat, Now: now, Machine: s.size, History: idle}
	for i, job := range s.arrived[:n] {
		step.Jobs = append(step.Jobs, optgap.Job{ID: int64(i), Width: s.width(job), Estimate: s.jobs[job].Estimate})
	}
	for i, start := range s.plan(step) {
		j := step.Jobs[i]
		s.batch = append(s.batch, planned{
			start: now + start, id: j.ID, width: j.Width, estimate: j.Estimate, job: s.arrived[i],
		})
	}
	s.arrived = slices.Delete(s.arrived, 0, n)
	slices.SortFunc(s.batch, comparePlanned)
	s.replan(now)
}

// most returns how many of the first jobs that have arrived a batch takes: all, unless
// their sums exceed the limit.
func (s *Batch) most() int {
	width, estimate := int64(0), int64(0)
	for n, job := range s.arrived {
		j := &s.jobs[job]
		width, estimate = width+j.Width, estimate+j.Estimate
		if n > 0 && estimate > maxSum/width {
			return n
		}
	}
	return len(s.arrived)
}

// replan plans the jobs that have not started, in the order of their planned starts, each
// as early as possible. No planned start gets later.
func (s *Batch) replan(now int64) {
	s.history = s.running.History(now, s.size, s.history)
	s.profile.Reset(s.history)
	for i := range s.batch {
		p := &s.batch[i]
		p.start = s.profile.Place(now, p.width, p.estimate)
	}
	slices.SortFunc(s.batch, comparePlanned)
}
