package diff

import (
	"github.com/optgap/optgap/bench/base/column"
	"github.com/optgap/optgap/bench/base/table"
)

// Rows returns a row for each pair and for each result without a partner, for CSV. Nothing
// is rounded. A value that does not exist is blank.
func (c *Changes) Rows() table.Table { return column.Rows(c.columns(), c.Pairs) }

func (c *Changes) columns() []column.Column[Pair] {
	index := column.Counts("index", "", "number of the step", func(p Pair) int { return p.Key().Index })
	if c.Kind != Studies {
		index.Value = func(Pair) string { return "" }
	}
	columns := []column.Column[Pair]{
		column.Words("folder", "folder of the results", func(p Pair) string { return p.Key().Folder }),
		column.Words("trace", "name of the trace", func(p Pair) string { return p.Key().Trace }),
		index,
		column.Words("problem", "setting of a replay, or name of an instance",
			func(p Pair) string { return p.Key().Problem }),
		column.Words("method", "what found the result", func(p Pair) string { return p.Key().Method }),
		column.Integers("time_scale", "s", "length of a slot of the grid", func(p Pair) int64 { return p.Key().TimeScale }),
	}
	both := func(name string, value func(*Result) string) {
		columns = append(columns,
			column.Words(name+"_old", "old "+name, func(p Pair) string { return p.Old.text(value) }),
			column.Words(name+"_new", "new "+name, func(p Pair) string { return p.New.text(value) }))
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
