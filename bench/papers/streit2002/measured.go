package streit2002

import (
	"fmt"
	"slices"

	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/trace/analysis"
)

// A Measured holds the measurements on one trace.
type Measured struct {
	Settings
	Published *Published // printed numbers, nil if there are none

	Name    string // name of the trace
	About   string // the jobs, such as "mean of 5 sets of 10,000 drawn jobs"; "": the trace's own
	Trace   *analysis.Analysis
	Sets    []Replays // each has the runs for the tables
	Planned int       // number of sets of a run that is not interrupted

	numbers *statement.Data // see arrange
}

// Replays hold the measurements on one set of jobs.
type Replays struct {
	Set  *analysis.Analysis // of the drawn jobs, nil if none were drawn
	Runs []sweep.Run        // runs of [Settings.Replays]
	Step float64            // seconds of a self-tuning step with 185 waiting jobs; 0: not measured
}

// Basis says how many of the replays there are.
func (m *Measured) Basis() statement.Basis {
	done := 0
	for _, s := range m.Sets {
		done += len(s.Runs)
	}
	return statement.Basis{
		Done:    done,
		Planned: m.Planned * len(m.Replays()),
		Thing:   "replay",
	}
}

// statements judges the ledger of the set.
func (m *Measured) statements() []statement.Statement {
	return LedgerOf(m.Published).Judge(statement.Case{
		Trace: m.Name, Basis: m.Basis(), Measured: m.numbers, Printed: m.Published.Data(),
	})
}

// arrange finds the numbers of all sets, and returns the traces in the order of the paper's sets.
// Those of no set follow.
func arrange(measured []Measured) []*Measured {
	all := lists.Pointers(measured)
	order := append(Names(), "")
	place := func(m *Measured) int { return slices.Index(order, m.Published.key()) }
	slices.SortStableFunc(all, func(a, b *Measured) int { return place(a) - place(b) })
	var ctc *Measured
	if all[0].Published.key() == "ctc" {
		ctc = all[0]
	}
	for _, m := range all {
		m.numbers = m.data(ctc)
	}
	return all
}

// complete returns an error where a run for Tables 4 to 6 is missing.
func (m *Measured) complete(runs []sweep.Run) error {
	for _, s := range (Settings{DynP: m.DynP}).Replays() {
		if !slices.ContainsFunc(runs, func(r sweep.Run) bool { return r.Key() == s.Key() }) {
			return fmt.Errorf("%s: the run %q at factor %d is missing", m.Name, s.Name, tableFactor)
		}
	}
	return nil
}
