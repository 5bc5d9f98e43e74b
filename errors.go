package optgap

import (
	"fmt"
	"strconv"
)

// FieldError is the error of a wrong field of some input.
type FieldError struct {
	Field    string // name of the field
	Found    string // its value, or a description of it
	Expected string // the allowed values
}

func (e *FieldError) Error() string {
	return fmt.Sprintf("%s: found %s, expected %s", e.Field, e.Found, e.Expected)
}

// BadField returns the error of a field that has a wrong value.
func BadField(field string, found any, expected string) *FieldError {
	return &FieldError{field, fmt.Sprint(found), expected}
}

// BadText is BadField of a text, which the error quotes.
func BadText[T ~string](field string, found T, expected string) *FieldError {
	return BadField(field, strconv.Quote(string(found)), expected)
}

// Violation is the error of a schedule that breaks a constraint of its step.
type Violation struct {
	Job    int64 // id of the violated job
	Second int64 // relative to the step's moment
	Reason string
}

func (v *Violation) Error() string {
	return fmt.Sprintf("job %d at second %d: %s", v.Job, v.Second, v.Reason)
}
