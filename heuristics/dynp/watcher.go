package dynp

import (
	"fmt"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

// Watcher shows the self-tuning steps of a replay under a scheduler of any kind, one without
// a plan too. The steps have no active policy.
type Watcher struct {
	// OnStep is called as that of [Scheduler], and must be set.
	OnStep func(index, waiting int, step func() *optgap.Step) error

	seen    state // no reservations; its line is in the order of submission
	watched heuristics.Scheduler
}

// NewWatcher returns a scheduler that starts the jobs that the watched one starts. Jobs are
// known by their index.
func NewWatcher(machine int64, jobs []optgap.TraceJob, watched heuristics.Scheduler) *Watcher {
	return &Watcher{seen: state{machine: machine, jobs: jobs}, watched: watched}
}

// Submit adds a job that arrives now. An error is that of OnStep or of the watched scheduler.
func (s *Watcher) Submit(now int64, job int32) error {
	s.seen.join(job)
	if waiting := len(s.seen.line); waiting >= 2 {
		build := func() *optgap.Step { return s.seen.step(now, "", s.seen.line) }
		if err := s.OnStep(s.seen.steps, waiting, build); err != nil {
			return err
		}
		s.seen.steps++
	}
	return s.watched.Submit(now, job)
}

// End tells that a running job has ended.
func (s *Watcher) End(job int32) {
	s.seen.running.Remove(job)
	s.watched.End(job)
}

// Start appends to dst the jobs that the watched scheduler starts now.
func (s *Watcher) Start(now int64, dst []int32) []int32 {
	first := len(dst)
	dst = s.watched.Start(now, dst)
	s.seen.begin(now, dst[first:])
	return dst
}

// Unwrap returns the watched scheduler.
func (s *Watcher) Unwrap() heuristics.Scheduler { return s.watched }

// Follower is a planning scheduler that follows schedules made elsewhere. At every
// submission that leaves at least two jobs waiting it asks for a schedule of the
// step. Until the next such submission it plans the waiting jobs in the order in
// which that schedule starts them, each at its earliest start.
type Follower struct {
	state // its line is in the order of the last schedule
	plan  func(*optgap.Step) (optgap.Schedule, error)
}

// NewFollower returns a scheduler that follows the schedules of plan, which
// gets valid steps, numbered from 0, and returns a feasible schedule of each.
func NewFollower(
	machine int64,
	jobs []optgap.TraceJob,
	plan func(*optgap.Step) (optgap.Schedule, error),
) *Follower {
	return &Follower{state: state{machine: machine, jobs: jobs}, plan: plan}
}

// Submit adds a job that arrives now. An error is that of making the schedule, or
// says why the schedule is not feasible.
func (s *Follower) Submit(now int64, job int32) error {
	s.join(job)
	if len(s.line) < 2 {
		return nil
	}
	heuristics.FCFS.Sort(s.line, now, 0) // as the jobs of a step stand
	st := s.step(now, "", s.line)
	s.steps++
	schedule, err := s.plan(st)
	if err != nil {
		return err
	}
	if err := schedule.Check(st); err != nil {
		return fmt.Errorf("schedule of step %d at second %d: %w", st.Index, now, err)
	}
	for i, start := range schedule {
		s.line[i].Key = start
	}
	slices.SortFunc(s.line, heuristics.WaitingJob.Compare)
	return nil
}

// End tells that a running job has ended.
func (s *Follower) End(job int32) { s.running.Remove(job) }

// Start appends to dst the jobs that start now.
func (s *Follower) Start(now int64, dst []int32) []int32 {
	if len(s.line) == 0 {
		return dst
	}
	first := len(dst)
	dst = s.startable(now, s.line, dst)
	s.begin(now, dst[first:])
	return dst
}
