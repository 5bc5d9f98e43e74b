package statement

import (
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/table"
)

// A Run says how the experiment of a paper runs. All may be zero.
type Run struct {
	Workers int    // pieces of work side by side; 0: 1
	Folder  string // keeps results, and an interrupted run goes on there; "": they are not kept
	Version string // of the program
	Watch
}

// A Watch is told how a run goes. Each function may be nil. One is called at a time, but for Done.
type Watch struct {
	Say   func(format string, args ...any)     // with a remark
	Begin func(known, total int, thing string) // before so many things, some of them known from an earlier run
	Done  func()                               // after each new thing, maybe side by side
	End   func(error)                          // after the last one, or with the error before it
}

// Tell makes a remark.
func (w Watch) Tell(format string, args ...any) {
	if w.Say != nil {
		w.Say(format, args...)
	}
}

// Start tells that work begins.
func (w Watch) Start(known, total int, thing string) {
	if w.Begin != nil {
		w.Begin(known, total, thing)
	}
}

// Step tells that a piece of work is done.
func (w Watch) Step() {
	if w.Done != nil {
		w.Done()
	}
}

// Stop tells that work has ended.
func (w Watch) Stop(err error) {
	if w.End != nil {
		w.End(err)
	}
}

// A Report is what the experiment of a paper found, as it is printed and drawn.
type Report struct {
	Lead    string                              // the first lines, which count the verdicts
	Tables  []table.Table                       // the ledger first
	Lines   []any                               // of JSON: what was measured, then the statements
	Rows    table.Table                         // what was measured, for programs
	Figures map[string]map[string]figure.Figure // by their folder and their name
}

// Add adds lines of JSON.
func Add[T any](r *Report, values []T) {
	for _, v := range values {
		r.Lines = append(r.Lines, v)
	}
}
