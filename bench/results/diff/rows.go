package diff

import (
	"strconv"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
)

// Rows returns a row for each pair and for each result without a partner, for CSV. Nothing
// is rounded. A value that does not exist is blank.
func (c *Comparison) Rows() table.Table {
	var f table.Fields[Pair]
	add := func(name string, text func(Pair) string) { f.Add(table.Column{Name: name}, text) }
	add("folder", func(p Pair) string { return p.Key().Folder })
	add("trace", func(p Pair) string { return p.Key().Trace })
	add("index", func(p Pair) string {
		if c.Kind != Studies {
			return ""
		}
		return strconv.Itoa(p.Key().Index)
	})
	add("problem", func(p Pair) string { return p.Key().Problem })
	add("method", func(p Pair) string { return p.Key().Method })
	add("time_scale", func(p Pair) string { return positive(p.Key().TimeScale).String() })
	both := func(name string, value func(*Result) string) {
		add(name+"_old", func(p Pair) string { return p.Old.text(value) })
		add(name+"_new", func(p Pair) string { return p.New.text(value) })
	}
	both("status", func(r *Result) string { return string(r.Status) })
	for i, m := range c.Kind.Measures() {
		both(m.Name, func(r *Result) string { return r.Values[i].String() })
	}
	both("solve_seconds", func(r *Result) string { return format.Optional(r.Seconds, format.Exact) })
	return f.Table(c.Pairs)
}

// text returns a value of a result; "" where r is nil.
func (r *Result) text(value func(*Result) string) string {
	if r == nil {
		return ""
	}
	return value(r)
}
