// Package clairvoyant plans whole traces, knowing all arrivals and run times, and says what no
// scheduler can beat:
//
//	trace -> Plan -> record.Offline: a proven bound, a schedule that comes near -> folder
//	folder -> Read -> Bounds -> Beside: how far the run of a scheduler is from the best possible
//
// Package ilp/offline has the mathematics. The jobs are those that a replay runs: they end at their
// run time, or are killed at their estimate.
//
// The package may change at any time.
package clairvoyant

import (
	"cmp"
	"context"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/ilp/offline"
)

// Options steer Plan.
type Options struct {
	TimeLimit time.Duration // of this search and of that of Known together; 0: none
	Rounds    int           // of the search for better starts; 0: until they gain nothing
	Round     func()        // is called at the end of each; nil: nobody is
	// Gap ends the search where the best schedule is at most so much above the bound, as a share of
	// it.
	Gap   float64
	Known *record.Offline // an earlier result of the same trace, from which the search goes on; nil: none
	// Moved is called with the averages so far and their ratio, from one goroutine at a time; nil:
	// nobody is.
	Moved   func(record.Offline)
	Seed    uint64
	Workers int // that search side by side, with the same plan for any number; 0: 1
}

// Plan bounds and plans the jobs of a trace, which are in order of submission. The end of the
// context ends the work like the time limit. A plan is returned in both cases. An
// *optgap.FieldError refuses sums that are too large.
func Plan(
	ctx context.Context,
	of record.OfflineTrace,
	jobs []optgap.TraceJob,
	o Options,
) (*record.Offline, error) {
	begin := time.Now()
	earlier := 0.0
	in, err := instance(jobs, of)
	if err != nil {
		return nil, err
	}
	used := func() float64 {
		switch {
		case ctx.Err() != nil:
			return 1
		case o.TimeLimit == 0:
			return 0
		}
		return (earlier + time.Since(begin).Seconds()) / o.TimeLimit.Seconds()
	}
	to := offline.Options{
		Seed:    o.Seed,
		Workers: o.Workers,
		Rounds:  o.Rounds,
		Round:   o.Round,
		Gap:     o.Gap,
		Used:    used,
	}
	if k := o.Known; k != nil {
		earlier = k.SolveSeconds
		to.Known = &offline.Plan{
			Prices: (*offline.Prices)(
				k.Prices,
			),
			Bound:    k.Bound,
			Searched: k.SearchBound,
			Starts:   k.Starts,
			Rounds:   k.Rounds,
		}
	}
	if o.Moved != nil {
		to.Moved, err = moved(of, jobs, o.Moved)
		if err != nil {
			return nil, err
		}
	}
	p, err := offline.Solve(in, to)
	if err != nil {
		return nil, err
	}
	of.Format = record.OfflineFormat
	r := &record.Offline{
		OfflineTrace: of,
		Bound:        p.Bound,
		SearchBound:  p.Searched,
		Objective:    p.Sum,
		EndedBy:      ended(ctx, p),
		Seed:         o.Seed,
		Rounds:       p.Rounds,
		Prices:       (*record.OfflinePrices)(p.Prices),
		Starts:       p.Starts,
		TraceJobs:    record.OfflineJobsOf(jobs),
	}
	_, err = r.Derive(jobs)
	r.SolveSeconds = earlier + time.Since(begin).Seconds()
	return r, err
}

// moved returns a function that tells averages of what it gets as sums.
func moved(
	of record.OfflineTrace,
	jobs []optgap.TraceJob,
	tell func(record.Offline),
) (func(bound, sum int64), error) {
	r := record.Offline{OfflineTrace: of, Starts: make([]int64, len(jobs))}
	total, err := r.Derive(jobs)
	return func(bound, sum int64) {
		now := record.Offline{OfflineTrace: of, Bound: bound, Objective: sum}
		now.Derive(nil)
		now.BoundValue = float64(bound) / total
		now.ObjectiveValue = float64(sum) / total
		tell(now)
	}, err
}

// GoesOn reports whether the options let a search that has ended with a result go on.
func (o Options) GoesOn(r *record.Offline) bool {
	switch r.EndedBy {
	case optgap.EndedTimeLimit:
		return o.TimeLimit == 0 || r.SolveSeconds < o.TimeLimit.Seconds()
	case optgap.EndedGap:
		return r.Ratio > 1+o.Gap
	}
	return false
}

// Refine returns a result whose schedule is no worse than those of the rungs and the replays of the
// same trace, see [offline.Refine]. The bound stays. Without a gain it is the result itself. The
// end of the context ends the work.
func Refine(
	ctx context.Context,
	best *record.Offline,
	rungs []record.Rung,
	replays []Replayed,
	jobs []optgap.TraceJob,
	o Options,
) (*record.Offline, error) {
	begin := time.Now()
	others := lists.Each(rungs, func(r record.Rung) []int64 { return r.Starts })
	for _, s := range replays {
		others = append(others, s.Starts)
		if s.Exact != nil {
			others = append(others, s.Exact)
		}
	}
	in, err := instance(jobs, best.OfflineTrace)
	if err != nil {
		return nil, err
	}
	used := func() float64 {
		if ctx.Err() != nil {
			return 1
		}
		return 0
	}
	better := *best
	better.Starts, better.Objective, err = offline.Refine(in, best.Starts, others,
		offline.Options{Seed: o.Seed, Workers: o.Workers, Used: used})
	if err = cmp.Or(err, ctx.Err()); err != nil || better.Objective == best.Objective {
		return best, err
	}
	better.SolveSeconds = best.SolveSeconds + time.Since(begin).Seconds()
	_, err = better.Derive(jobs)
	return &better, err
}

func ended(ctx context.Context, p *offline.Plan) optgap.EndedBy {
	switch {
	case ctx.Err() != nil:
		return optgap.EndedInterrupt
	case p.Near:
		return optgap.EndedGap
	case p.Ended:
		return optgap.EndedFinished
	}
	return optgap.EndedTimeLimit
}

// instance returns the jobs with their weights.
func instance(jobs []optgap.TraceJob, of record.OfflineTrace) (*offline.Instance, error) {
	weights, _, err := of.Weights(jobs)
	in := &offline.Instance{Machine: of.Machine}
	for i, weight := range weights {
		j := jobs[i]
		in.Jobs = append(
			in.Jobs,
			offline.Job{
				Release:  j.Submit,
				Width:    j.Width,
				Duration: j.Duration(),
				Weight:   weight,
			},
		)
	}
	return in, err
}
