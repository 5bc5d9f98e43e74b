package clairvoyant

import (
	"fmt"
	"math"
	"path/filepath"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/ilp/offline"
)

// Bounds are what is known of the best possible average of a trace.
type Bounds struct {
	record.Offline
	Rungs   []record.Rung // nil: the folder has none
	found   float64       // the metric of the best schedule found
	least   float64       // no schedule has a metric below; 0: unknown
	jobs    []optgap.TraceJob
	in      *offline.Instance
	total   float64 // by which sums are divided for averages
	period  int64   // in seconds
	periods *parts  // by submission
	widths  *parts
}

// Read reads the folder of a run that has ended, and holds its result against the trace that is replayed: its
// checksum, machine and jobs. The sums and averages are computed again; only what a search has proven is taken from the
// folder. An *optgap.FieldError refuses another trace, and a folder that has changed since the run.
func Read(dir, sha256 string, machine int64, jobs []optgap.TraceJob) (*Bounds, error) {
	content, err := folder.Read(dir, Layout)
	if err != nil {
		return nil, err
	}
	if len(content.Results) != 1 {
		return nil, optgap.BadField(dir, fmt.Sprintf("%d results", len(content.Results)), "the one of optgap offline --out")
	}
	changes, err := folder.Changes(dir, Layout.Info)
	if err != nil {
		return nil, err
	}
	for _, c := range changes {
		return nil, optgap.BadField(filepath.Join(dir, c.File), c.Field+" "+c.Found, c.Expected)
	}
	b := &Bounds{Offline: content.Results[0], jobs: jobs}
	bad := func(what string, found, expected any) error {
		wanted := fmt.Sprintf("%v, as of the trace that is replayed", expected)
		return optgap.BadField(dir, fmt.Sprintf("%s %v", what, found), wanted)
	}
	switch {
	case b.SHA256 != sha256:
		return nil, bad("SHA-256", b.SHA256, sha256)
	case b.Machine != machine:
		return nil, bad("machine", b.Machine, machine)
	case b.Jobs != len(jobs):
		return nil, bad("jobs", b.Jobs, len(jobs))
	}
	if b.in, err = instance(jobs, b.OfflineTrace); err != nil {
		return nil, err
	}
	again := b.Offline
	bound, err := b.in.Bound((*offline.Prices)(b.Prices))
	if err != nil {
		return nil, err
	}
	again.Bound = max(bound, b.SearchBound)
	if again.Objective, err = b.in.Sum(b.Starts); err == nil {
		b.total, err = again.Derive(jobs)
	}
	switch near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-9*b }; {
	case err != nil || again.Bound != b.Bound || again.Objective != b.Objective:
		return nil, bad("bound and objective", []int64{b.Bound, b.Objective}, []int64{again.Bound, again.Objective})
	case b.Bound > b.Objective:
		return nil, bad("bound", b.Bound, fmt.Sprint("at most ", b.Objective, ", the objective"))
	case !near(b.BoundValue, again.BoundValue) || !near(b.ObjectiveValue, again.ObjectiveValue):
		return nil, bad("bound_value and objective_value", []float64{b.BoundValue, b.ObjectiveValue},
			[]float64{again.BoundValue, again.ObjectiveValue})
	}
	best, err := b.measure(b.Starts)
	if err != nil {
		return nil, err
	}
	b.found = best.Numbers[b.Average().Metric]
	if b.least = again.BoundValue; b.Average().Slowdown {
		b.least = max(b.least, 1) // the metric counts no slowdown as less
	}
	b.divide()
	b.Rungs, err = ReadRungs(dir, b.OfflineTrace, jobs)
	return b, err
}

// measure returns the metrics of a schedule.
func (b *Bounds) measure(starts []int64) (*performance.Metrics, error) {
	o := &replay.Outcome{Jobs: b.jobs, Starts: starts}
	return performance.Evaluate(o, b.Machine, performance.Options{Bounds: []int64{record.LeastRun}})
}

// Stored reads a folder alone, without the trace: the ladder below all schedulers, and the rungs as replays beside the
// bound, or else the best schedule. Older folders, which lack the jobs, have neither.
func Stored(dir string, of *record.Offline) (l *record.Ladder, runs []sweep.Run, err error) {
	if of.TraceJobs == nil {
		return nil, nil, nil
	}
	b, err := Read(dir, of.SHA256, of.Machine, of.TraceJobs.Jobs())
	if err != nil {
		return nil, nil, err
	}
	l, _ = below(&b.Offline, b.Rungs, b.jobs)
	shown := b.Rungs
	if shown == nil {
		shown = []record.Rung{{RungTrace: record.RungTrace{Rung: record.RungFound}, Starts: b.Starts}}
	}
	for _, r := range shown {
		run := sweep.Run{Setting: sweep.Setting{Scheduler: r.Rung}, Trace: b.Trace, Machine: b.Machine}
		if run.Metrics, err = b.measure(r.Starts); err != nil {
			return nil, nil, err
		}
		run.Possible = b.Beside(run.Metrics, r.Starts, false)
		runs = append(runs, run)
	}
	return l, runs, nil
}

// Beside returns how far a replay is from the best possible one, or nil if the average was not measured, or the bound
// is 0. overfull tells that the replay uses more than the machine at times, so that it may be better.
func (b *Bounds) Beside(m *performance.Metrics, starts []int64, overfull bool) *sweep.Possible {
	value, ok := m.Numbers[b.Average().Metric]
	if !ok || b.least <= 0 {
		return nil
	}
	p := &sweep.Possible{
		AtLeast: value / b.found, AtMost: value / b.least, Objective: b.Average().Metric,
		Period: b.period, Periods: b.periods.of(b, starts), Widths: b.widths.of(b, starts),
	}
	if !overfull {
		p.AtLeast = max(1, p.AtLeast)
	}
	return p
}
