package optgap

import "fmt"

// FieldError says which field of some input is wrong, what was found there and
// what was expected.
type FieldError struct {
	Field, Found, Expected string
}

func (e *FieldError) Error() string {
	return fmt.Sprintf("%s: found %s, expected %s", e.Field, e.Found, e.Expected)
}

// Violation says where a schedule breaks a constraint of its step.
type Violation struct {
	Job    int64 // id of the violated job
	Second int64 // relative to the step's moment
	Reason string
}

func (v *Violation) Error() string {
	return fmt.Sprintf("job %d at second %d: %s", v.Job, v.Second, v.Reason)
}
