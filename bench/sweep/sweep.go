// Package sweep replays a trace under many schedulers and loads, side by side,
// and sets the results out as tables, JSON and plots:
//
//	trace, []Setting -> Sweep.Run -> []Run -> Table, Plots, MarshalJSON
//
// [Paper] regenerates Tables 4 to 6 and Figures 2 to 8 of Streit, "A Self-Tuning
// Job Scheduler Family with Dynamic Policy Switching" (2002), on any trace.
package sweep

import (
	"context"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/performance"
	"github.com/optgap/optgap/bench/replay"
	"github.com/optgap/optgap/bench/schedulers"
	"github.com/optgap/optgap/bench/workload"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/reservation"
)

// Setting is one replay to do.
type Setting struct {
	Name      string // what tables and plots call it; blank: the scheduler
	Scheduler string // see package schedulers
	Options   schedulers.Options
	Factor    float64   // shrinking factor of the interarrival times; 0: 1
	Estimates Estimates // "": the trace's own
	Tune      int       // replays in which the bounds of basic dynP are searched; 0: no search
	Seed      uint64    // of the search
}

// Estimates says which estimates the scheduler is told. What a job runs never
// exceeds its estimate, as it is killed then.
type Estimates string

const (
	// AsGiven takes the trace's estimates: a job that would run longer is
	// killed.
	AsGiven Estimates = ""
	// Perfect takes what a job will run, killed jobs up to their kill, at least
	// 1 s: the same jobs as AsGiven, foreknown.
	Perfect Estimates = "perfect"
	// Sufficient raises the estimates of the jobs that would be killed to their
	// run times, so that none is killed.
	Sufficient Estimates = "sufficient"
	// PerfectSufficient takes the run times, so that no job is killed.
	PerfectSufficient Estimates = "perfect+sufficient"
)

// apply changes the jobs.
func (e Estimates) apply(jobs []optgap.TraceJob) {
	for i := range jobs {
		j := &jobs[i]
		switch e {
		case Perfect:
			j.RunTime = j.Duration()
			j.Estimate = max(j.RunTime, 1)
		case Sufficient:
			j.Estimate = max(j.Estimate, j.RunTime)
		case PerfectSufficient:
			j.Estimate = max(j.RunTime, 1)
		}
	}
}

func (s Setting) name() string {
	if s.Name != "" {
		return s.Name
	}
	return s.Scheduler
}

// factor returns the shrinking factor.
func (s Setting) factor() float64 {
	if s.Factor == 0 {
		return 1
	}
	return s.Factor
}

// Run is a finished replay.
type Run struct {
	Setting
	Trace   string
	Machine int64
	*performance.Performance
	Stats   *dynp.Stats // of a planning scheduler; nil for others
	Seconds float64     // of computing the replay

	Reservations *reservation.Counts // answers to the requests; nil without any
	Sites        []Site              // of a grid; nil for one machine
}

// Sweep replays one trace. Its functions may be nil.
type Sweep struct {
	Trace   string // its name
	Machine int64
	Jobs    []optgap.TraceJob // in order of submission; they are not changed
	// Sites, where not empty, are the processors of the sites of a grid, and
	// Machine is their sum; see package multisite.
	Sites []int64
	// Reservations are requests, for planning schedulers only.
	Reservations []reservation.Request
	Measure      performance.Options
	Workers      int // replays side by side; 0: 1
	// Outcome gets each finished replay, by its index among the settings; calls
	// may be side by side.
	Outcome func(index int, o *replay.Outcome) error
	// Done is called as replays finish, Result with each in the order of the
	// settings; one call at a time.
	Done   func(Run)
	Result func(Run) error
}

// Run does the replays. It returns those that were handed to Result: all of
// them, or those before the first that is missing, with the error that ended the
// sweep. Each worker holds one copy of the jobs.
func (s Sweep) Run(ctx context.Context, settings []Setting) ([]Run, error) {
	for _, set := range settings {
		if err := schedulers.Known(set.Scheduler); err != nil {
			return nil, err
		}
	}
	runs := make([]*Run, len(settings))
	next := 0
	var mu sync.Mutex
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(max(1, s.Workers))
	for i, set := range settings {
		group.Go(func() error {
			if inner.Err() != nil {
				return inner.Err()
			}
			run, err := s.one(inner, i, set)
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			runs[i] = run
			if s.Done != nil {
				s.Done(*run)
			}
			for ; next < len(runs) && runs[next] != nil; next++ {
				if s.Result == nil {
					continue
				}
				if err := s.Result(*runs[next]); err != nil {
					return err
				}
			}
			return nil
		})
	}
	err := group.Wait()
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	done := make([]Run, next)
	for i := range done {
		done[i] = *runs[i]
	}
	return done, err
}

// jobs returns the jobs of a setting: a copy, unless it leaves them as they are.
func (s Sweep) jobs(set Setting) ([]optgap.TraceJob, error) {
	if set.factor() == 1 && set.Estimates == AsGiven {
		return s.Jobs, nil
	}
	jobs, err := workload.Shrink(s.Jobs, set.factor())
	if err == nil {
		set.Estimates.apply(jobs)
	}
	return jobs, err
}

// one does one replay.
func (s Sweep) one(ctx context.Context, index int, set Setting) (*Run, error) {
	jobs, err := s.jobs(set)
	if err != nil {
		return nil, err
	}
	if set.Tune > 0 && set.Scheduler == Basic {
		if set.Options.Basic, err = tune(ctx, s.Machine, jobs, set); err != nil {
			return nil, err
		}
	}
	scheduler, err := s.scheduler(set, jobs)
	if err != nil {
		return nil, err
	}
	started := time.Now()
	o, err := s.replay(ctx, set, jobs, scheduler)
	if err != nil {
		return nil, err
	}
	run := &Run{Setting: set, Trace: s.Trace, Machine: s.Machine, Seconds: time.Since(started).Seconds()}
	if run.Performance, err = performance.Evaluate(o, s.Machine, s.Measure); err != nil {
		return nil, fmt.Errorf("%s at factor %g: %w", set.name(), set.factor(), err)
	}
	s.measureGrid(run, o, scheduler)
	if p, ok := scheduler.(interface{ Stats() dynp.Stats }); ok {
		stats := p.Stats()
		run.Stats = &stats
	}
	if s.Outcome != nil {
		return run, s.Outcome(index, o)
	}
	return run, nil
}
