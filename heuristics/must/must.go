// Package must is for tests: it takes the values of calls that have to succeed there. A call that fails ends the test
// by a panic, whose trace shows the place. Of a call that has to fail, Field says what it refuses.
//
//	starts := must.Get(replay.Run(ctx, jobs, s))
//
// The package may change at any time.
package must

import (
	"errors"

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

// Field returns the name of the field that an optgap.FieldError in err is about, "" where there is none.
func Field(err error) string {
	if field, ok := errors.AsType[*optgap.FieldError](err); ok {
		return field.Field
	}
	return ""
}
