package grothklags2004

import (
	"fmt"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/ilp"
)

// An Experiment holds measurements of section 4 of the paper on a trace.
type Experiment struct {
	Trace        string
	Machine      int64
	Jobs         int             // number in the trace
	Interarrival float64         // mean time in seconds
	Steps        int             // number of self-tuning steps of the replay
	Long         float64         // share of the jobs with an estimate of 2 minutes or more
	Chosen       []Size          // the steps like the printed rows, in the order of the rows
	Example      optgap.History  // machine history of the step like the first row; nil: there is none
	Rows         []record.Result // results of the chosen steps by each [Way], in any order
	All          []record.Result // results of all or evenly spread steps, by search on the grid
	Tenth        []record.Result // of every tenth of them, by the program as printed
	Open         []record.Result // of those of All that are not proven, by search at one second
	Planned      int             // number of results of a run that is not interrupted; 0: those that there are
}

// Results returns all results.
func (e *Experiment) Results() []record.Result { return slices.Concat(e.Rows, e.All, e.Tenth, e.Open) }

// Basis says how many of the results there are.
func (e *Experiment) Basis() statement.Basis {
	return statement.Basis{Done: len(e.Results()), Planned: e.Planned, Thing: "result"}
}

// A Report holds the tables and statements of an experiment.
type Report struct {
	Statements []statement.Statement
	Tables     []table.Table // without the statements: the rows, the averages, the time scales
	Brief      []table.Table // the rows and the averages, with fewer lines
	Figures    map[string]figure.Figure
	Readings   []statement.Reading
	Tried      []statement.Group // see [Run.Compare]
}

// AllTables returns the ledger and the tables. Wide ones have the time scales and what the text leaves
// open too.
func (r *Report) AllTables(wide bool) []table.Table {
	const title = "What the text states"
	var all []table.Table
	if wide {
		all = append([]table.Table{statement.Table(title, r.Statements)}, r.Tables...)
	} else {
		all = append(statement.Brief(title, r.Statements), r.Brief...)
	}
	if len(r.Tried) > 1 {
		all = append(all, statement.Tally("The statements under each reading", "reading", r.Tried))
	}
	if wide {
		all = append(all, statement.ReadingTable("What the text leaves open", r.Readings))
	}
	return all
}

// A Match is a printed row of Table 1 with the step most like it.
type Match struct {
	Format             string  `json:"format"`
	Row                int     `json:"row"`   // of the table, from 1
	Index              int     `json:"index"` // of the step
	Submission         int64   `json:"printed_submission"`
	Jobs               int     `json:"printed_jobs"`
	Makespan           int64   `json:"printed_makespan"`
	AccumulatedRunTime int64   `json:"printed_accumulated_run_time"`
	TimeScale          int64   `json:"printed_time_scale"` // seconds
	Quality            float64 `json:"printed_quality"`
	LossPercent        float64 `json:"printed_loss_percent"`
	Seconds            int64   `json:"printed_solve_seconds"`
}

// MatchFormat is the version of the JSON form of a [Match].
const MatchFormat = "optgap-table1-row/1"

// Matches returns the printed rows with their steps.
func (e *Experiment) Matches() []Match {
	var all []Match
	for i, r := range Rows()[:len(e.Chosen)] {
		all = append(all, Match{
			MatchFormat, i + 1, e.Chosen[i].Index, r.Submission, int(r.Jobs), r.Makespan,
			r.AccumulatedRunTime, 60 * r.Minutes, r.Quality, r.LossPercent, r.Seconds,
		})
	}
	return all
}

// A Way is a way of solving a step.
type Way string

// The ways of solving a step. Literal, Program and Search solve the same problem, on the grid of
// Eq. 6.
const (
	Literal  Way = "Eq. 1-5" // the integer program as printed, by HiGHS alone
	Program  Way = "program" // a program of the same optimum, with all that this project knows of it
	Search   Way = "search"  // method exact on the same grid
	AtSecond Way = "at 1 s"  // method exact on no grid
)

// ways holds all ways in the order of the tables.
var ways = []Way{Literal, Program, Search, AtSecond}

// WayOf returns the way of a result.
func WayOf(r *record.Result) Way {
	switch {
	case r.Method == method.ILP.Name && r.Formulation == string(ilp.FormulationPulse):
		return Literal
	case r.Method == method.ILP.Name:
		return Program
	case r.TimeScale > 0:
		return Search
	}
	return AtSecond
}

// of returns the results of one way.
func of(way Way, results []record.Result) []record.Result {
	var some []record.Result
	for _, r := range results {
		if WayOf(&r) == way {
			some = append(some, r)
		}
	}
	return some
}

// Report returns tables and statements. It is an error if nothing was measured.
func (e *Experiment) Report() (*Report, error) {
	if len(e.Chosen) == 0 {
		return nil, fmt.Errorf("%s: found no self-tuning step, expected steps with two or more waiting jobs", e.Trace)
	}
	return &Report{
		Tables:     []table.Table{e.rowsTable(ways), e.averagesTable(), ScaleTable()},
		Brief:      []table.Table{e.rowsTable([]Way{Literal, Search, AtSecond}), e.averagesTable()},
		Statements: Ledger().Judge(e.judged()),
		Figures:    e.figures(),
		Readings:   readings(),
	}, nil
}

// at returns the result of a step by one way; nil: there is none.
func (e *Experiment) at(index int, way Way) *record.Result {
	for i := range e.Rows {
		if r := &e.Rows[i]; r.Index == index && WayOf(r) == way {
			return r
		}
	}
	return nil
}

// proven tells whether the optimum of the problem of the result is proven, on the grid or at
// one second.
func proven(r *record.Result) bool { return r.Status == optgap.StatusOptimal }

// bare tells whether a program ended with no better schedule than the best policy's, and without a
// proof: its start solution, or none at all.
func bare(r *record.Result) bool {
	return r.Method == method.ILP.Name && !proven(r) && (r.LossPercent == nil || *r.LossPercent <= 0)
}

// solved returns the results with a schedule and a quality of their own.
func solved(results []record.Result) []record.Result {
	var some []record.Result
	for _, r := range results {
		if summary.Solved(&r) && r.LossPercent != nil && !bare(&r) {
			some = append(some, r)
		}
	}
	return some
}
