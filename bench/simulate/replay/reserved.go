package replay

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/panics"
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
	if _, ok := s.(Reserver); !ok && len(requests) > 0 {
		return nil, optgap.BadField("reservations", len(requests),
			"none, as the scheduler takes none: a planning scheduler does")
	}
	r := newRun(jobs, s)
	r.requests = slices.Clone(requests)
	slices.SortStableFunc(r.requests, func(a, b reservation.Request) int { return cmp.Compare(a.Submit, b.Submit) })
	if err := panics.Call(func() error { return r.replay(ctx) }); err != nil {
		return nil, err
	}
	return r.out, nil
}

// newRun returns a replay that has not begun.
func newRun(jobs []optgap.TraceJob, s heuristics.Scheduler) *run {
	r := &run{out: &Outcome{Jobs: jobs, Starts: make([]int64, len(jobs))}, scheduler: s, now: math.MinInt64}
	r.timed, _ = s.(Timed)
	return r
}

// reserveUntil decides the requests submitted by the given second.
func (r *run) reserveUntil(limit int64) {
	for len(r.requests) > 0 && r.requests[0].Submit <= limit {
		q := r.requests[0]
		r.requests = r.requests[1:]
		r.endUntil(q.Submit)
		d := r.scheduler.(Reserver).Reserve(q.Submit, q)
		r.out.Reservations = append(r.out.Reservations, d)
		if d.Refused == reservation.Admitted {
			r.start(q.Submit)
		}
	}
}
