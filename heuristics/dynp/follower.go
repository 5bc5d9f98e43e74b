package dynp

import (
	"fmt"
	"slices"

	"github.com/optgap/optgap"
)

// Follower is a planning scheduler that follows schedules made elsewhere. At every
// submission that leaves at least two jobs waiting it asks for a schedule of the
// step. Until the next such submission it plans the waiting jobs in the order in
// which that schedule starts them, each at its earliest start.
type Follower struct {
	state
	plan  func(*optgap.Step) (optgap.Schedule, error)
	line  []waiting     // the waiting jobs in the order of the last schedule
	order map[int64]int // by id of a job: its position in this order
	steps int
}

// NewFollower returns a scheduler that follows the schedules of plan, which
// gets valid steps, numbered from 0, and returns a feasible schedule of each.
func NewFollower(machine int64, jobs []optgap.TraceJob, plan func(*optgap.Step) (optgap.Schedule, error)) *Follower {
	return &Follower{state: state{machine: machine, jobs: jobs}, plan: plan, order: map[int64]int{}}
}

// Submit adds a job that arrives now. An error is that of making the schedule, or
// says why the schedule is not feasible.
func (s *Follower) Submit(now int64, job int32) error {
	s.line = append(s.line, newWaiting(0, s.jobs[job].Job, job))
	if len(s.line) < 2 {
		return nil
	}
	st := s.step(now, s.steps, "", s.line)
	s.steps++
	schedule, err := s.plan(st)
	if err != nil {
		return err
	}
	if err := schedule.Check(st); err != nil {
		return fmt.Errorf("schedule of step %d at second %d: %w", st.Index, now, err)
	}
	clear(s.order)
	for position, i := range schedule.Order() {
		s.order[st.Jobs[i].ID] = position
	}
	slices.SortFunc(s.line, func(a, b waiting) int { return s.order[a.id] - s.order[b.id] })
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
	for _, job := range dst[first:] {
		s.begin(now, job)
		s.line = slices.DeleteFunc(s.line, func(w waiting) bool { return w.job == job })
	}
	return dst
}
