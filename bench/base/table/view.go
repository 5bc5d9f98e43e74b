package table

import (
	"cmp"
	"slices"
	"strings"
)

// A View is a column for people of rows that are of type R.
type View[R any] struct {
	Heading
	Cell func(R) string
	Foot string // below all rows
}

// Name returns a column of words.
func Name[R any](head string, cell func(R) string) View[R] {
	return View[R]{Heading: Heading{Name: head}, Cell: cell}
}

// Number returns a column of numbers.
func Number[R any](head string, cell func(R) string) View[R] {
	return View[R]{Heading: Heading{Name: head, Align: Right}, Cell: cell}
}

// Wide returns the column as one that the format "table" leaves out.
func (v View[R]) Wide() View[R] {
	v.Extra = true
	return v
}

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

// View returns the column for people. Its head has two lines at most, and its cells in percent have
// the unit.
func (c Column[R]) View() View[R] {
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
	v := Name(name, c.Text)
	v.Extra = c.Show.Extra
	if c.Kind != Word {
		v.Align = Right
	}
	if unit == "%" {
		v.Cell = func(r R) string {
			if text := c.Text(r); text != "" {
				return text + " %"
			}
			return ""
		}
	}
	return v
}

// Of returns the table of rows. Without any Foot it has no footer.
func Of[R any](title string, rows []R, views ...View[R]) Table {
	t := Table{Title: title, Rows: make([][]string, len(rows))}
	footed := false
	foot := make([]string, len(views))
	for k, v := range views {
		t.Columns = append(t.Columns, v.Heading)
		for i, r := range rows {
			t.Rows[i] = append(t.Rows[i], v.Cell(r))
		}
		foot[k] = v.Foot
		footed = footed || v.Foot != ""
	}
	if footed {
		t.Footer = foot
	}
	return t
}
