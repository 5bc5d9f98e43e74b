package grothklags2004

import (
	_ "embed"
	"fmt"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/ilp/grid"
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
	Example      optgap.History  // machine history that rises, of a step like the first row, nil if there is none
	Rows         []record.Result // results of the chosen steps by each [Way], in any order
	All          []record.Result // results of all or evenly spread steps, by search on the grid
	Tenth        []record.Result // of every tenth of them, by the program as printed
	Open         []record.Result // of those of All that are not proven, by search at one second
	Planned      int             // number of results of a run that is not interrupted; 0: those that there are
}

// results returns those of some steps: of rows, all, tenth or open.
func (e *Experiment) results(steps string) *[]record.Result {
	return map[string]*[]record.Result{"rows": &e.Rows, "all": &e.All, "tenth": &e.Tenth, "open": &e.Open}[steps]
}

// Results returns all results.
func (e *Experiment) Results() []record.Result { return slices.Concat(e.Rows, e.All, e.Tenth, e.Open) }

// Basis says how many of the results there are.
func (e *Experiment) Basis() statement.Basis {
	return statement.Basis{Done: len(e.Results()), Planned: e.Planned, Thing: "result"}
}

// A Match is a printed row of Table 1 with the step most like it.
type Match struct {
	Format string `json:"format"`
	Number int    `json:"row"` // of the table, from 1
	// of the step that is most like it, and of its results
	Index int `json:"index"`
	Row
}

// MatchFormat is the version of the JSON form of a [Match].
const MatchFormat = "optgap-table1-row/1"

// Matches returns the printed rows with their steps.
func (e *Experiment) Matches() []Match {
	var all []Match
	for i, r := range Rows()[:len(e.Chosen)] {
		all = append(all, Match{MatchFormat, i + 1, e.Chosen[i].Index, r})
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
	case r.Method == method.ILP.Name && r.Formulation == string(grid.FormulationPulse):
		return Literal
	case r.Method == method.ILP.Name:
		return Program
	case r.TimeScale > 0:
		return Search
	}
	return AtSecond
}

// Statements judges the ledger.
func (e *Experiment) Statements() []statement.Statement {
	return Judge(statement.Case{Trace: e.Trace, Basis: e.Basis()}, e.rows())
}

// Judge judges the ledger by rows of numbers.
func Judge(c statement.Case, rows []statement.Row) []statement.Statement {
	c.Measured, c.Printed = dataOf(rows), dataOf(Printed())
	return Ledger().Judge(c)
}

// Report returns the ledger and the rows. A wide report has all ways of solving them, and what the
// text leaves open.
func (e *Experiment) Report(wide bool) *statement.Report {
	all := e.Statements()
	measured := slices.Concat(lists.Anys(e.Matches()), lists.Anys(e.Results()))
	r := statement.NewReport([]statement.Group{{Statements: all}}, measured, e.csv(), e.figures())
	r.Tables = statement.Tables("What the text states", all, wide)
	jobs := format.Count(e.Jobs, "job")
	machine := format.Count(e.Machine, "processor")
	r.Lead += "\n" + e.Basis().
		Under(fmt.Sprintf("%s: %s on %s, in the place of CTC", e.Trace, jobs, machine))
	if !wide {
		r.Tables = append(r.Tables, e.rowsTable([]Way{Literal, Search, AtSecond}))
		return r
	}
	r.Tables = append(
		r.Tables,
		e.rowsTable(ways),
		statement.ReadingTable(file().Open),
	)
	return r
}

// csv has a row for each result. Those of the steps like the rows of Table 1 have the row and what
// it prints behind.
func (e *Experiment) csv() table.Table {
	t := summary.Rows(e.Results())
	printed := table.FieldRows(e.Matches())
	printed = printed.Where(func(c int) bool {
		// -: not in JSON either.
		return !slices.Contains([]string{"format", "index", "-"}, printed.Columns[c].Name)
	})
	t.Columns = append(t.Columns, printed.Columns...)
	for i, r := range e.Results() {
		cells := make([]string, len(printed.Columns))
		k := slices.IndexFunc(e.Chosen, func(s Size) bool { return s.Index == r.Index })
		if i < len(e.Rows) && k >= 0 {
			cells = printed.Rows[k]
		}
		t.Rows[i] = append(t.Rows[i], cells...)
	}
	return t
}

// at returns the result of a step like a row by one way, or nil if there is none.
func (e *Experiment) at(index int, way Way) *record.Result { return find(e.Rows, index, way) }

// second returns the result of a step at one second, or nil if there is none.
func (e *Experiment) second(index int) *record.Result {
	return find(slices.Concat(e.Open, e.Rows), index, AtSecond)
}

func find(results []record.Result, index int, way Way) *record.Result {
	for _, r := range lists.Pointers(results) {
		if r.Index == index && WayOf(r) == way {
			return r
		}
	}
	return nil
}

// proven reports whether the optimum of the problem of the result is proven, on the grid or at
// one second.
func proven(r *record.Result) bool { return r.Status == optgap.StatusOptimal }

// bare reports whether a program ended with no better schedule than the best policy's, and without
// a proof: its start solution, or none at all.
func bare(r *record.Result) bool {
	return r.Method == method.ILP.Name && !proven(r) &&
		(r.LossPercent == nil || *r.LossPercent <= 0)
}

//go:embed ledger.yaml
var ledger []byte

// Head is that of the paper's command.
var Head = statement.Document[statement.Head](ledger, 0)

// file is the rest of the ledger's file.
var file = statement.Document[page](ledger, 1)

// A page is the claims, the parts and Table 1.
type page struct {
	statement.File `       yaml:",inline"`
	Parts          []Part
	Rows           []Row
	Averages       Row
}

// Ledger returns every claim of the paper.
func Ledger() statement.Ledger { return file().Ledger("grothklags2004", nil) }
