// Package slowreplay drives a scheduler through a trace second by second. It serves the
// tests of the schedulers in the packages beside it:
//
//	jobs, scheduler           -> Run         -> starts
//	jobs, requests, scheduler -> RunReserved -> starts, decisions
//
// A replay goes from one second to the next and looks through plain lists. Package
// bench/simulate/replay does the same quickly. Within a second jobs end first, then
// requests for reservations are decided, then jobs are submitted one by one.
package slowreplay

import (
	"fmt"
	"math"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/reservation"
)

// reserver has the methods of a scheduler that admits reservations, beside those of
// heuristics.Scheduler.
type reserver interface {
	Reserve(now int64, r reservation.Request) reservation.Decision
}

// timed has the method of a scheduler whose jobs may start though no job ends or is submitted,
// beside those of heuristics.Scheduler.
type timed interface {
	NextEvent(now int64) (second int64, ok bool)
}

// Run replays the jobs, which are in order of submission, and returns the second
// at which each starts. An error is that of a submission, or says that some jobs
// never start.
func Run(jobs []optgap.TraceJob, s heuristics.Scheduler) ([]int64, error) {
	starts, _, err := RunReserved(jobs, nil, s)
	return starts, err
}

// RunReserved is Run with requests for reservations, which are in order of
// submission as well. It returns the decision on each.
func RunReserved(
	jobs []optgap.TraceJob, requests []reservation.Request, s heuristics.Scheduler,
) ([]int64, []reservation.Decision, error) {
	r := &replay{scheduler: s, jobs: jobs, starts: slices.Repeat([]int64{optgap.Never}, len(jobs)), last: math.MinInt64}
	r.reserver, _ = s.(reserver)
	r.timed, _ = s.(timed)
	var decisions []reservation.Decision
	submitted := 0
	for now := first(jobs, requests); ; now++ {
		r.pass(now)
		for len(decisions) < len(requests) && requests[len(decisions)].Submit == now {
			d := r.reserver.Reserve(now, requests[len(decisions)])
			decisions = append(decisions, d)
			if d.Refused == reservation.Admitted {
				r.start(now)
				r.pass(now)
			}
		}
		for submitted < len(jobs) && jobs[submitted].Submit == now {
			if err := s.Submit(now, int32(submitted)); err != nil {
				return nil, nil, err
			}
			submitted++
			r.start(now)
			r.pass(now)
		}
		if submitted == len(jobs) && len(decisions) == len(requests) && !r.more() {
			break
		}
	}
	if n := len(jobs) - r.started; n > 0 {
		return nil, nil, fmt.Errorf("slowreplay: %d jobs never started", n)
	}
	return r.starts, decisions, nil
}

// first returns the second of the first submission.
func first(jobs []optgap.TraceJob, requests []reservation.Request) int64 {
	second := int64(optgap.Never)
	if len(jobs) > 0 {
		second = jobs[0].Submit
	}
	if len(requests) > 0 {
		second = min(second, requests[0].Submit)
	}
	return second
}

// replay is the state of RunReserved.
type replay struct {
	scheduler heuristics.Scheduler
	reserver  reserver // the scheduler; nil: it admits no reservations
	timed     timed    // the scheduler; nil: it has no timer
	jobs      []optgap.TraceJob
	starts    []int64 // optgap.Never: not started yet
	started   int     // number of jobs
	running   []int32
	last      int64 // second of the last call of Start
}

// pass ends the jobs that end now. Then other jobs may start. A job of run time 0 ends in
// the second of its start.
func (r *replay) pass(now int64) {
	for {
		var ended []int32
		r.running = slices.DeleteFunc(r.running, func(job int32) bool {
			ends := r.starts[job]+r.jobs[job].Duration() == now
			if ends {
				ended = append(ended, job)
			}
			return ends
		})
		if second, ok := r.timer(); len(ended) == 0 && (!ok || second != now) {
			return
		}
		slices.Sort(ended)
		for _, job := range ended {
			r.scheduler.End(job)
		}
		r.start(now)
	}
}

// timer returns the next second at which jobs may start though none ends.
func (r *replay) timer() (second int64, ok bool) {
	if r.timed == nil {
		return 0, false
	}
	return r.timed.NextEvent(r.last)
}

// more tells whether a job can still end or start.
func (r *replay) more() bool {
	_, timer := r.timer()
	return len(r.running) > 0 || timer && r.started < len(r.jobs)
}

// start asks the scheduler for the jobs that start now.
func (r *replay) start(now int64) {
	r.last = now
	for _, job := range r.scheduler.Start(now, nil) {
		r.starts[job] = now
		r.started++
		r.running = append(r.running, job)
	}
}
