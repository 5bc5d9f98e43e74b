// Package slowreplay drives a scheduler through a trace second by second. It serves the
// tests of the schedulers in the packages beside it:
//
//	jobs, scheduler         -> Run   -> starts
//	jobs, starts, decisions -> Check -> whether they fit the machines
//
// Trace and Requests make random jobs and requests for reservations.
//
// A replay goes from one second to the next and looks through plain lists. Package
// bench/simulate/replay does the same quickly. Within a second jobs end first, then jobs are
// submitted one by one.
//
// The package may change at any time.
package slowreplay

import (
	"fmt"
	"math"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

// timed has the method of a scheduler whose jobs may start though no job ends or is submitted,
// beside those of heuristics.Scheduler.
type timed interface {
	NextEvent(now int64) (second int64, ok bool)
}

// Run replays the jobs, which are in order of submission, and returns the second
// at which each starts. An error is that of a submission, or says that some jobs
// never start.
func Run(jobs []optgap.TraceJob, s heuristics.Scheduler) ([]int64, error) {
	starts := slices.Repeat([]int64{optgap.Never}, len(jobs))
	timed, _ := heuristics.As[timed](s)
	var running []int32
	submitted, started, last := 0, 0, int64(math.MinInt64) // last is the second of the last call of Start
	start := func(now int64) {
		last = now
		for _, job := range s.Start(now, nil) {
			starts[job] = now
			started++
			running = append(running, job)
		}
	}
	for now := jobs[0].Submit; ; now++ {
		timer, waits := int64(0), false
		for again := true; again; {
			ends := func(job int32) bool { return starts[job]+jobs[job].Duration() == now }
			ended := slices.DeleteFunc(slices.Sorted(slices.Values(running)), func(job int32) bool { return !ends(job) })
			running = slices.DeleteFunc(running, ends)
			if timed != nil {
				timer, waits = timed.NextEvent(last)
			}
			switch {
			case len(ended) > 0 || waits && timer == now:
				for _, job := range ended {
					s.End(job)
				}
				start(now)
			case submitted < len(jobs) && jobs[submitted].Submit == now:
				if err := s.Submit(now, int32(submitted)); err != nil {
					return nil, err
				}
				submitted++
				start(now)
			default:
				again = false
			}
		}
		waits = waits && started < len(jobs)
		if submitted == len(jobs) && len(running) == 0 && !waits {
			break
		}
	}
	if n := len(jobs) - started; n > 0 {
		return nil, fmt.Errorf("slowreplay: %d jobs never started", n)
	}
	return starts, nil
}

// EachEnd returns a scheduler that decides after each end of a second, and not once after all of them.
func EachEnd(s heuristics.Scheduler) heuristics.Scheduler { return &eachEnd{Scheduler: s} }

type eachEnd struct {
	heuristics.Scheduler
	ended []int32
}

// End keeps the end until the decision.
func (e *eachEnd) End(job int32) { e.ended = append(e.ended, job) }

// Start decides after each end.
func (e *eachEnd) Start(now int64, dst []int32) []int32 {
	for k, job := range e.ended {
		if e.Scheduler.End(job); k < len(e.ended)-1 {
			dst = e.Scheduler.Start(now, dst)
		}
	}
	e.ended = e.ended[:0]
	return e.Scheduler.Start(now, dst)
}
