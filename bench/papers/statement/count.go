package statement

import (
	"strconv"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/base/table"
)

// Counts are numbers of statements by their verdicts.
type Counts map[Verdict]int

// Count counts statements.
func Count(all []Statement) Counts {
	c := Counts{}
	for _, s := range all {
		c[s.Verdict]++
	}
	return c
}

// inOrder are the verdicts as they are counted, with what is said of so many statements.
var inOrder = []struct {
	verdict Verdict
	text    string
}{
	{Holds, "hold"}, {Differs, "differ"}, {Undecided, "undecided"}, {Contradiction, "contradict each other"},
	{NotJudged, "not judged"},
}

// String is such as "17 of 28 statements hold, 5 differ, 4 undecided, 2 contradict each other". Verdicts
// that do not occur are left out.
func (c Counts) String() string {
	total := 0
	for _, n := range c {
		total += n
	}
	text := strconv.Itoa(c[Holds]) + " of " + format.Count(int64(total), "statement") + " hold"
	for _, v := range inOrder[1:] {
		if n := c[v.verdict]; n > 0 {
			text += ", " + strconv.Itoa(n) + " " + v.text
		}
	}
	return text
}

// A Group is the statements under one reading, or on one trace.
type Group struct {
	Name       string
	Statements []Statement
}

// Lead returns the first line of a report: the counts, or a line of them for each of several groups.
func Lead(groups []Group) string {
	return strings.Join(frame.Each(groups, func(g Group) string {
		line := Count(g.Statements).String()
		if len(groups) > 1 {
			line = g.Name + ": " + line
		}
		return line
	}), "\n")
}

// Tally returns a row for each group: how many of its statements have which verdict. of says what a
// group is, such as "reading".
func Tally(title, of string, groups []Group) table.Table {
	t := table.Table{Title: title, Columns: append(append(table.Numbers(""), table.Words(of)...),
		table.Numbers("hold", "differ", "undecided", "contradict", "not judged")...)}
	for i, g := range groups {
		c, row := Count(g.Statements), []string{strconv.Itoa(i + 1), g.Name}
		for _, v := range inOrder {
			row = append(row, strconv.Itoa(c[v.verdict]))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// marks stand for verdicts in [Compared].
var marks = map[Verdict]string{Holds: "+", Differs: "-", Undecided: "?", Contradiction: "!", NotJudged: "."}

// Compared returns a row for each statement with its verdicts in several groups, which have the same
// statements. The groups are numbered from 1.
func Compared(title string, groups []Group) table.Table {
	t := table.Table{
		Title:   title + ": + holds, - differs, ? undecided, ! contradiction, . not judged",
		Columns: table.Words("id", "statement"),
	}
	for i := range groups {
		t.Columns = append(t.Columns, table.Words(strconv.Itoa(i+1))...)
	}
	for i, s := range groups[0].Statements {
		verdicts := frame.Each(groups, func(g Group) string { return marks[g.Statements[i].Verdict] })
		t.Rows = append(t.Rows, append([]string{s.ID, s.Text}, verdicts...))
	}
	return t
}
