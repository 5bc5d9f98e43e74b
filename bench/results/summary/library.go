package summary

import (
	"slices"

	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/record"
)

// Statuses of lines of a library.
const (
	LineOptimal = "optimal" // the schedule is proven optimal
	LineOpen    = "open"    // the best schedule and the best bound differ
)

// ProofEnumeration is the proof of bounds of small steps: all orders of the jobs.
const ProofEnumeration record.Proof = "enumeration"

// LibraryLine is a step of a library under one objective as a flat row. Objectives and bounds are
// sums of weight times response time.
type LibraryLine struct {
	Index int `json:"index"`
	// its set; its class, such as 13-20 waiting jobs
	Set           string   `json:"set"`
	Class         string   `json:"class"`
	Trace         string   `json:"trace"`
	Machine       int64    `json:"machine,omitempty"` // absent: the steps are not here
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
	// who found them, and when they were added; method and machine of the bound
	ScheduleBy   string  `json:"schedule_by,omitempty"`
	ScheduleDate string  `json:"schedule_date,omitempty"`
	BoundBy      string  `json:"bound_by,omitempty"`
	BoundDate    string  `json:"bound_date,omitempty"`
	BoundMethod  string  `json:"bound_method,omitempty"`
	BoundOn      string  `json:"bound_on,omitempty"`
	SolveSeconds float64 `json:"solve_seconds,omitempty"` // [s] that the bound took
	Nodes        int64   `json:"nodes,omitempty"`         // of its searches
	// a larger bound that is not proven here, and who states it
	Claim   int64  `json:"claim,omitempty"`
	ClaimBy string `json:"claim_by,omitempty"`
}

// Proven reports whether the schedule is proven optimal.
func (l LibraryLine) Proven() bool { return l.Status == LineOptimal }

// LibraryTotal sums up the lines of a set, of a class and of an objective.
type LibraryTotal struct {
	Set, Class, ObjectiveName string

	Entries    int      // lines
	Optimal    int      // those proven
	Certified  int      // of these, those that need no search and no solver
	MeanGap    *float64 // [share] of the open lines; nil: there are none
	LargestGap float64  // [share]
	ProvenLoss *float64 // [%] mean over the optimal ones; nil: there are none
}

// LibraryTotals sums up lines, in the order in which set, class and objective first appear.
func LibraryTotals(lines []LibraryLine) []LibraryTotal {
	key := func(l LibraryLine) [3]string { return [3]string{l.Set, l.Class, l.ObjectiveName} }
	return lists.Each(lists.GroupBy(lines, key), totalOf)
}

// totalOf sums up the lines of one class; there is at least one.
func totalOf(lines []LibraryLine) LibraryTotal {
	t := LibraryTotal{
		Set:           lines[0].Set,
		Class:         lines[0].Class,
		ObjectiveName: lines[0].ObjectiveName,
		Entries:       len(lines),
	}
	var proven, gaps confidence.Values
	alone := []record.Proof{record.ProofCertificate, record.ProofRecomputed, ProofEnumeration}
	for _, l := range lines {
		if l.Proven() {
			proven = append(proven, *l.LossPercent)
			if slices.Contains(alone, l.Proof) {
				t.Certified++
			}
			continue
		}
		gaps = append(gaps, *l.Gap)
		t.LargestGap = max(t.LargestGap, *l.Gap)
	}
	t.Optimal = len(proven)
	t.MeanGap = confidence.Existing(gaps.Mean())
	t.ProvenLoss = confidence.Existing(proven.Mean())
	return t
}
