package record

import (
	"cmp"

	"github.com/optgap/optgap"
)

// Minimises returns the name of the objective of the result.
func (r *Result) Minimises() string { return cmp.Or(r.ObjectiveName, string(optgap.ObjectiveARTwW)) }

// SameObjective returns an *optgap.FieldError unless two results minimise the same. name is that of the
// file or folder with the second.
func SameObjective(name, first, second string) error {
	a, b := cmp.Or(first, string(optgap.ObjectiveARTwW)), cmp.Or(second, string(optgap.ObjectiveARTwW))
	if a == b {
		return nil
	}
	return bad(name+": objective_name", b, a+", as all results that are looked at together")
}
