package verify

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Compare holds a value against the expected one of the same type. Each part that differs is a fault about it, named
// by its path in JSON, after the field of about if there is one. Numbers may differ by the rounding of another
// processor. why says where the expected value is from.
func (r *Report) Compare(about Fault, found, expected any, why string) {
	const rounding = 1e-12
	near := func(_ string, a, b float64) bool { return math.Abs(a-b) <= rounding*max(math.Abs(a), math.Abs(b)) }
	r.compare(about, found, expected, near, func(string) string { return why })
}

// compare is Compare with the differences of numbers that pass, and what is said of each expected value. Values of
// which nothing is said are counted as not checked.
func (r *Report) compare(
	about Fault, found, expected any, near func(path string, a, b float64) bool, why func(path string) string,
) {
	walk("", reflect.ValueOf(found), reflect.ValueOf(expected), func(path string, a, b reflect.Value) {
		switch same := a.Comparable() && a.Equal(b); {
		case same && why(path) == "":
			r.unchecked(path)
			return
		case same:
			r.Checks++
			return
		}
		x, isNumber := rounded(a)
		y, alsoNumber := rounded(b)
		same := isNumber && alsoNumber && near(path, x, y)
		r.Hold(same, about, path, written(a), "%s, %s", written(b), why(path))
	})
}

// walk visits the values without parts of two values together, by their paths in JSON, such as jobs[2].width. The
// zero Value stands for what JSON leaves out. Where one of them has no such part, or a list another length, it visits
// the whole.
func walk(path string, a, b reflect.Value, visit func(path string, a, b reflect.Value)) {
	a, b = content(a), content(b)
	kind := a.Kind()
	switch {
	case kind != b.Kind():
		visit(path, a, b)
	case kind == reflect.Invalid: // there is neither
	case kind == reflect.Struct:
		for i := range a.NumField() {
			field, x, y := a.Type().Field(i), a.Field(i), b.Field(i)
			name, option, _ := strings.Cut(field.Tag.Get("json"), ",")
			if option == "omitempty" {
				x, y = unlessZero(x), unlessZero(y)
			}
			if field.Anonymous {
				walk(path, x, y, visit)
			} else if name != "" {
				walk(below(path, name), x, y, visit)
			}
		}
	case kind == reflect.Map:
		for _, name := range slices.Compact(slices.Sorted(slices.Values(append(namesOf(a), namesOf(b)...)))) {
			key := reflect.ValueOf(name).Convert(a.Type().Key())
			walk(below(path, name), a.MapIndex(key), b.MapIndex(key), visit)
		}
	case kind == reflect.Slice && a.Len() == b.Len():
		for i := range a.Len() {
			walk(indexed(path, i), a.Index(i), b.Index(i), visit)
		}
	default:
		visit(path, a, b)
	}
}

// content returns what is behind pointers and interfaces; the zero Value: nothing, or an empty map or list.
func content(v reflect.Value) reflect.Value {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if (v.Kind() == reflect.Map || v.Kind() == reflect.Slice) && v.Len() == 0 {
		return reflect.Value{}
	}
	return v
}

// unlessZero returns a value; the zero Value where it is zero.
func unlessZero(v reflect.Value) reflect.Value {
	if v.IsZero() {
		return reflect.Value{}
	}
	return v
}

// namesOf returns the keys of a map.
func namesOf(m reflect.Value) (names []string) {
	for _, key := range m.MapKeys() {
		names = append(names, key.String())
	}
	return names
}

// below returns the path of a part; "" is the path of the whole.
func below(path, name string) string { return strings.TrimPrefix(path+"."+name, ".") }

// rounded returns a number that may be rounded. An integer of Go is none.
func rounded(v reflect.Value) (float64, bool) {
	switch v.Kind() {
	case reflect.Float64:
		return v.Float(), true
	case reflect.String: // or a number of JSON
		x, err := strconv.ParseFloat(v.String(), 64)
		return x, err == nil
	}
	return 0, false
}

// written writes a Value for people.
func written(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Invalid:
		return "none"
	case reflect.Struct, reflect.Map:
		return "values"
	case reflect.Slice:
		return fmt.Sprintf("%d values", v.Len())
	}
	return shown(v.Interface())
}

// shown writes a value for people.
func shown(v any) string {
	if v == nil {
		return "none"
	}
	return cmp.Or(fmt.Sprint(v), "none")
}
