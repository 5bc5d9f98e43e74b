package recorded

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/internal/running"
)

// Scheduler starts each job in the second in which the log says that it started. A job is known by
// its index. Submit and End take O(w + r) with w waiting and r running jobs.
type Scheduler struct {
	// OnStep is called at every submission that leaves at least two jobs waiting; nil: no call.
	// index counts these steps from 0, and waiting is the number of waiting jobs. step builds the
	// step. Submit returns the error of OnStep. There is no call where the running jobs hold more
	// processors than the machine has: that is no planning problem.
	OnStep func(index, waiting int, step func() *optgap.Step) error
	// Overfull is the number of submissions so far at which OnStep was not called for that reason.
	Overfull int

	machine int64
	jobs    []optgap.TraceJob
	starts  []int64
	waiting []int32 // by start, then by index
	running running.Jobs
	held    int64 // processors of the running jobs
	steps   int
}

// New returns a scheduler for the jobs. starts[i] is the second in which jobs[i] started. It is an
// *optgap.FieldError if a start is missing or lies before the submission of its job.
func New(machine int64, jobs []optgap.TraceJob, starts []int64) (*Scheduler, error) {
	if len(starts) != len(jobs) {
		return nil, optgap.BadField("starts", len(starts), fmt.Sprintf("one for each of %d jobs", len(jobs)))
	}
	for i, j := range jobs {
		if starts[i] < j.Submit {
			return nil, optgap.BadField(fmt.Sprintf("starts[%d]", i), starts[i],
				fmt.Sprintf("at least %d, the submission of job %d", j.Submit, j.ID))
		}
	}
	return &Scheduler{machine: machine, jobs: jobs, starts: starts}, nil
}

// Submit adds a job that arrives now. An error is that of OnStep.
func (s *Scheduler) Submit(now int64, job int32) error {
	at, _ := slices.BinarySearchFunc(s.waiting, job, s.byStart)
	s.waiting = slices.Insert(s.waiting, at, job)
	if len(s.waiting) < 2 {
		return nil
	}
	index := s.steps
	s.steps++
	switch {
	case s.OnStep == nil:
		return nil
	case s.held > s.machine:
		s.Overfull++
		return nil
	}
	return s.OnStep(index, len(s.waiting), func() *optgap.Step { return s.step(now, index) })
}

// byStart compares waiting jobs.
func (s *Scheduler) byStart(a, b int32) int {
	return cmp.Or(cmp.Compare(s.starts[a], s.starts[b]), cmp.Compare(a, b))
}

// End tells that a running job has ended.
func (s *Scheduler) End(job int32) { s.held -= s.running.Remove(job).Width }

// Start appends to dst the waiting jobs that started by now.
func (s *Scheduler) Start(now int64, dst []int32) []int32 {
	n := 0
	for n < len(s.waiting) && s.starts[s.waiting[n]] <= now {
		j := s.jobs[s.waiting[n]].Job
		s.running.Add(running.Job{End: now + j.Estimate, Width: j.Width, Job: s.waiting[n]})
		s.held += j.Width
		n++
	}
	dst = append(dst, s.waiting[:n]...)
	s.waiting = slices.Delete(s.waiting, 0, n)
	return dst
}

// NextEvent returns the next second after now in which a waiting job starts; false: none waits.
func (s *Scheduler) NextEvent(now int64) (second int64, ok bool) {
	if len(s.waiting) == 0 {
		return 0, false
	}
	return max(s.starts[s.waiting[0]], now+1), true
}

// step returns the present situation as a step, its jobs in the order of their submission.
func (s *Scheduler) step(now int64, index int) *optgap.Step {
	st := &optgap.Step{
		Format: optgap.StepFormat, Index: index, Now: now, Machine: s.machine,
		History: s.running.History(now, s.machine, nil),
	}
	for i := range st.History {
		st.History[i].Time -= now
	}
	for _, job := range s.waiting {
		j := s.jobs[job].Job
		j.Submit -= now
		st.Jobs = append(st.Jobs, j)
	}
	slices.SortStableFunc(st.Jobs, heuristics.FCFS.Compare)
	return st
}
