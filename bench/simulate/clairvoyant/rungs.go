package clairvoyant

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/ilp/exact"
	"github.com/optgap/optgap/ilp/grid"
)

// DefaultStepWork is the usual limit of the search at a step: a few milliseconds.
const DefaultStepWork = 3_000_000

// RungNames returns the names of the rungs, from the schedulers on.
func RungNames() []string { return []string{record.RungOptimum, record.RungOptimumPerfect} }

// RungsDir is the folder of the rungs within that of a bound.
const RungsDir = "rungs"

// Rungs is the folder of the rungs of a trace that are under way.
type Rungs = folder.Folder[record.RungTrace, record.Rung, string]

// RungsLayout is that of the folder of a trace's rungs.
var RungsLayout = folder.Layout[record.RungTrace, record.Rung, string]{
	Files: folder.Files{
		Format:   "optgap-rungs-run/1",
		Info:     "rungs.json",
		Problems: "replays.jsonl",
		Results:  "rungs.jsonl",
		Summary:  "summary.csv",
	},
	ReadProblems: record.ReadRungTraces, ReadResults: record.ReadRungs,
	ProblemKey: func(t record.RungTrace) string { return t.Rung },
	ResultKey:  func(r record.Rung) string { return r.Rung },
	Compare:    cmp.Compare[string], Rows: record.RungRows,
}

// Climb replays the jobs of a trace as a rung, and calls ended with each job that ends, unless it
// is nil. The search at a step counts its work in place of seconds, so that a rung is the same on
// each machine. Where its limit ends the search, the best schedule found is followed, at worst that
// of the best policy.
func Climb(
	ctx context.Context, of record.RungTrace, jobs []optgap.TraceJob, ended func(),
) (*record.Rung, error) {
	begin := time.Now()
	in, err := instance(jobs, of.OfflineTrace)
	if err != nil {
		return nil, err
	}
	objective := of.Average().Objective // also of older names
	if of.Rung == record.RungOptimumPerfect {
		jobs = slices.Clone(jobs)
		sweep.Perfect.Apply(jobs)
	}
	of.Format = record.RungFormat
	r := &record.Rung{RungTrace: of}
	s := dynp.NewFollower(of.Machine, jobs, func(st *optgap.Step) (optgap.Schedule, error) {
		st, err := objective.Of(st)
		if err != nil {
			return nil, err
		}
		p, err := grid.Open(st)
		if err != nil {
			return nil, err
		}
		best, err := exact.Solve(ctx, p, exact.Options{WorkLimit: of.StepWork})
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		r.Steps++
		r.LongestStep = max(r.LongestStep, len(st.Jobs))
		if best.Status == optgap.StatusOptimal {
			r.ProvenSteps++
		}
		return best.Schedule, nil
	})
	out, err := replay.Run(ctx, jobs, sweep.Counting(s, func(int) {
		if ended != nil {
			ended()
		}
	}))
	if err != nil {
		return nil, err
	}
	r.Starts = out.Starts
	r.Objective, err = in.Sum(out.Starts)
	if err != nil {
		return nil, err
	}
	r.ObjectiveValue, err = average(of.OfflineTrace, jobs, out.Starts)
	r.SolveSeconds = time.Since(begin).Seconds()
	return r, err
}

// Folder is the folder of a run that is under way.
type Folder = folder.Folder[record.OfflineTrace, record.Offline, string]

// Layout is that of a run's folder, which has one trace and one result. A run with other limits may
// go on from it, see [Options.GoesOn].
var Layout = folder.Layout[record.OfflineTrace, record.Offline, string]{
	Files: folder.Files{
		Format:   record.OfflineRunFormat,
		Info:     "offline.json",
		Problems: "traces.jsonl",
		Results:  "offline.jsonl",
		Summary:  "summary.csv",
	},
	ReadProblems: record.ReadOfflineTraces,
	ReadResults:  record.ReadOffline,
	ProblemKey:   func(t record.OfflineTrace) string { return t.Trace },
	ResultKey:    func(r record.Offline) string { return r.Trace },
	Compare:      cmp.Compare[string],
	Rows:         record.OfflineRows,
	Limits:       []string{"time-limit", "gap", "rounds"},
}
