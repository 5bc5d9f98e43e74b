package verify

import (
	"cmp"
	"encoding/json"
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
	r.compare(about, leaves(found), leaves(expected), near, func(string) string { return why })
}

// compare is Compare for leaves, with the differences of numbers that pass, and what is said of each expected value.
func (r *Report) compare(
	about Fault, a, b map[string]any, near func(path string, a, b float64) bool, why func(path string) string,
) {
	paths := differing(a, b, near)
	r.Checks += len(a) - len(paths)
	for _, path := range paths {
		r.Hold(false, about, path, a[path], "%s, %s", shown(b[path]), why(path))
	}
}

// leaves returns the values without parts of a value by their paths in JSON, such as jobs[2].width. What JSON leaves
// out is not there.
func leaves(value any) map[string]any {
	all := make(map[string]any)
	addLeaves(all, "", reflect.ValueOf(value))
	return all
}

func addLeaves(all map[string]any, path string, v reflect.Value) {
	switch v.Kind() {
	case reflect.Invalid: // nil
	case reflect.Pointer, reflect.Interface:
		addLeaves(all, path, v.Elem())
	case reflect.Struct:
		for field, inner := range v.Fields() {
			name, option, _ := strings.Cut(field.Tag.Get("json"), ",")
			if name != "" { // else it is embedded
				name = path + "." + name
			}
			if option != "omitempty" || !inner.IsZero() {
				addLeaves(all, cmp.Or(name, path), inner)
			}
		}
	case reflect.Map:
		for name, inner := range v.Seq2() {
			addLeaves(all, path+"."+name.String(), inner)
		}
	case reflect.Slice:
		for i := range v.Len() {
			addLeaves(all, indexed(path, i), v.Index(i))
		}
	default:
		all[strings.TrimPrefix(path, ".")] = v.Interface()
	}
}

// differing returns the paths at which leaves differ, in order. near tells whether numbers are the same.
func differing(a, b map[string]any, near func(path string, a, b float64) bool) (paths []string) {
	for path := range a {
		if _, there := b[path]; !there {
			paths = append(paths, path)
		}
	}
	for path, v := range b {
		x, isNumber := rounded(a[path])
		y, alsoNumber := rounded(v)
		if a[path] != v && !(isNumber && alsoNumber && near(path, x, y)) {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths
}

// rounded returns a number that may be rounded. An integer of Go is none.
func rounded(v any) (float64, bool) {
	switch v := v.(type) {
	case float64:
		return v, true
	case string:
		x, err := strconv.ParseFloat(v, 64)
		return x, err == nil
	case json.Number:
		x, err := v.Float64()
		return x, err == nil
	}
	return 0, false
}

// shown writes a value for people.
func shown(v any) string {
	if v == nil {
		return "none"
	}
	return cmp.Or(fmt.Sprint(v), "none")
}
