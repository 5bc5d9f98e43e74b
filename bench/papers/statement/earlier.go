package statement

import (
	"fmt"

	"github.com/optgap/optgap/bench/base/table"
)

// Open is [NotJudged].
const Open = NotJudged

// New returns a statement that is not judged yet. where is the section of the paper.
func New(where, text, printed string) Statement {
	return Statement{Where: where, Text: text, Printed: printed, Measured: NotMeasured, Verdict: Open}
}

// Found sets the measurement and whether the statement holds.
func (s *Statement) Found(holds bool, measured string) { s.Measured, s.Verdict = measured, If(holds) }

// Foundf is [Statement.Found] with a text as of [fmt.Sprintf].
func (s *Statement) Foundf(holds bool, text string, args ...any) {
	s.Found(holds, fmt.Sprintf(text, args...))
}

// Notef sets the measurement of a statement that stays open, such as one about the trace of
// the paper alone. The text is as of [fmt.Sprintf].
func (s *Statement) Notef(text string, args ...any) { s.Measured = fmt.Sprintf(text, args...) }

// Judge is [If].
func Judge(holds bool) Verdict { return If(holds) }

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

// Tables returns what follows the tables of a paper.
func Tables(statements []Statement, readings []Reading) []table.Table {
	return []table.Table{
		Table("What the text states", statements), ReadingTable("What the text leaves open", readings),
	}
}

// claims returns a row for each statement that is of no ledger.
func claims(title string, all []Statement) table.Table {
	t := table.Table{Title: title, Columns: table.Words("statement", "paper", "measured", "verdict")}
	for _, s := range all {
		t.Rows = append(t.Rows, []string{
			table.Wrap(s.Text+" ("+s.Where+")", 36), table.Wrap(s.Printed, 18),
			table.Wrap(s.Measured, 24), string(s.Verdict),
		})
	}
	return t
}
