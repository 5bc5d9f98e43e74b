package method

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// Method is a way of solving steps under the name that its results carry.
type Method struct {
	Name  string
	Solve SolveFunc
}

// SortMethods returns the names in the order of Methods, in which a step's
// results stand everywhere. An unknown or repeated name, or none at all, is an
// *optgap.FieldError.
func SortMethods(names []string) ([]string, error) {
	if len(names) == 0 {
		return nil, &optgap.FieldError{Field: "method", Found: "none", Expected: fmt.Sprintf("one or more of %v", Methods())}
	}
	sorted := slices.Clone(names)
	for i, name := range sorted {
		if !slices.Contains(Methods(), name) {
			return nil, &optgap.FieldError{Field: "method", Found: fmt.Sprintf("%q", name), Expected: fmt.Sprintf("one of %v", Methods())}
		}
		if slices.Contains(sorted[:i], name) {
			return nil, &optgap.FieldError{Field: "method", Found: fmt.Sprintf("%q twice in %s", name, strings.Join(names, ",")), Expected: "each method once"}
		}
	}
	slices.SortFunc(sorted, compareMethods)
	return sorted, nil
}

// compareMethods orders names as Methods does; unknown ones come last.
func compareMethods(a, b string) int {
	place := func(name string) int {
		if i := slices.Index(Methods(), name); i >= 0 {
			return i
		}
		return len(Methods())
	}
	return cmp.Or(cmp.Compare(place(a), place(b)), strings.Compare(a, b))
}

// Key identifies a result within a study.
type Key struct {
	Index  int // of the step
	Method string
}

// KeyOf returns the key of a result.
func KeyOf(r record.Result) Key { return Key{r.Index, r.Method} }

// Compare orders keys by step, and the methods of a step as Methods does.
func (k Key) Compare(other Key) int {
	return cmp.Or(cmp.Compare(k.Index, other.Index), compareMethods(k.Method, other.Method))
}
