package column

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
)

// Fields returns the columns of the fields of a flat struct, under their names in JSON. A field that
// JSON omits when it is empty is blank then. It panics where a field is no text, no number and no
// pointer to a float64.
func Fields[R any]() (columns []Column[R]) {
	of := reflect.TypeFor[R]()
	for _, f := range reflect.VisibleFields(of) {
		if f.Anonymous { // its fields are among them
			continue
		}
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		kind, text := fieldText(f.Type)
		columns = append(columns, Column[R]{Key: name, Kind: kind, Value: func(r R) string {
			v := reflect.ValueOf(r).FieldByIndex(f.Index)
			if v.IsZero() && options == "omitempty" {
				return ""
			}
			return text(v)
		}})
	}
	return columns
}

// fieldText returns how values of a type are written.
func fieldText(t reflect.Type) (Kind, func(reflect.Value) string) {
	switch t.Kind() {
	case reflect.String:
		return Word, reflect.Value.String
	case reflect.Int, reflect.Int64:
		return Whole, func(v reflect.Value) string { return format.Digits(v.Int()) }
	case reflect.Float64:
		return Real, func(v reflect.Value) string { return format.Exact(v.Float()) }
	case reflect.Pointer:
		if t.Elem().Kind() == reflect.Float64 {
			return Real, func(v reflect.Value) string { return format.Existing(v.Interface().(*float64), format.Exact) }
		}
	}
	panic(fmt.Sprintf("column: found a field of type %v, expected a text or a number", t))
}
