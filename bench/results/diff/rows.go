package diff

import (
	"strconv"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/base/table"
)

// Rows returns a row for each pair and for each result without a partner, for CSV. Nothing
// is rounded. A value that does not exist is blank.
func (c *Changes) Rows() table.Table { return frame.Rows(c.columns(), c.Pairs) }

func (c *Changes) columns() []frame.Column[Pair] {
	index := func(p Pair) string {
		if c.Kind != Studies {
			return ""
		}
		return strconv.Itoa(p.Key().Index)
	}
	columns := []frame.Column[Pair]{
		frame.Words("folder", "folder of the results", func(p Pair) string { return p.Key().Folder }),
		frame.Words("trace", "name of the trace", func(p Pair) string { return p.Key().Trace }),
		{Key: "index", About: "number of the step", Kind: frame.Whole, Value: index},
		frame.Words("problem", "setting of a replay, or name of an instance",
			func(p Pair) string { return p.Key().Problem }),
		frame.Words("method", "what found the result", func(p Pair) string { return p.Key().Method }),
		frame.Integers("time_scale", "s", "length of a slot of the grid", func(p Pair) int64 { return p.Key().TimeScale }),
	}
	both := func(name string, value func(*Result) string) {
		columns = append(columns,
			frame.Words(name+"_old", "old "+name, func(p Pair) string { return p.Old.text(value) }),
			frame.Words(name+"_new", "new "+name, func(p Pair) string { return p.New.text(value) }))
	}
	both("status", func(r *Result) string { return string(r.Status) })
	for i, m := range c.Kind.Measures() {
		both(m.Name, func(r *Result) string { return r.Values[i].String() })
	}
	both("solve_seconds", func(r *Result) string { return format.Optional(r.Seconds, format.Exact) })
	return columns
}

// text returns a value of a result; "" where r is nil.
func (r *Result) text(value func(*Result) string) string {
	if r == nil {
		return ""
	}
	return value(r)
}
