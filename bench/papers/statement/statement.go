// Package statement holds what a paper's text states, what is measured of it, and
// whether both agree.
//
//	paper, measurement -> Statement -> Table, or JSON lines
//	Reading -> ReadingTable: what the text leaves open
package statement

import (
	"strings"

	"github.com/optgap/optgap/bench/base/table"
)

// Format names the version of the JSON form of a statement.
const Format = "optgap-statement/1"

// Verdict says whether a statement holds here.
type Verdict string

// A statement about a trace that is not at hand, or about what this run did not
// measure, is not judged.
const (
	Holds   Verdict = "holds"
	Differs Verdict = "differs"
	Open    Verdict = "not judged"
)

// NotMeasured stands where there is no measurement.
const NotMeasured = "not measured"

// Statement is a sentence or number of a paper beside what is measured.
type Statement struct {
	Format   string  `json:"format"`
	Paper    string  `json:"paper"`           // such as grothklags2004
	Trace    string  `json:"trace,omitempty"` // that it is measured on
	Where    string  `json:"where"`           // in the paper
	Text     string  `json:"statement"`       // in few words
	Printed  string  `json:"printed"`         // what the paper has
	Measured string  `json:"measured"`        // NotMeasured where there is nothing
	Verdict  Verdict `json:"verdict"`
}

// Judge returns Holds or Differs.
func Judge(holds bool) Verdict {
	if holds {
		return Holds
	}
	return Differs
}

// The widths of the columns of text, in characters. With the verdict and the blanks
// between columns they fit table.Width.
const (
	textWidth    = 36
	printedWidth = 18
	foundWidth   = 24
)

// Table returns a row per statement.
func Table(title string, all []Statement) table.Table {
	t := table.Table{Title: title, Columns: table.Words("statement", "paper", "measured", "verdict")}
	for _, s := range all {
		t.Rows = append(t.Rows, []string{
			table.Wrap(s.Text+" ("+s.Where+")", textWidth), table.Wrap(s.Printed, printedWidth), table.Wrap(s.Measured, foundWidth), string(s.Verdict),
		})
	}
	return t
}

// Reading is something that a paper leaves open, and what was taken here.
type Reading struct{ Open, Taken string }

// ReadingTable returns a row per reading.
func ReadingTable(title string, all []Reading) table.Table {
	const openWidth, takenWidth = 44, 52
	t := table.Table{Title: title, Columns: table.Words("the text leaves open", "here")}
	for _, r := range all {
		t.Rows = append(t.Rows, []string{table.Wrap(r.Open, openWidth), table.Wrap(r.Taken, takenWidth)})
	}
	return t
}

// Tables returns what follows the tables of a paper.
func Tables(statements []Statement, readings []Reading) []table.Table {
	return []table.Table{
		Table("What the text states", statements), ReadingTable("What the text leaves open", readings),
	}
}

// Named returns the statements under the name of a paper and of the trace that they
// are measured on.
func Named(paper, trace string, all []Statement) []Statement {
	for i := range all {
		all[i].Format, all[i].Paper, all[i].Trace = Format, paper, strings.TrimSpace(trace)
	}
	return all
}
