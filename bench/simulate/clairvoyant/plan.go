// Package clairvoyant plans whole traces, knowing all arrivals and run times, and says what no scheduler can beat:
//
//	trace -> Plan -> record.Offline: a proven bound, a schedule that comes near -> folder
//	folder -> Read -> Bounds -> Beside: how far the run of a scheduler is from the best possible
//
// Package ilp/offline has the mathematics. The jobs are those that a replay runs: they end at their run time, or are
// killed at their estimate.
//
// The package may change at any time.
package clairvoyant

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/ilp/offline"
)

// Objectives returns those that bound a metric of a replay, the default first.
func Objectives() []optgap.Objective {
	return slices.DeleteFunc(optgap.Objectives(), func(o optgap.Objective) bool { return o.Average().Metric == "" })
}

// Under the slowdown run times are raised to leastRun; the metric of replays counts no job as less than 1.
const (
	leastRun = 60   // seconds
	finest   = 1000 // the weight of the longest job: rounding changes it by less than a thousandth
)

// Options steer Plan.
type Options struct {
	TimeLimit time.Duration // 0: none
	Rounds    int           // of the search for better starts; 0: until they gain nothing
	Seed      uint64
	Workers   int // that search side by side, with the same plan for any number; 0: 1
}

// Plan bounds and plans the jobs of a trace, which are in order of submission. The end of the context ends
// the work like the time limit. A plan is returned in both cases. An *optgap.FieldError refuses sums that are
// too large.
func Plan(ctx context.Context, of record.OfflineTrace, jobs []optgap.TraceJob, o Options) (*record.Offline, error) {
	begin := time.Now()
	in, unit, err := instance(jobs, of)
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
		return float64(time.Since(begin)) / float64(o.TimeLimit)
	}
	p, err := offline.Solve(in, offline.Options{Seed: o.Seed, Workers: o.Workers, Rounds: o.Rounds, Used: used})
	if err != nil {
		return nil, err
	}
	of.Format = record.OfflineFormat
	r := &record.Offline{
		OfflineTrace: of, Bound: p.Bound, SearchBound: p.Searched, Objective: p.Sum, Unit: unit,
		Status: optgap.StatusFeasible, EndedBy: ended(ctx, p),
		Seed: o.Seed, Rounds: p.Rounds, Prices: (*record.OfflinePrices)(p.Prices), Starts: p.Starts,
		BoundValue: float64(p.Bound) / total(in, unit), ObjectiveValue: average(in, unit, p.Starts),
		SolveSeconds: time.Since(begin).Seconds(),
	}
	if p.Bound == p.Sum {
		r.Status = optgap.StatusOptimal
	}
	if p.Bound > 0 {
		r.Ratio = float64(p.Sum) / float64(p.Bound)
	}
	return r, nil
}

func ended(ctx context.Context, p *offline.Plan) optgap.EndedBy {
	switch {
	case ctx.Err() != nil:
		return optgap.EndedInterrupt
	case p.Ended:
		return optgap.EndedFinished
	}
	return optgap.EndedTimeLimit
}

// instance returns the jobs with their weights, and the unit of these; see record.Offline.
func instance(jobs []optgap.TraceJob, of record.OfflineTrace) (in *offline.Instance, unit int64, err error) {
	in = &offline.Instance{Machine: of.Machine, Jobs: make([]offline.Job, len(jobs))}
	average := of.Average()
	if average.Metric == "" {
		return nil, 0, optgap.BadField("objective_name", of.ObjectiveName, format.Enumeration("or", Objectives()))
	}
	if average.Slowdown {
		longest := int64(leastRun)
		for _, j := range jobs {
			longest = max(longest, j.Duration())
		}
		if longest > math.MaxInt64/finest {
			return nil, 0, optgap.BadField("objective", "sld with a run time whose weights exceed int64", "shorter run times")
		}
		unit = finest * longest
	}
	for i, j := range jobs {
		in.Jobs[i] = offline.Job{Release: j.Submit, Width: j.Width, Duration: j.Duration()}
		if average.Slowdown {
			in.Jobs[i].Weight = unit / max(j.Duration(), leastRun)
		} else {
			in.Jobs[i].Weight = average.Weight(j.Width, j.Duration())
		}
	}
	return in, unit, nil
}

// total returns the sum of the weights, by which a sum is divided for the average; under SLD it is that of weights
// that are not rounded down, so that no average of a bound is too large.
func total(in *offline.Instance, unit int64) (sum float64) {
	if unit > 0 {
		return float64(unit) * float64(len(in.Jobs))
	}
	for _, j := range in.Jobs {
		sum += float64(j.Weight)
	}
	return sum
}

// average returns the average of the starts, without rounded weights.
func average(in *offline.Instance, unit int64, starts []int64) (sum float64) {
	for i, j := range in.Jobs {
		weight := float64(j.Weight)
		if unit > 0 {
			weight = float64(unit) / float64(max(j.Duration, leastRun))
		}
		sum += weight * float64(starts[i]+j.Duration-j.Release)
	}
	return sum / total(in, unit)
}
