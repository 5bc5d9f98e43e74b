package table

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
)

// FieldRows returns the table of all fields of flat structs, under their names in JSON. A field that JSON omits when it
// is empty is blank then. It panics where a field is no text and no number.
func FieldRows[R any](rows []R) Table {
	var columns []Column[*R]
	for _, f := range reflect.VisibleFields(reflect.TypeFor[R]()) {
		if f.Anonymous { // its fields are among them
			continue
		}
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		c := Field[R](name, "", "")
		if text := c.Value; options == "omitempty" {
			c.Value = func(r *R) string {
				if reflect.ValueOf(r).Elem().FieldByIndex(f.Index).IsZero() {
					return ""
				}
				return text(r)
			}
		}
		columns = append(columns, c)
	}
	return Rows(columns, lists.Pointers(rows))
}

// Field returns the column of a field of R by its name in JSON, "ratio.mean" that of a field within. A nil pointer is
// blank. It panics where there is no such field.
func Field[R any](name, unit, about string) Column[*R] {
	kind, text := fieldText(reflect.TypeFor[*R](), name)
	return Column[*R]{Key: name, Unit: unit, About: about, Kind: kind, Value: func(r *R) string {
		return text(reflect.ValueOf(r))
	}}
}

// NonZero is [Field] of numbers of which 0 does not exist.
func NonZero[R any](name, unit, about string) Column[*R] {
	c := Field[R](name, unit, about)
	all := c.Value
	c.Value = func(r *R) string {
		if text := all(r); text != "0" {
			return text
		}
		return ""
	}
	return c
}

// fieldText returns how values of a type are written, or the field with the name within them. A nil pointer is blank.
func fieldText(t reflect.Type, name string) (Kind, func(reflect.Value) string) {
	switch t.Kind() {
	case reflect.String:
		return Word, reflect.Value.String
	case reflect.Int, reflect.Int64:
		return Whole, func(v reflect.Value) string { return format.Digits(v.Int()) }
	case reflect.Float64:
		return Real, func(v reflect.Value) string { return format.Exact(v.Float()) }
	case reflect.Pointer:
		kind, text := fieldText(t.Elem(), name)
		return kind, func(v reflect.Value) string {
			if v.IsNil() {
				return ""
			}
			return text(v.Elem())
		}
	case reflect.Struct:
		key, within, _ := strings.Cut(name, ".")
		for _, f := range reflect.VisibleFields(t) {
			if own, _, _ := strings.Cut(f.Tag.Get("json"), ","); own == key {
				kind, text := fieldText(f.Type, within)
				return kind, func(v reflect.Value) string { return text(v.FieldByIndex(f.Index)) }
			}
		}
		panic(fmt.Sprintf("table: found no field %q of %v", key, t))
	}
	panic(fmt.Sprintf("table: found a field of type %v, expected a text or a number", t))
}
