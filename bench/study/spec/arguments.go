package spec

import (
	"slices"

	"github.com/optgap/optgap/bench/base/field"
)

// OfArguments returns the study whose results depend on the arguments, as Arguments returns them. It
// has no trace and no files of reservations and plans. whole tells that the arguments say all about the
// selection of steps; other runs of methods keep fewer. An *optgap.FieldError names the argument that
// is none.
func OfArguments(values map[string]string) (s Spec, whole bool, err error) {
	s, whole = Default(), true
	for _, name := range field.Names(s) {
		if slices.Contains([]string{"trace", "reservations", "plans"}, name) {
			continue
		}
		text, ok := values[name]
		if !ok {
			unsaid := []string{"sample", "shard", "scheduler-command", "decision-limit", "hindsight"}
			whole = whole && slices.Contains(unsaid, name)
			continue
		}
		if err := field.Set(&s, name, text); err != nil {
			return s, false, err
		}
	}
	return s, whole, nil
}
