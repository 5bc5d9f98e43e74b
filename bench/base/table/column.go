package table

import (
	"cmp"
	"strconv"

	"github.com/optgap/optgap/bench/base/format"
)

// A Kind is the kind of the values of a column that are not blank.
type Kind int

// The kinds of columns.
const (
	Word  Kind = iota
	Whole      // a decimal integer that fits int64
	Real       // a decimal number that is a float64 exactly
)

// A Column is a column of rows that are of type R.
type Column[R any] struct {
	Key   string // in CSV, JSON and Parquet
	Unit  string // such as "s"; "": none
	About string // its meaning, in a line
	Kind  Kind
	Value func(R) string // "": the value does not exist

	Show Show
}

// Show says how people see a column.
type Show struct {
	Head   string  // above the column; "": the key
	Unit   string  // in which it is shown; "": that of the column
	Digits int     // after the point
	Factor float64 // that a number is multiplied by before it is shown; 0: 1
	// Time tells that a number has at least two significant digits, Plain that a whole one has no
	// commas.
	Time, Plain bool
	Extra       bool // shown on request
}

// Shown returns the column with what people see.
func (c Column[R]) Shown(s Show) Column[R] {
	c.Show = s
	return c
}

// Headed returns the column with a head for people.
func (c Column[R]) Headed(head string) Column[R] { return c.Shown(Show{Head: head}) }

// Text returns the value of a row as people read it; "": it does not exist.
func (c Column[R]) Text(r R) string {
	text := c.Value(r)
	if text == "" || c.Kind == Word || c.Show.Plain {
		return text
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && c.Kind == Whole && c.Show.Factor == 0 {
		return format.Integer(n)
	}
	v, err := strconv.ParseFloat(text, 64)
	v *= cmp.Or(c.Show.Factor, 1)
	switch {
	case err != nil:
		return text
	case c.Show.Time:
		return format.Time(v)
	case cmp.Or(c.Show.Unit, c.Unit) == "%":
		return format.Percentage(v)
	}
	return format.Decimal(v, c.Show.Digits)
}

// Integers returns a column of whole numbers, of which 0 does not exist.
func Integers[R any](key, unit, about string, value func(R) int64) Column[R] {
	return Column[R]{
		Key: key, Unit: unit, About: about, Kind: Whole,
		Value: func(r R) string { return format.Optional(value(r), format.Digits) },
	}
}

// Floats returns a column of numbers, of which 0 does not exist.
func Floats[R any](key, unit, about string, value func(R) float64) Column[R] {
	return Column[R]{
		Key: key, Unit: unit, About: about, Kind: Real,
		Value: func(r R) string { return format.Optional(value(r), format.Exact) },
	}
}

// Rows returns the table of all values.
func Rows[R any](columns []Column[R], rows []R) Table {
	t := Table{Rows: make([][]string, len(rows))}
	for _, c := range columns {
		t.Columns = append(t.Columns, Heading{Name: c.Key, Align: Right, Kind: c.Kind})
		for i, r := range rows {
			t.Rows[i] = append(t.Rows[i], c.Value(r))
		}
	}
	return t
}
