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
	"sync"
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
		for _, f := range fieldsOf(v.Type()) {
			if inner := v.FieldByIndex(f.index); !f.optional || !inner.IsZero() {
				addLeaves(all, below(path, f.name), inner)
			}
		}
	case reflect.Map:
		for name, inner := range v.Seq2() {
			addLeaves(all, below(path, name.String()), inner)
		}
	case reflect.Slice:
		for i := range v.Len() {
			addLeaves(all, indexed(path, i), v.Index(i))
		}
	default:
		all[path] = v.Interface()
	}
}

// below returns the path of a part; "" is the path of the whole.
func below(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// jsonField is a field of a struct, or of one that is embedded there.
type jsonField struct {
	index    []int
	name     string
	optional bool // JSON leaves a zero out
}

var fields sync.Map // the fields of a struct that JSON has, by its type

func fieldsOf(t reflect.Type) []jsonField {
	known, ok := fields.Load(t)
	if !ok {
		var all []jsonField
		for _, f := range reflect.VisibleFields(t) {
			if name, option, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" {
				all = append(all, jsonField{f.Index, name, option == "omitempty"})
			}
		}
		known, _ = fields.LoadOrStore(t, all)
	}
	return known.([]jsonField)
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
