package statement

import (
	"fmt"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
)

// The widths of the columns in characters. Together with the verdict and the blanks between
// columns they fit [table.Width].
const (
	idWidth      = 6
	textWidth    = 37
	printedWidth = 16
	foundWidth   = 20
)

// Table returns a row for each statement. Where nothing was measured, the reason stands in its
// place. The tolerance stands in brackets behind the paper's value. Extra columns have the rule and
// the reason.
func Table(title string, all []Statement) table.Table {
	t := table.Table{
		Title: title,
		Columns: append(table.Words("id", "statement", "paper", "measured", "verdict"),
			table.Extra(table.Words("where", "rule", "reason")...)...),
	}
	for _, s := range all {
		t.Row(
			table.Wrap(s.ID, idWidth),
			table.Wrap(s.Text, textWidth),
			table.Wrap(s.allowed(), printedWidth),
			table.Wrap(s.found(), foundWidth),
			string(s.Verdict),
			s.Where,
			s.Rule,
			s.Reason,
		)
	}
	return t
}

// allowed returns the paper's value and the tolerance.
func (s Statement) allowed() string {
	if s.Tolerance == "" {
		return s.Printed
	}
	return strings.TrimSpace(s.Printed + " (" + s.Tolerance + ")")
}

// found returns what was measured, or why there is nothing.
func (s Statement) found() string {
	if s.Measured == NotMeasured && s.Reason != "" {
		return s.Reason
	}
	return s.Measured
}

// Grid returns a table with a row and a column for each of their names. cell is called with their
// places. first is the column with the names of the rows.
func Grid(
	title string,
	first []table.Heading,
	rows, columns []string,
	cell func(row, column int) string,
) table.Table {
	t := table.Table{Title: title, Columns: append(first, table.Numbers(columns...)...)}
	for i, name := range rows {
		t.Rows = append(t.Rows, []string{name})
		for k := range columns {
			t.Rows[i] = append(t.Rows[i], cell(i, k))
		}
	}
	return t
}

// Tables returns a ledger: wide as by [Table], else in few lines: the statements with a verdict,
// and below them the ids of those that are not judged, by their reasons.
func Tables(title string, all []Statement, wide bool) []table.Table {
	if wide {
		return []table.Table{Table(title, all)}
	}
	const reasonWidth, idsWidth = 40, 56
	judged := lists.Where(all, func(s Statement) bool { return s.Verdict != NotJudged })
	open := table.Table{
		Title:   "Not judged; --wide has their texts",
		Columns: table.Words("why", "statements"),
	}
	unjudged := lists.Where(all, func(s Statement) bool { return s.Verdict == NotJudged })
	for _, same := range lists.GroupBy(unjudged, func(s Statement) string { return s.Reason }) {
		ids := strings.Join(lists.Each(same, func(s Statement) string { return s.ID }), ", ")
		open.Row(table.Wrap(same[0].Reason, reasonWidth), table.Wrap(ids, idsWidth))
	}
	return append([]table.Table{Table(title, judged)}, table.WithRows(open)...)
}

// said is what is said of so many things with a verdict.
type said struct {
	verdict Verdict
	text    string
}

// tally counts verdicts, such as "5 of 18 do, 3 not, 10 undecided". of is how many there are in
// words. Verdicts that do not occur are left out, but for the first one of those that are said.
func tally(verdicts []Verdict, of string, all []said) string {
	var parts []string
	for i, s := range all {
		n := Number(verdicts, func(v Verdict) bool { return v == s.verdict })
		switch {
		case i == 0:
			parts = append(parts, fmt.Sprintf("%d of %s %s", n, of, s.text))
		case n > 0:
			parts = append(parts, fmt.Sprintf("%d %s", n, s.text))
		}
	}
	return strings.Join(parts, ", ")
}

// inOrder are the verdicts as statements are counted by them.
var inOrder = []said{
	{Holds, "hold"},
	{Differs, "differ"},
	{Undecided, "undecided"},
	{Contradiction, "contradict each other"},
	{NotJudged, "not judged"},
}

// Counted is such as "17 of 28 statements hold, 5 differ, 4 undecided, 2 contradict each other".
// Verdicts that do not occur are left out.
func Counted(all []Statement) string {
	verdicts := lists.Each(all, func(s Statement) Verdict { return s.Verdict })
	return tally(verdicts, format.Count(len(all), "statement"), inOrder)
}

// A Group is the statements on one trace.
type Group struct {
	Name       string
	Statements []Statement
}

// Lead returns the first line of a report: the counts, or a line of them for each of several
// groups.
func Lead(groups []Group) string {
	return strings.Join(lists.Each(groups, func(g Group) string {
		line := Counted(g.Statements)
		if len(groups) > 1 {
			line = g.Name + ": " + line
		}
		return line
	}), "\n")
}
