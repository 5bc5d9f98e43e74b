package table

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/optgap/optgap/bench/base/lists"
)

// leastFold is the width to which columns of words are folded at most.
const leastFold = 24

// gap is the number of spaces between two columns.
const gap = 2

// fitted returns the parts of a table, none of which is wider than [Width] where that can
// be: the table itself, or the table with cells of words in several lines, or its columns in
// several tables, each with the key columns.
func (t Table) fitted() []Table {
	if folded, ok := t.folded(); ok {
		return []Table{folded}
	}
	parts := t.split()
	for i := range parts {
		parts[i], _ = parts[i].folded()
	}
	return parts
}

// folded breaks the cells of the widest columns of words into lines, as far as the table
// needs it. ok: it fits now.
func (t Table) folded() (folded Table, ok bool) {
	widths := t.widths()
	over := total(widths) - Width
	limits := slices.Clone(widths)
	for over > 0 {
		widest := -1
		for i, c := range t.Columns {
			if c.Align == Left && limits[i] > leastFold &&
				(widest < 0 || limits[i] > limits[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			break
		}
		less := min(over, limits[widest]-leastFold)
		limits[widest] -= less
		over -= less
	}
	fold := func(cells []string) []string {
		cells = slices.Clone(cells)
		for i := range cells {
			if limits[i] < widths[i] {
				cells[i] = Wrap(cells[i], limits[i])
			}
		}
		return cells
	}
	folded = t
	folded.Columns, folded.Rows = slices.Clone(t.Columns), lists.Each(t.Rows, fold)
	for i, name := range fold(t.names()) {
		folded.Columns[i].Name = name
	}
	if t.Footer != nil {
		folded.Footer = fold(t.Footer)
	}
	return folded, over <= 0
}

// split shares the columns out to as few tables as fit, of about the same width.
func (t Table) split() []Table {
	shares := t.shares(Width)
	for limit := Width - 1; limit > 0; limit-- {
		narrower := t.shares(limit)
		if len(narrower) > len(shares) {
			break
		}
		shares = narrower
	}
	return lists.Each(shares, t.only)
}

// shares returns the indices of the columns of each part, where parts take columns in their
// order as long as they are no wider than a limit. Each has the key columns, and at least one
// group of others.
func (t Table) shares(limit int) (shares [][]int) {
	var keys []int
	var groups [][]int
	for i, c := range t.Columns {
		last := len(groups) - 1
		switch {
		case c.Key || i == 0:
			keys = append(keys, i)
		case c.With && last >= 0:
			groups[last] = append(groups[last], i)
		default:
			groups = append(groups, []int{i})
		}
	}
	widths := t.widths()
	width := func(columns []int) int {
		return total(lists.Each(columns, func(i int) int { return widths[i] }))
	}
	share := keys
	for _, group := range groups {
		with := slices.Concat(share, group)
		if len(share) > len(keys) && width(with) > limit {
			shares = append(shares, share)
			with = slices.Concat(keys, group)
		}
		share = with
	}
	return append(shares, share)
}

// only returns the table with some of its columns, by their indices, in their order.
func (t Table) only(columns []int) Table {
	columns = slices.Sorted(slices.Values(columns))
	some := Table{Title: t.Title, Rows: make([][]string, len(t.Rows))}
	for _, i := range columns {
		some.Columns = append(some.Columns, t.Columns[i])
		for r, row := range t.Rows {
			some.Rows[r] = append(some.Rows[r], row[i])
		}
		if t.Footer != nil {
			some.Footer = append(some.Footer, t.Footer[i])
		}
	}
	return some
}

// widths returns the width of each column in characters.
func (t Table) widths() []int {
	widths := make([]int, len(t.Columns))
	look := func(cells []string) {
		for i, cell := range cells {
			for line := range strings.SplitSeq(cell, "\n") {
				widths[i] = max(widths[i], utf8.RuneCountInString(line))
			}
		}
	}
	look(t.names())
	for _, row := range t.Rows {
		look(row)
	}
	look(t.Footer)
	return widths
}

// total returns the width of a table whose columns have such widths.
func total(widths []int) int {
	sum := gap * (len(widths) - 1)
	for _, w := range widths {
		sum += w
	}
	return sum
}
