package dynp

import (
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/reservation"
)

// state is the machine as a planning scheduler sees it. Jobs are known by
// their index in the trace.
type state struct {
	machine  int64
	jobs     []optgap.TraceJob
	running  heuristics.Running
	calendar reservation.Calendar
	runs     optgap.History // of the running jobs, in seconds of the trace: see observeRuns
	history  optgap.History // of the running jobs and the reservations: see observe
	profile  optgap.Profile
	steps    int // submissions so far that left at least two jobs waiting
	// line holds the waiting jobs in the one order that the scheduler has of them, if there is one.
	line []heuristics.WaitingJob
}

// join puts a job that arrives at the end of the line.
func (s *state) join(job int32) {
	s.line = append(s.line, heuristics.WaitingJob{Job: s.jobs[job].Job, Index: job})
}

// begin makes jobs run from now on. They leave the line.
func (s *state) begin(now int64, jobs []int32) {
	for _, job := range jobs {
		j := s.jobs[job].Job
		s.running.Add(heuristics.RunningJob{End: now + j.Estimate, Width: j.Width, Job: job})
		s.line = heuristics.Without(s.line, job)
	}
}

// observe sets history to that of the running jobs and reservations, from now
// on.
func (s *state) observe(now int64) {
	s.observeRuns(now)
	s.history = s.calendar.Carve(s.runs)
}

// observeRuns sets runs to the history of the running jobs, from now on.
func (s *state) observeRuns(now int64) {
	s.runs = s.running.History(now, s.machine, s.runs)
}

// startable plans the items in their order and appends to dst the jobs that
// start now. It stops where no processor is left.
func (s *state) startable(now int64, items []heuristics.WaitingJob, dst []int32) []int32 {
	s.observe(now)
	free := s.history[0].Free
	narrowest := s.machine
	for i := range items {
		narrowest = min(narrowest, items[i].Width)
	}
	if free < narrowest {
		return dst
	}
	s.profile.Reset(s.history)
	for _, w := range items {
		if s.profile.Place(now, w.Width, w.Estimate) != now {
			continue
		}
		dst = append(dst, w.Index)
		free -= w.Width
		if free == 0 {
			break // no later job can start now
		}
	}
	return dst
}

// layOut writes into starts a plan of the items in their order.
func (s *Scheduler) layOut(now int64, items []heuristics.WaitingJob) {
	s.profile.Reset(s.history)
	for i, w := range items {
		s.starts[i] = s.profile.Place(now, w.Width, w.Estimate)
	}
}

// step returns the present situation as a step, its jobs in the order of their
// submission.
func (s *state) step(now int64, policy string, items []heuristics.WaitingJob) *optgap.Step {
	s.observe(now)
	st := &optgap.Step{
		Format: optgap.StepFormat, Index: s.steps, Now: now, Machine: s.machine, Policy: policy,
		History: slices.Clone(s.history),
	}
	for i := range st.History {
		st.History[i].Time -= now
	}
	for _, w := range items {
		j := w.Job
		j.Submit -= now
		st.Jobs = append(st.Jobs, j)
	}
	slices.SortStableFunc(st.Jobs, heuristics.FCFS.Compare)
	return st
}

// Reserve decides on a request that is submitted now: see package reservation. An
// admitted one changes the plan of the waiting jobs, so Start has to follow. There
// is no self-tuning step at the submission, start or end of a reservation.
func (s *state) Reserve(now int64, r reservation.Request) reservation.Decision {
	return reservation.Admit([]reservation.Site{s.Site(now)}, r)
}

// Site returns the machine as a site on which reservations can be made now. It
// serves requests that take several sites and is valid until the next call of a
// method. Start has to follow.
func (s *state) Site(now int64) reservation.Site {
	s.observeRuns(now)
	return reservation.Site{Calendar: &s.calendar, Running: s.runs}
}

// NextEvent returns the next second after now at which waiting jobs may start
// though no job ends: the next end of a reservation.
func (s *state) NextEvent(now int64) (second int64, ok bool) {
	return s.calendar.NextEnd(now)
}

// displaced reports whether a reservation was admitted since the last call.
func (s *Scheduler) displaced() bool {
	before := s.reserved
	s.reserved = s.calendar.Admitted()
	return s.reserved != before
}
