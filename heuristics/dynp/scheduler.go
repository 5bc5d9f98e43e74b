package dynp

import (
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

// Scheduler is the planning scheduler of the papers. At every event it plans all
// waiting jobs anew in the order of the active policy, and the jobs planned for
// now start. New makes it self-tuning: it then plans with all policies at certain
// events (see Replan), if at least two jobs wait, and lets a decider choose the
// active policy. NewBasic makes basic dynP. NewSinglePolicy makes a scheduler whose
// policy never changes.
//
// A job is known by its index in the slice from which the scheduler was made.
// Submit or End tells of an event, and Start has to follow.
type Scheduler struct {
	// OnStep is called at every submission that leaves at least two jobs waiting, before
	// any decision; it may be nil. index counts these steps from 0, and waiting is the
	// number of waiting jobs. step builds the step, which takes some time. Submit returns
	// the error of OnStep.
	OnStep func(index, waiting int, step func() *optgap.Step) error

	state
	policies []heuristics.Policy // all that may become active
	active   int                 // index into policies
	queues   []heuristics.Queue  // by policy: the waiting jobs in its order
	epoch    int64               // second of the trace that the scheduler takes for 0
	stats    Stats               // Backlog is the sum over the decisions
	basic    *BasicOptions       // nil unless the scheduler is basic dynP
	tuning

	ended bool // a job has ended since the last Start

	// For ReplanInsert and ReplanPromise, whose plans last from one event to the next:
	planned  []int64 // by job: its planned start, optgap.Never before its first plan; nil for other readings
	stale    bool    // a job has ended or the policy has changed since the last plan
	reserved int     // number of reservations that the plan knows
}

// NewSinglePolicy returns a scheduler that follows one policy.
func NewSinglePolicy(
	machine int64,
	jobs []optgap.TraceJob,
	policy heuristics.Policy,
) *Scheduler {
	return newScheduler(machine, jobs, []heuristics.Policy{policy})
}

func newScheduler(
	machine int64,
	jobs []optgap.TraceJob,
	policies []heuristics.Policy,
) *Scheduler {
	s := &Scheduler{state: state{machine: machine, jobs: jobs}, policies: policies}
	s.stats = Stats{StartedWith: map[string]int{}, SwitchesTo: map[string]int{}}
	for _, p := range policies {
		s.queues = append(s.queues, heuristics.Queue{Policy: p})
		s.stats.StartedWith[p.Name] = 0
		s.stats.SwitchesTo[p.Name] = 0
	}
	return s
}

// Policy returns the active policy.
func (s *Scheduler) Policy() heuristics.Policy { return s.policies[s.active] }

// Active returns the name of the active policy; "": the scheduler has a single one.
func (s *Scheduler) Active() string {
	if len(s.policies) == 1 {
		return ""
	}
	return s.Policy().Name
}

// Waiting returns how many jobs wait.
func (s *Scheduler) Waiting() int { return len(s.queues[0].Jobs) }

// Submit adds a job that arrives now and runs a self-tuning step where the
// reading asks for one. An error is that of OnStep.
func (s *Scheduler) Submit(now int64, job int32) error {
	s.enter(job)
	if s.Waiting() >= 2 {
		if s.OnStep != nil {
			build := func() *optgap.Step { return s.step(now, s.Policy().Name, s.queues[0].Jobs) }
			if err := s.OnStep(s.steps, s.Waiting(), build); err != nil {
				return err
			}
		}
		s.steps++
		if s.decider != nil && s.rules.tuneAtSubmit {
			s.tune(now)
		}
	}
	if s.basic != nil {
		s.tuneBasic()
	}
	return nil
}

// enter puts a job into the queues.
func (s *Scheduler) enter(job int32) {
	j := s.jobs[job].Job
	for q := range s.queues {
		s.queues[q].Add(j, job)
	}
	if s.rules.keep {
		s.join(job)
	}
}

// End tells that a running job has ended.
func (s *Scheduler) End(job int32) {
	s.running.Remove(job)
	s.ended = true
}

// Start plans the waiting jobs and appends those that start now to dst.
func (s *Scheduler) Start(now int64, dst []int32) []int32 {
	ended := s.ended
	s.ended = false
	s.stale = s.stale || ended
	if s.Waiting() == 0 {
		return dst
	}
	if ended && s.decider != nil && s.rules.tuneAtEnd && s.Waiting() >= 2 {
		s.tune(now)
	}
	first := len(dst)
	switch {
	case s.planned != nil:
		dst = s.startPlanned(now, dst)
	case s.rules.keep:
		s.arrange(now, s.active)
		dst = s.startable(now, s.line, dst)
		s.arrangeBack(now)
	default:
		dst = s.startable(now, s.ordered(now, s.active), dst)
	}
	s.leave(now, dst[first:])
	return dst
}

// leave moves started jobs from the queues to the running ones.
func (s *Scheduler) leave(now int64, started []int32) {
	for _, job := range started {
		for q := range s.queues {
			s.queues[q].Remove(job)
		}
	}
	s.begin(now, started)
	s.stats.StartedWith[s.Policy().Name] += len(started)
}

// ordered returns the waiting jobs in the order of a policy, and makes room for their starts.
func (s *Scheduler) ordered(now int64, policy int) []heuristics.WaitingJob {
	items := s.queues[policy].Jobs
	if p := s.policies[policy]; p.Score != nil {
		p.Sort(items, now, s.epoch)
	}
	s.starts = slices.Grow(s.starts[:0], len(items))[:len(items)]
	return items
}

// Plan returns the schedule that the scheduler makes of a step, whose history may dip. The
// scheduler is a fresh one for the jobs of the step: job i is step.Jobs[i]. It is of no use
// after that.
//
// The active policy is that of the step, or the first one where the step has none that the
// scheduler knows. Where at least two jobs wait, the decider chooses once with all of them in
// the queue, as it does at the submission of the step's last job.
func (s *Scheduler) Plan(step *optgap.Step) optgap.Schedule {
	for i := range step.Jobs {
		s.enter(int32(i))
	}
	for i, p := range s.policies {
		if p.Name == step.Policy {
			s.active = i
		}
	}
	s.history = step.History
	s.epoch = step.Now
	switch {
	case s.basic != nil:
		s.tuneBasic()
	case s.decider != nil && s.Waiting() >= 2:
		s.decide(0)
	}
	plan := make(optgap.Schedule, len(step.Jobs))
	for i, w := range s.trial(0, s.active) {
		plan[w.Index] = s.starts[i]
	}
	return plan
}

// Probe returns the second at which a job would be planned to start if it were
// submitted now, under the active policy and beside the jobs that wait. It returns
// optgap.Never for a job that is wider than the machine. The job, known by its
// index, is not submitted, and the scheduler stays as it is. Start has to follow
// each event before Probe is called.
func (s *Scheduler) Probe(now int64, job int32) int64 {
	j := s.jobs[job].Job
	if j.Width > s.machine {
		return optgap.Never
	}
	probed := heuristics.WaitingJob{Job: j, Index: job}
	s.observe(now)
	s.profile.Reset(s.history)
	switch {
	case s.planned != nil: // beside the plan, as a newcomer
		for _, w := range s.queues[s.active].Jobs {
			s.profile.Reserve(s.planned[w.Index], w.Estimate, w.Width)
		}
	case s.rules.keep:
		line := s.line
		s.line = append(slices.Clone(line), probed)
		s.arrange(now, s.active)
		s.placeBefore(now, s.line, job)
		s.line = line
	default:
		items := append(slices.Clone(s.queues[s.active].Jobs), probed)
		s.Policy().Sort(items, now, s.epoch)
		s.placeBefore(now, items, job)
	}
	return s.profile.Earliest(now, j.Width, j.Estimate)
}

// placeBefore places the items that stand before the job.
func (s *state) placeBefore(now int64, items []heuristics.WaitingJob, job int32) {
	for _, w := range items {
		if w.Index == job {
			return
		}
		s.profile.Place(now, w.Width, w.Estimate)
	}
}
