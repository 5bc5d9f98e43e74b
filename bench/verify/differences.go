package verify

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Largest differences of numbers that pass, as shares of the numbers, at least of 1.
const (
	quotients = 1e-14 // of a quotient, which is rounded a few times
	rounding  = 1e-12 // of another processor
	sums      = 1e-9  // of many floats that are added in another order
)

// Compare holds a value against the expected one. Each part that differs is a fault about it, named
// by its path in JSON, after the field of about if there is one. Floats may differ by the rounding
// of another processor. why says where the expected value is from.
func (r *Report) Compare(about Fault, found, expected any, why string) {
	r.compare(about, Parts(found), Parts(expected), rounding, why)
}

// compare is Compare with the largest difference of floats that passes. free are the first names of
// the paths of values that nothing derives, which are counted as not checked.
func (r *Report) compare(
	about Fault,
	found, expected any,
	most float64,
	why string,
	free ...string,
) {
	walk("", found, expected, func(path string, a, b any) {
		same := alike(a, b, most)
		if same && slices.Contains(free, beginning(path)) {
			r.unchecked(beginning(path))
			return
		}
		r.Hold(same, about, path, a, "%s, %s", shown(b), why)
	})
}

// alike compares values without parts. Integers are alike if they are equal.
func alike(a, b any, most float64) bool {
	if x, y := fmt.Sprint(a), fmt.Sprint(b); x == y || !strings.ContainsAny(x+y, ".eE") {
		return x == y
	}
	x, failed := strconv.ParseFloat(fmt.Sprint(a), 64) // also of the text of a table's cell
	y, alsoFailed := strconv.ParseFloat(fmt.Sprint(b), 64)
	return failed == nil && alsoFailed == nil &&
		math.Abs(x-y) <= most*max(1, math.Abs(x), math.Abs(y))
}

// Parts returns the JSON form of a value as maps, slices, texts and numbers with all their digits.
// Of a value that has none it is the reason.
func Parts(value any) (decoded any) {
	text, err := json.Marshal(value)
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err = cmp.Or(err, d.Decode(&decoded)); err != nil {
		return err.Error()
	}
	return decoded
}

// walk visits the values without parts of two JSON values together, by their paths, such as
// jobs[2].width. What is absent or empty is nil. Where one of them has no such part, or a list
// another length, it visits the whole.
func walk(path string, a, b any, visit func(path string, a, b any)) {
	a, b = content(a), content(b)
	x, isObject := a.(map[string]any)
	y, alsoObject := b.(map[string]any)
	list, isList := a.([]any)
	other, alsoList := b.([]any)
	switch {
	case isObject && alsoObject:
		names := slices.AppendSeq(slices.Collect(maps.Keys(x)), maps.Keys(y))
		slices.Sort(names)
		for _, name := range slices.Compact(names) {
			walk(strings.TrimPrefix(path+"."+name, "."), x[name], y[name], visit)
		}
	case isList && alsoList && len(list) == len(other):
		for i := range list {
			walk(indexed(path, i), list[i], other[i], visit)
		}
	case a != nil || b != nil:
		visit(path, a, b)
	}
}

// content returns a value; nil: it is an object or a list without parts.
func content(v any) any {
	object, isObject := v.(map[string]any)
	list, isList := v.([]any)
	if (isObject || isList) && len(object)+len(list) == 0 {
		return nil
	}
	return v
}

// beginning is the first name of a path.
func beginning(path string) string { return path[:strings.IndexAny(path+".", ".[")] }

// indexed returns the name of an element of a list.
func indexed(field string, i int) string { return fmt.Sprintf("%s[%d]", field, i) }

// shown writes a value for people.
func shown(v any) string {
	switch v := v.(type) {
	case nil:
		return "none"
	case map[string]any:
		return fmt.Sprint(len(v), " values")
	case []any:
		return fmt.Sprint(len(v), " values")
	}
	return cmp.Or(fmt.Sprint(v), "none")
}
