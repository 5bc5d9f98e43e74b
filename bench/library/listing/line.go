package listing

import (
	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
)

// Statuses of lines.
const (
	Optimal   = "optimal" // the schedule is proven optimal
	StillOpen = "open"    // the best schedule and the best bound differ
)

// ProofEnumeration is the proof of bounds of small steps: all orders of the jobs.
const ProofEnumeration record.Proof = "enumeration"

// Line is a step under one objective as a flat row. Objectives and bounds are sums of weight times
// response time.
type Line struct {
	Index int `json:"index"`
	// its set; its class, such as 13-20 waiting jobs
	Set           string   `json:"set"`
	Class         string   `json:"class"`
	Trace         string   `json:"trace"`
	Machine       int64    `json:"machine"`
	Jobs          int      `json:"jobs"`
	ObjectiveName string   `json:"objective_name"`
	Objective     int64    `json:"objective"` // best known
	Bound         int64    `json:"bound"`     // largest known lower bound
	Status        string   `json:"status"`    // `optimal` or `open`
	Gap           *float64 `json:"gap"`       // [share] (objective - bound) / objective
	// `certificate`, `recomputed`, `enumeration`, `search`, `solver` or `claimed`
	Proof       record.Proof `json:"proof"`
	LossPercent *float64     `json:"loss_percent"` // [%] of the best of the usual schedulers
	// their objectives, where they respect the history
	FCFS int64 `json:"fcfs,omitempty"`
	SJF  int64 `json:"sjf,omitempty"`
	LJF  int64 `json:"ljf,omitempty"`
	EASY int64 `json:"easy,omitempty"`
	// who found them; method and machine of the bound
	ScheduleBy   string  `json:"schedule_by,omitempty"`
	BoundBy      string  `json:"bound_by,omitempty"`
	BoundMethod  string  `json:"bound_method,omitempty"`
	BoundOn      string  `json:"bound_on,omitempty"`
	SolveSeconds float64 `json:"solve_seconds,omitempty"` // [s] that the bound took
	Nodes        int64   `json:"nodes,omitempty"`         // of its searches
	// a larger bound that is not proven here, and who states it
	Claim   int64  `json:"claim,omitempty"`
	ClaimBy string `json:"claim_by,omitempty"`
}

// Proven tells whether the schedule is proven optimal.
func (l Line) Proven() bool { return l.Status == Optimal }

// Rows returns the table of all columns of lines, for CSV.
func Rows(lines []Line) table.Table { return frame.Rows(frame.Fields[Line](), lines) }
