package diff

import (
	"strconv"

	"github.com/optgap/optgap/bench/base/table"
)

// Rows returns a row for each pair and for each result without a partner, for CSV. Nothing
// is rounded. A value that does not exist is blank.
func (c *Comparison) Rows() table.Table {
	t := table.Table{}
	for _, column := range c.rowColumns() {
		t.Columns = append(t.Columns, table.Column{Name: column.name})
	}
	for _, p := range c.Pairs {
		var row []string
		for _, column := range c.rowColumns() {
			row = append(row, column.value(p))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

type rowColumn struct {
	name  string
	value func(Pair) string
}

func (c *Comparison) rowColumns() []rowColumn {
	columns := []rowColumn{
		{"folder", func(p Pair) string { return p.Key().Folder }},
		{"trace", func(p Pair) string { return p.Key().Trace }},
		{"index", func(p Pair) string {
			if c.Kind != Studies {
				return ""
			}
			return strconv.Itoa(p.Key().Index)
		}},
		{"problem", func(p Pair) string { return p.Key().Problem }},
		{"method", func(p Pair) string { return p.Key().Method }},
		{"time_scale", func(p Pair) string { return positive(p.Key().TimeScale).String() }},
	}
	both := func(name string, value func(*Result) string) {
		columns = append(columns,
			rowColumn{name + "_old", func(p Pair) string { return p.Old.text(value) }},
			rowColumn{name + "_new", func(p Pair) string { return p.New.text(value) }})
	}
	both("status", func(r *Result) string { return string(r.Status) })
	for i, m := range c.Kind.Measures() {
		both(m.Name, func(r *Result) string { return r.Values[i].String() })
	}
	both("solve_seconds", func(r *Result) string {
		if r.Seconds == 0 {
			return ""
		}
		return decimal(r.Seconds).String()
	})
	return columns
}

// text returns a value of a result; "" where r is nil.
func (r *Result) text(value func(*Result) string) string {
	if r == nil {
		return ""
	}
	return value(r)
}
