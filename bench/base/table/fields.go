package table

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
)

// FieldRows returns the table of all fields of structs.
func FieldRows[R any](rows []R) Table { return Rows(Fields[R](), lists.Pointers(rows)) }

// Fields returns the columns of fields of R by their names, see [Field]; without names those of all
// fields.
func Fields[R any](names ...string) []Column[*R] {
	if names == nil {
		for _, f := range reflect.VisibleFields(reflect.TypeFor[R]()) {
			if !f.Anonymous { // its fields are among them
				name, _ := inJSON(f)
				names = append(names, name)
			}
		}
	}
	return lists.Each(names, func(name string) Column[*R] { return Field[R](name, "", "") })
}

// Field returns the column of a field of R by its name in JSON, "ratio.mean" that of a field
// within. A nil pointer is blank, and so is an empty field that JSON omits then. It panics where
// there is no such field, or it is no text and no number.
func Field[R any](name, unit, about string) Column[*R] {
	kind, text := fieldText(reflect.TypeFor[*R](), name)
	return Column[*R]{Key: name, Unit: unit, About: about, Kind: kind, Value: func(r *R) string {
		return text(reflect.ValueOf(r))
	}}
}

// inJSON returns the name of a field, and whether it is omitted when it is empty.
func inJSON(f reflect.StructField) (name string, omitted bool) {
	name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name, options == "omitempty"
}

// fieldText returns how values of a type are written, or the field with the name within them.
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
			if own, omitted := inJSON(f); own == key {
				kind, text := fieldText(f.Type, within)
				return kind, func(v reflect.Value) string {
					v, within := v.FieldByIndexErr(f.Index) // of an embedded nil pointer
					if within != nil || omitted && v.IsZero() {
						return ""
					}
					return text(v)
				}
			}
		}
		panic(fmt.Sprintf("table: found no field %q of %v", key, t))
	}
	panic(fmt.Sprintf("table: found a field of type %v, expected a text or a number", t))
}
