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
	found   float64 // the metric of the best schedule found
	least   float64 // no schedule has a metric below; 0: unknown
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
	b := &Bounds{Offline: content.Results[0]}
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
	in, unit, err := instance(jobs, b.OfflineTrace)
	if err != nil {
		return nil, err
	}
	b.in, b.total = in, total(in, unit)
	bound, err := in.Bound((*offline.Prices)(b.Prices))
	if err != nil {
		return nil, err
	}
	bound = max(bound, b.SearchBound)
	sum, err := in.Sum(b.Starts)
	value, found := float64(bound)/b.total, average(in, unit, b.Starts)
	switch near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-9*b }; {
	case err != nil || bound != b.Bound || sum != b.Objective:
		return nil, bad("bound and objective", []int64{b.Bound, b.Objective}, []int64{bound, sum})
	case bound > sum:
		return nil, bad("bound", bound, fmt.Sprint("at most ", sum, ", the objective"))
	case !near(b.BoundValue, value) || !near(b.ObjectiveValue, found):
		return nil, bad("bound_value and objective_value", []float64{b.BoundValue, b.ObjectiveValue}, []float64{value, found})
	}
	best, err := performance.Evaluate(&replay.Outcome{Jobs: jobs, Starts: b.Starts}, machine,
		performance.Options{Bounds: []int64{leastRun}})
	if err != nil {
		return nil, err
	}
	b.found = best.Numbers[b.Average().Metric]
	if b.least = value; unit > 0 {
		b.least = max(b.least, 1) // the metric counts no slowdown as less
	}
	b.divide()
	return b, nil
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
