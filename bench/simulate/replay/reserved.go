package replay

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/reservation"
)

// Reserver is a scheduler that admits reservations and keeps to them.
type Reserver interface {
	heuristics.Scheduler
	// Reserve decides on a request that is submitted now. A call of Start follows if
	// the request is admitted.
	Reserve(now int64, r reservation.Request) reservation.Decision
}

// Timed is implemented by a Scheduler whose jobs can start at other seconds than those of
// submissions and ends.
type Timed interface {
	// NextEvent returns the next second after now at which Start is to be called,
	// even if no job is submitted or ends then; false: there is none. It is called
	// after every event.
	NextEvent(now int64) (second int64, ok bool)
}

// Placing is implemented by a Scheduler that may choose the processors of the jobs.
type Placing interface {
	// Of a job that has just started, nil if it chooses none.
	Processors(job int32) []heuristics.Range
}

// Fallible is implemented by a Scheduler that can fail while it decides.
type Fallible interface {
	Err() error // why Start has failed, nil if it has not
	// Starved returns the error where so many jobs wait, and nothing will happen any more.
	Starved(now int64, waiting int) error
	Cancel() // called by another goroutine once the context of the replay is cancelled. Start then fails
	Close()  // called at the end
}

// Switcher is implemented by a Scheduler that changes its policy, such as dynP.
type Switcher interface {
	Active() string // the name of the active policy; "": the policy never changes
}

// RunReserved is [Run] with requests for reservations, in any order. A request is decided
// in the second of its submission. Requests of one second are decided in the order given.
// Within a second, jobs end first and others start in their place. Then the requests are
// decided, and then jobs are submitted.
//
// A request that is not valid is an error. So are two requests with the same id, and any
// request where the scheduler is no [Reserver]. A panic of the scheduler is an error too:
// it may have a policy or a decider of a user.
func RunReserved(ctx context.Context, jobs []optgap.TraceJob, requests []reservation.Request,
	s heuristics.Scheduler) (*Outcome, error) {
	if err := reservation.Validate(requests); err != nil {
		return nil, err
	}
	reserver, ok := s.(Reserver)
	if !ok && len(requests) > 0 {
		return nil, optgap.BadField("reservations", len(requests),
			"none, as the scheduler takes none: a planning scheduler does")
	}
	r := newRun(jobs, s)
	r.reserver = reserver
	r.requests = slices.Clone(requests)
	slices.SortStableFunc(
		r.requests,
		func(a, b reservation.Request) int { return cmp.Compare(a.Submit, b.Submit) },
	)
	return r.do(ctx, r.replay)
}

// newRun returns a replay that has not begun.
func newRun(jobs []optgap.TraceJob, s heuristics.Scheduler) *run {
	r := &run{
		out:       &Outcome{Jobs: jobs, Starts: make([]int64, len(jobs))},
		scheduler: s,
		now:       math.MinInt64,
	}
	r.timed, _ = heuristics.As[Timed](s)
	r.fallible, _ = heuristics.As[Fallible](s)
	r.placing, _ = heuristics.As[Placing](s)
	if r.placing != nil {
		r.out.Processors = make([][]heuristics.Range, len(jobs))
	}
	r.switcher, _ = heuristics.As[Switcher](s)
	return r
}

// do replays, and closes the scheduler at the end, or once the context is cancelled.
func (r *run) do(ctx context.Context, replay func(context.Context) error) (*Outcome, error) {
	if r.fallible != nil {
		defer r.fallible.Close()
		defer context.AfterFunc(ctx, r.fallible.Cancel)()
	}
	err := field.Catch(func() error { return replay(ctx) })
	if err == nil {
		return r.out, nil
	}
	if r.fallible != nil && ctx.Err() != nil { // which has made it fail
		return nil, ctx.Err()
	}
	return nil, err
}

// reserveUntil decides the requests submitted by the given second.
func (r *run) reserveUntil(limit int64) error {
	for len(r.requests) > 0 && r.requests[0].Submit <= limit {
		q := r.requests[0]
		r.requests = r.requests[1:]
		if err := r.endUntil(q.Submit); err != nil {
			return err
		}
		d := r.reserver.Reserve(q.Submit, q)
		r.out.Reservations = append(r.out.Reservations, d)
		if d.Refused != reservation.Admitted {
			continue
		}
		if err := r.start(q.Submit); err != nil {
			return err
		}
	}
	return nil
}
