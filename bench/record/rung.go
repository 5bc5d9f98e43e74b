package record

import (
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
)

// RungFormat names the version of the JSON form of a replay under the best schedule found at each step.
const RungFormat = "optgap-rung/1"

// RungTrace says which replay of a trace is a rung between its schedulers and its best schedule.
type RungTrace struct {
	OfflineTrace
	// `optimum`, or `optimum-perfect` where the estimates are the run times
	Rung     string `json:"rung"`
	StepWork int64  `json:"step_work"` // limit of the search at each step, in units of about a nanosecond
}

// Rung is a replay of a trace, at each self-tuning step of which the best schedule found is followed.
type Rung struct {
	RungTrace
	Objective      int64   `json:"objective"`       // sum of weight times response time
	ObjectiveValue float64 `json:"objective_value"` // [s, or a number] the average
	Steps          int     `json:"steps"`
	ProvenSteps    int     `json:"proven_steps"` // whose schedule is proven optimal at one second
	LongestStep    int     `json:"longest_step"` // [jobs] of the longest step
	SolveSeconds   float64 `json:"solve_seconds,omitempty"`
	// [s] of the jobs by submission, as seconds of the trace
	Starts []int64 `json:"starts"`
}

// ReadRungs yields the rungs of a file of JSON lines like [ReadResults].
var ReadRungs = Reader((*Rung).check)

// ReadRungTraces yields the replays of a file of JSON lines like [ReadResults].
var ReadRungTraces = Reader((*RungTrace).check)

func (t *RungTrace) check() error { return field.CheckFormat(t.Format, RungFormat) }

func (g *Rung) check() error {
	if err := g.RungTrace.check(); err != nil || len(g.Starts) == g.Jobs {
		return err
	}
	return optgap.BadField("starts", len(g.Starts), fmt.Sprintf("%d, one of each job", g.Jobs))
}

// RungRows returns rungs as rows of CSV, without starts.
func RungRows(rungs []Rung) table.Table {
	return table.Rows(table.Fields[Rung]("trace", "machine", "objective_name", "jobs", "rung", "step_work", "objective",
		"objective_value", "steps", "proven_steps", "longest_step", "solve_seconds"), lists.Pointers(rungs))
}
