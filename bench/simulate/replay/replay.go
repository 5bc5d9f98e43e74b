// Package replay drives a scheduler through a trace, event by event:
//
//	[]optgap.TraceJob -> Run(scheduler) -> Outcome
//
// The scheduler decides anew at every submission and every end of a job. Within a second
// jobs end first. Then requests for reservations are decided, see [RunReserved]. Then jobs
// are submitted one after the other. A job ends at its run time, or is killed at its
// estimate.
//
// Counting processors is enough for that. [Place] and [PlaceStep] give each job of a finished
// replay, or of a schedule, processors of its own, for Gantt charts and for Batsim's files:
//
//	Outcome        -> Place     -> blocks of jobs and reservations
//	step, Schedule -> PlaceStep -> Layout: blocks of processors and seconds
//
// A job keeps its processors from its start to its end. They are one block where a free
// block is wide enough. Else they are pieces of as few free runs as possible.
package replay

import (
	"context"
	"fmt"
	"math"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/reservation"
)

// Outcome is a finished replay. It holds the start of each job of the trace.
type Outcome struct {
	Jobs   []optgap.TraceJob
	Starts []int64 // second of the trace at which Jobs[i] started
	// Reservations holds the answer to each request, in the order in which they
	// were decided; see RunReserved.
	Reservations []reservation.Decision
	// Sites are the processors of the sites of a grid, and SiteOf[i] is the site
	// of Jobs[i]. Both are nil for one machine. Run sets neither, as only its
	// caller knows the sites.
	Sites  []int64
	SiteOf []int32
	// Processors[i] are those that a [Placing] scheduler chose for Jobs[i], nil if it chose none.
	Processors [][]heuristics.Range
	// Active are the policies that a [Switcher] had active, each until the next, nil if it was
	// none.
	Active []Activation
}

// An Activation is the moment from which a policy was active.
type Activation struct {
	Time   int64 // second of the trace
	Policy string
}

// End returns the second at which job i ended.
func (o *Outcome) End(i int) int64 { return o.Starts[i] + o.Jobs[i].Duration() }

// Run replays jobs. They are in order of submission, and no wider than the machine of the
// scheduler. A cancelled context ends the replay with the error of the context.
func Run(ctx context.Context, jobs []optgap.TraceJob, s heuristics.Scheduler) (*Outcome, error) {
	return RunReserved(ctx, jobs, nil, s)
}

// replay runs jobs and requests in order of time.
func (r *run) replay(ctx context.Context) error {
	jobs := r.out.Jobs
	for i := range jobs {
		now := jobs[i].Submit
		if i > 0 && now < jobs[i-1].Submit {
			return fmt.Errorf(
				"replay: job %d is submitted at %d, before its predecessor at %d: "+
					"sort the jobs by submission",
				jobs[i].ID,
				now,
				jobs[i-1].Submit,
			)
		}
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if err := r.reserveUntil(now); err != nil {
			return err
		}
		if err := r.endUntil(now); err != nil {
			return err
		}
		if err := r.scheduler.Submit(now, int32(i)); err != nil {
			return err
		}
		r.waiting++
		if err := r.start(now); err != nil {
			return err
		}
	}
	if err := r.reserveUntil(math.MaxInt64); err != nil {
		return err
	}
	return r.drain(ctx)
}

// drain goes on until all jobs have ended.
func (r *run) drain(ctx context.Context) error {
	for len(r.ends) > 0 || r.waiting > 0 {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		next, ok, err := r.next()
		if err != nil {
			return err
		}
		if !ok && r.fallible != nil {
			return r.fallible.Starved(r.now, r.waiting)
		}
		if !ok {
			return fmt.Errorf("replay: %d jobs never started", r.waiting)
		}
		if err := r.endUntil(next); err != nil {
			return err
		}
	}
	return nil
}

// run is the state of a replay.
type run struct {
	out       *Outcome
	scheduler heuristics.Scheduler
	timed     Timed                 // the scheduler, nil if it is not Timed
	fallible  Fallible              // the scheduler, nil if it is not Fallible
	switcher  Switcher              // the scheduler, nil if it is no Switcher
	active    string                // the last policy of Outcome.Active
	placing   Placing               // the scheduler, nil if it is not Placing
	reserver  Reserver              // the scheduler, nil if it is no Reserver
	requests  []reservation.Request // still to be decided, by submission
	now       int64                 // the last second with an event
	ends      endHeap
	waiting   int
	started   []int32
}

// endUntil goes through the ends of jobs and the timers up to the given second. Jobs
// that end together free their processors together.
func (r *run) endUntil(limit int64) error {
	for {
		now, ok, err := r.next()
		if err != nil || !ok || now > limit {
			return err
		}
		for len(r.ends) > 0 && r.ends[0].time == now {
			r.scheduler.End(r.ends.pop().job)
		}
		if err := r.start(now); err != nil {
			return err
		}
	}
}

// next returns the second of the next end or timer; false: there is none. An error is that of a
// timer that does not go on.
func (r *run) next() (second int64, ok bool, err error) {
	if r.timed != nil && r.now > math.MinInt64 { // something has happened
		second, ok = r.timed.NextEvent(r.now)
	}
	if ok && second <= r.now {
		return 0, false, r.fault("found %d as NextEvent, expected a later second", second)
	}
	if len(r.ends) > 0 && (!ok || r.ends[0].time < second) {
		second = r.ends[0].time
		ok = true
	}
	return second, ok, nil
}

// fault is an error of the scheduler.
func (r *run) fault(reason string, values ...any) error {
	f := &heuristics.Fault{
		Scheduler: fmt.Sprintf("%T", r.scheduler),
		Second:    r.now,
		Reason:    fmt.Sprintf(reason, values...),
	}
	if named, ok := heuristics.As[interface{ Name() string }](r.scheduler); ok {
		f.Scheduler = named.Name()
	}
	return f
}

// start lets the scheduler start jobs.
func (r *run) start(now int64) error {
	r.now = now
	r.started = r.scheduler.Start(now, r.started[:0])
	r.waiting -= len(r.started)
	for _, i := range r.started {
		r.out.Starts[i] = now
		if r.placing != nil {
			r.out.Processors[i] = r.placing.Processors(i)
		}
		r.ends.push(end{now + r.out.Jobs[i].Duration(), i})
	}
	if r.switcher != nil && r.switcher.Active() != r.active {
		r.active = r.switcher.Active()
		r.out.Active = append(r.out.Active, Activation{now, r.active})
	}
	if r.fallible == nil {
		return nil
	}
	return r.fallible.Err()
}
