// Package statement compares claims of papers with measurements.
//
//	paper, measurement -> Statement -> Table, or JSON lines
//	Reading -> ReadingTable: points that the text leaves open
package statement

import (
	"fmt"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
)

// Format is the version of the JSON form of a [Statement].
const Format = "optgap-statement/1"

// A Verdict tells whether a statement holds.
type Verdict string

// The verdicts. A statement is open where it is about a trace that is not at hand, or where
// a run did not measure it, or was interrupted.
const (
	Holds   Verdict = "holds"
	Differs Verdict = "differs"
	Open    Verdict = "not judged"
)

// NotMeasured is the text in the place of a measurement that does not exist.
const NotMeasured = "not measured"

// A Statement is a sentence or number of a paper beside a measurement.
type Statement struct {
	Format   string  `json:"format"`
	Paper    string  `json:"paper"`           // such as grothklags2004
	Trace    string  `json:"trace,omitempty"` // trace of the measurement
	Where    string  `json:"where"`           // section of the paper
	Text     string  `json:"statement"`       // the claim in few words
	Printed  string  `json:"printed"`         // value of the paper
	Measured string  `json:"measured"`        // [NotMeasured]: there is none
	Verdict  Verdict `json:"verdict"`
}

// New returns a statement that is not judged yet. where is the section of the paper.
func New(where, text, printed string) Statement {
	return Statement{Where: where, Text: text, Printed: printed, Measured: NotMeasured, Verdict: Open}
}

// Found sets the measurement and whether the statement holds.
func (s *Statement) Found(holds bool, measured string) {
	s.Measured, s.Verdict = measured, Judge(holds)
}

// Foundf is [Statement.Found] with a text as of [fmt.Sprintf].
func (s *Statement) Foundf(holds bool, text string, args ...any) {
	s.Found(holds, fmt.Sprintf(text, args...))
}

// Notef sets the measurement of a statement that stays open, such as one about the trace of
// the paper alone. The text is as of [fmt.Sprintf].
func (s *Statement) Notef(text string, args ...any) { s.Measured = fmt.Sprintf(text, args...) }

// A Basis says how much of what was planned a run has done.
type Basis struct {
	Done, Planned int
	Thing         string // what is counted, such as "experiment"
}

// Whole tells whether the run came to its end.
func (b Basis) Whole() bool { return b.Done >= b.Planned }

// Note is such as "interrupted after 3 of 12 experiments"; "": the run is whole.
func (b Basis) Note() string {
	if b.Whole() {
		return ""
	}
	return format.Interrupted(int64(b.Done), int64(b.Planned), b.Thing)
}

// Under returns a title with the note of an interrupted run in a line below it.
func (b Basis) Under(title string) string {
	if b.Whole() {
		return title
	}
	return title + "\n" + b.Note()
}

// Settle returns statements that rest on the run. After an interruption none of them is
// judged: what is measured so far may be of other experiments than the paper's.
func (b Basis) Settle(all []Statement) []Statement {
	if b.Whole() {
		return all
	}
	for i := range all {
		all[i].Verdict = Open
	}
	return all
}

// Judge returns Holds or Differs.
func Judge(holds bool) Verdict {
	if holds {
		return Holds
	}
	return Differs
}

// The widths of the columns in characters. Together with the verdict and the blanks between
// columns they fit [table.Width].
const (
	textWidth    = 36
	printedWidth = 18
	foundWidth   = 24
)

// Table returns a row for each statement.
func Table(title string, all []Statement) table.Table {
	t := table.Table{Title: title, Columns: table.Words("statement", "paper", "measured", "verdict")}
	for _, s := range all {
		t.Rows = append(t.Rows, []string{
			table.Wrap(s.Text+" ("+s.Where+")", textWidth), table.Wrap(s.Printed, printedWidth),
			table.Wrap(s.Measured, foundWidth), string(s.Verdict),
		})
	}
	return t
}

// A Reading is a point that a paper leaves open, and the choice in it.
type Reading struct{ Open, Taken string }

// Readings returns readings, given as pairs of an open point and the choice in it.
func Readings(pairs [][2]string) []Reading {
	var all []Reading
	for _, p := range pairs {
		all = append(all, Reading{Open: p[0], Taken: p[1]})
	}
	return all
}

// ReadingTable returns a row for each reading.
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

// Named sets the paper and the trace of the statements and returns them.
func Named(paper, trace string, all []Statement) []Statement {
	for i := range all {
		all[i].Format, all[i].Paper, all[i].Trace = Format, paper, strings.TrimSpace(trace)
	}
	return all
}
