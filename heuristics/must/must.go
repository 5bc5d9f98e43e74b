// Package must is for tests: it takes the values of calls that have to succeed there. A call that fails ends the test
// by a panic, whose trace shows the place. Values are compared by Equal, EqualSlices, DeepEqual and Contain, and errors
// by Refuse, Is and AboutField; Hold is for all other conditions. These fail the test and let it go on. Need ends it.
//
//	starts := must.Get(replay.Run(ctx, jobs, s))
//	must.EqualSlices(t, starts, []int64{0, 10}, "starts of", name)
//
// The package may change at any time.
package must

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
)

// Do panics with err, unless it is nil.
func Do(err error) {
	if err != nil {
		panic(err)
	}
}

// Get returns v, the value of a call without an error.
func Get[T any](v T, err error) T {
	Do(err)
	return v
}

// Two is Get of a call with two values.
func Two[A, B any](a A, b B, err error) (A, B) {
	Do(err)
	return a, b
}

// Heap returns the bytes of the heap that are in use, after a collection.
func Heap() float64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}

// Err returns the error of a call that has to fail.
func Err[T any](_ T, err error) error { return err }

// Field returns the name of the field that an optgap.FieldError in err is about, "" where there is none.
func Field(err error) string {
	if field, ok := errors.AsType[*optgap.FieldError](err); ok {
		return field.Field
	}
	return ""
}

// T is a test that can fail: a *testing.T or a *rapid.T.
type T interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Equal fails the test where found is not what was expected. what tells of which value, in words and values.
func Equal[V comparable](t T, found, expected V, what ...any) {
	t.Helper()
	if found != expected {
		differ(t, found, expected, what)
	}
}

// EqualSlices is Equal for slices. None and one without elements are equal.
func EqualSlices[S ~[]E, E comparable](t T, found, expected S, what ...any) {
	t.Helper()
	if !slices.Equal(found, expected) {
		differ(t, found, expected, what)
	}
}

// DeepEqual is Equal by reflect.DeepEqual.
func DeepEqual[V any](t T, found, expected V, what ...any) {
	t.Helper()
	if !reflect.DeepEqual(found, expected) {
		differ(t, found, expected, what)
	}
}

// Contain fails the test where a text lacks a part.
func Contain(t T, text, part string, what ...any) {
	t.Helper()
	if !strings.Contains(text, part) {
		t.Errorf("%sfound %s, expected %s in it", before(what), shown(text), shown(part))
	}
}

// Refuse fails the test where there is no error, or where its text lacks a part.
func Refuse(t T, err error, part string, what ...any) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), part) {
		t.Errorf("%sfound error %v, expected one with %s", before(what), err, shown(part))
	}
}

// Is fails the test where an error is not the expected one, as errors.Is says.
func Is(t T, err, expected error, what ...any) {
	t.Helper()
	if !errors.Is(err, expected) {
		t.Errorf("%sfound error %v, expected %v", before(what), err, expected)
	}
}

// AboutField fails the test where an error is not one about a field, as Field says; "": about any field.
func AboutField(t T, err error, field string, what ...any) {
	t.Helper()
	if found := Field(err); found == "" || field != "" && found != field {
		t.Errorf("%sfound error %v, expected one about a field %s", before(what), err, field)
	}
}

// Hold fails the test where a condition does not hold. what tells, in words and values, what was found and expected.
func Hold(t T, condition bool, what ...any) {
	t.Helper()
	if !condition {
		t.Errorf("%s", said(what))
	}
}

// Need is Hold for what the rest of the test needs: without it the test ends.
func Need(t T, condition bool, what ...any) {
	t.Helper()
	if !condition {
		t.Fatalf("%s", said(what))
	}
}

func differ(t T, found, expected any, what []any) {
	t.Helper()
	t.Errorf("%sfound %s, expected %s", before(what), shown(found), shown(expected))
}

// before returns the beginning of a message.
func before(what []any) string {
	if len(what) == 0 {
		return ""
	}
	return said(what) + ": "
}

// said returns words and values with blanks between them.
func said(what []any) string {
	words := make([]string, len(what))
	for i, w := range what {
		words[i] = fmt.Sprintf("%+v", w)
		if text, ok := w.([]byte); ok {
			words[i] = string(text)
		}
	}
	return strings.Join(words, " ")
}

// shown writes a value. A text of several lines stands in lines of its own.
func shown(value any) string {
	switch v := value.(type) {
	case string:
		if strings.Contains(v, "\n") {
			return "\n" + v + "\n"
		}
		return strconv.Quote(v)
	case []string:
		return fmt.Sprintf("%q", v)
	}
	return fmt.Sprintf("%+v", value)
}
