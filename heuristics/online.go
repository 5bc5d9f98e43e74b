package heuristics

import (
	"errors"
	"fmt"

	"github.com/optgap/optgap"
)

// EventKind says what has happened to a job.
type EventKind int

const (
	Submitted EventKind = iota // the job arrives
	Completed                  // the job has ended by itself
	Killed                     // the job has been ended at its estimate
)

// Event is something that has happened to a job.
type Event struct {
	Kind EventKind
	Job  optgap.Job
}

// Decider decides which waiting jobs start. It knows what a real scheduler knows: no run time, and
// no job before its submission. Ids of jobs differ.
type Decider interface {
	// Decide gets all events since the last call: the ends of a second, or a submission. It returns
	// the ids of the jobs that start now. The events are valid until it returns. An error ends the
	// replay. One with a method Timeout may say that it came late.
	Decide(now int64, events []Event) (started []int64, err error)
}

// Waking is a Decider that wants to be asked again without an event.
type Waking interface {
	// NextEvent returns the next second after now at which Decide is to be called; false: there is
	// none.
	NextEvent(now int64) (second int64, ok bool)
}

// Range stands for the processors [Low, High).
type Range struct{ Low, High int64 }

// Size returns the number of processors.
func (r Range) Size() int64 { return r.High - r.Low }

// Fault is the error of a Decider.
type Fault struct {
	Scheduler string
	Second    int64 // of the trace
	Reason    string
	Late      bool // the Decider took longer than its limit, which a busy machine may cause as well
}

func (f *Fault) Error() string {
	return fmt.Sprintf("scheduler %s at second %d: %s", f.Scheduler, f.Second, f.Reason)
}

// Online is the scheduler that a [Decider] makes: it tells it of jobs that are submitted and that
// end, and checks and starts the jobs that it chooses. Jobs are known by their index.
type Online struct {
	name    string
	decider Decider
	jobs    []optgap.TraceJob
	waiting map[int64]int32 // indices by id
	free    int64           // processors
	events  []Event         // since the last decision
	fault   *Fault
}

// NewOnline returns a scheduler with the name for an idle machine. Ids of the jobs differ, and no
// job is wider than the machine.
func NewOnline(name string, machine int64, jobs []optgap.TraceJob, d Decider) *Online {
	return &Online{
		name:    name,
		decider: d,
		jobs:    jobs,
		waiting: make(map[int64]int32),
		free:    machine,
	}
}

// Submit adds a job that arrives now.
func (s *Online) Submit(_ int64, job int32) error {
	j := s.jobs[job].Job
	s.waiting[j.ID] = job
	s.events = append(s.events, Event{Submitted, j})
	return nil
}

// End tells that a running job has ended.
func (s *Online) End(job int32) {
	j := s.jobs[job]
	kind := Completed
	if j.RunTime > j.Estimate {
		kind = Killed
	}
	s.free += j.Width
	s.events = append(s.events, Event{kind, j.Job})
}

// Start appends to dst the jobs that start now. Err reports whether it has failed.
func (s *Online) Start(now int64, dst []int32) []int32 {
	if s.fault != nil {
		return dst
	}
	ids, err := s.decider.Decide(now, s.events)
	s.events = s.events[:0]
	for _, id := range ids {
		job, ok := s.waiting[id]
		switch {
		case err != nil:
		case !ok:
			err = fmt.Errorf("found a start of job %d, expected a waiting job", id)
		case s.jobs[job].Width > s.free:
			err = fmt.Errorf(
				"found a start of job %d, expected one of at most %d processors, which are free",
				id,
				s.free,
			)
		default:
			delete(s.waiting, id)
			s.free -= s.jobs[job].Width
			dst = append(dst, job)
		}
	}
	if err != nil {
		timed := interface{ Timeout() bool }(nil)
		s.fault = &Fault{s.name, now, err.Error(), errors.As(err, &timed) && timed.Timeout()}
	}
	return dst
}

// NextEvent returns the next second after now at which the Decider wants to be asked; false: there
// is none.
func (s *Online) NextEvent(now int64) (second int64, ok bool) {
	if w, wakes := s.decider.(Waking); wakes && s.fault == nil {
		return w.NextEvent(now)
	}
	return 0, false
}

// Name returns the name of the scheduler.
func (s *Online) Name() string { return s.name }

// Processors returns those of a job that has just started, where the Decider has such a method, by
// the id; nil: any.
func (s *Online) Processors(job int32) []Range {
	if p, ok := s.decider.(interface{ Processors(id int64) []Range }); ok {
		return p.Processors(s.jobs[job].ID)
	}
	return nil
}

// Err returns the *Fault of a Decider that has failed.
func (s *Online) Err() error {
	if s.fault == nil {
		return nil
	}
	return s.fault
}

// Starved returns the *Fault of a Decider that starts none of the waiting jobs, though nothing else
// happens.
func (s *Online) Starved(now int64, waiting int) error {
	where := ""
	if w, ok := s.decider.(interface{ Where() string }); ok {
		where = w.Where() + ": "
	}
	reason := fmt.Sprintf(
		"%sfound no start of a job, expected one, as %d wait and none runs",
		where,
		waiting,
	)
	return &Fault{Scheduler: s.name, Second: now, Reason: reason}
}

// Cancel makes a Decider fail that has a method Cancel, also one that decides meanwhile.
func (s *Online) Cancel() {
	if c, ok := s.decider.(interface{ Cancel() }); ok {
		c.Cancel()
	}
}

// Close closes a Decider that has a method Close.
func (s *Online) Close() {
	if c, ok := s.decider.(interface{ Close() }); ok {
		c.Close()
	}
}
