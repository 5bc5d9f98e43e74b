package statement

import "github.com/optgap/optgap/bench/base/table"

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
