package record

import (
	"io"
	"iter"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/heuristics/moldable"
)

// MoldableResultFormat names the version of the JSON form of a moldable instance's result.
const MoldableResultFormat = "optgap-moldable-result/1"

// MoldableStart is one job's start and width.
type MoldableStart struct {
	ID    int64 `json:"id"`
	Start int64 `json:"start"` // [ticks] start of the job
	Width int64 `json:"width"` // [processors] of the job
}

// MoldableResult is the result of one algorithm for a moldable instance. A value that does
// not exist is absent. Minsum is in ticks times weight, the makespan in ticks.
type MoldableResult struct {
	Format string `json:"format"`
	Name   string `json:"name,omitempty"` // of the instance
	// `bicriteria`, `gang`, `sequential`, `list-shelf`, `list-lptf`, `list-saf`, `list-wspt`, `prices`, `search`,
	// `ilp`, `exact`
	Algorithm string         `json:"algorithm"`
	Status    optgap.Status  `json:"status"`
	EndedBy   optgap.EndedBy `json:"ended_by,omitempty"`
	Error     string         `json:"error,omitempty"`

	// [ticks] sum of weight times end; latest end; absent without a schedule
	Minsum   int64           `json:"minsum,omitempty"`
	Makespan int64           `json:"makespan,omitempty"`
	Starts   []MoldableStart `json:"starts,omitempty"`

	// [ticks] lower bounds: `relaxed`, `lagrange`, `ilp`, `exact`
	MinsumBounds   map[moldable.BoundName]int64 `json:"minsum_bounds,omitempty"`
	MakespanBounds map[moldable.BoundName]int64 `json:"makespan_bounds,omitempty"` // [ticks] lower bounds: `dual`
	// [ticks] the relaxed program as Dutot et al. (2004) print it. It is no bound
	PrintedMinsum *float64 `json:"printed_minsum,omitempty"`
	// Certificates prove bounds on the minsum. Their ends are in ticks.
	Certificates map[moldable.BoundName]optgap.Certificate `json:"certificates,omitempty"`

	SolveSeconds float64 `json:"solve_seconds,omitempty"`
	// [s] wall time of the bounds on the minsum that are of no algorithm
	BoundsSeconds   float64  `json:"bounds_seconds,omitempty"`
	Seed            uint64   `json:"seed,omitempty"`
	PeakMemoryBytes int64    `json:"peak_memory_bytes,omitempty"` // [bytes] of the child that ran `ilp` or `exact`
	Warnings        []string `json:"warnings,omitempty"`
}

// MoldableStartsOf returns the starts of a schedule.
func MoldableStartsOf(in *moldable.Instance, s moldable.Schedule) (starts []MoldableStart) {
	for i, p := range s {
		starts = append(starts, MoldableStart{in.Jobs[i].ID, p.Start, p.Width})
	}
	return starts
}

// ReadMoldableResults yields the results of a file of JSON lines like [ReadResults].
func ReadMoldableResults(r io.Reader, file string) iter.Seq2[MoldableResult, error] {
	return readEach(r, file, ParseMoldableResult)
}

// ParseMoldableResult returns the result on a single line as ReadMoldableResults does.
var ParseMoldableResult = converting(false, func(r *MoldableResult) (MoldableResult, error) {
	return *r, field.CheckFormat(r.Format, MoldableResultFormat)
})

// Unfinished tells whether the algorithm was cut short by a limit, crashed, or failed. Another run, with
// larger limits, may do better.
func (r MoldableResult) Unfinished() bool { return cutShort(r.Status, r.EndedBy) }
