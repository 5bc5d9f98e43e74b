package table

import (
	"cmp"
	"slices"
	"strings"
)

// A Cell is a text of a row, with the heading of its column.
type Cell struct {
	Heading
	Text string
}

// Name returns a cell of a column of words.
func Name(head, text string) Cell { return Cell{Heading: Heading{Name: head}, Text: text} }

// Number returns a cell of a column of numbers.
func Number(head, text string) Cell {
	return Cell{Heading: Heading{Name: head, Align: Right}, Text: text}
}

// Wide returns the cell as one of a column that the format "table" leaves out.
func (c Cell) Wide() Cell {
	c.Extra = true
	return c
}

// Add adds a row. The cells of the first row give the table its columns. Later rows may end earlier.
func (t *Table) Add(cells ...Cell) {
	first := t.Columns == nil
	row := make([]string, max(len(cells), len(t.Columns)))
	for i, c := range cells {
		row[i] = c.Text
		if first {
			t.Columns = append(t.Columns, c.Heading)
		}
	}
	t.Rows = append(t.Rows, row)
}

// Row adds a row of texts, one for each column.
func (t *Table) Row(cells ...string) { t.Rows = append(t.Rows, cells) }

// Head returns what stands above a column for people: its name, and the unit of its cells; "": each
// cell has its own, or needs none.
func (c Column[R]) Head() (name, unit string) {
	name = cmp.Or(c.Show.Head, strings.ReplaceAll(c.Key, "_", " "))
	unit = cmp.Or(c.Show.Unit, c.Unit)
	if c.Show.Time || unit == name {
		unit = ""
	}
	return name, unit
}

// Named returns the columns with keys that are separated by blanks, in that order. Columns that
// there are not are left out. Those with a + behind the key are shown on request.
func Named[R any](all []Column[R], keys string) (some []Column[R]) {
	for key := range strings.FieldsSeq(keys) {
		key, extra := strings.CutSuffix(key, "+")
		if i := slices.IndexFunc(all, func(c Column[R]) bool { return c.Key == key }); i >= 0 {
			c := all[i]
			c.Show.Extra = extra
			some = append(some, c)
		}
	}
	return some
}

// Cell returns the cell of a row for people. Its head has two lines at most, and a value in percent
// has the unit.
func (c Column[R]) Cell(r R) Cell {
	name, unit := c.Head()
	at := strings.LastIndex(name, " ")
	if unit != "" && unit != "%" {
		name += " [" + unit + "]"
		if at < 0 {
			at = strings.Index(name, " ")
		}
	}
	if at >= 0 {
		name = name[:at] + "\n" + name[at+1:]
	}
	cell := Name(name, c.Text(r))
	cell.Extra = c.Show.Extra
	if c.Kind != Word {
		cell.Align = Right
	}
	if unit == "%" && cell.Text != "" {
		cell.Text += " %"
	}
	return cell
}
