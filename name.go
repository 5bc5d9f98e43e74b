package optgap

import (
	"regexp"
	"strconv"
)

// names go into files, flags, columns and lists between commas.
var names = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

const longestName = 32

// CheckName returns a *FieldError about the field unless the name is one that a method, a
// bound, a decider or, in lower case, a policy can have: at most 32 letters a to z, digits
// and single hyphens, a letter first and no hyphen last.
func CheckName(field, name string) error {
	if len(name) > longestName || !names.MatchString(name) {
		return &FieldError{
			Field:    field,
			Found:    strconv.Quote(name),
			Expected: "1 to 32 lower-case letters, digits and single hyphens between them, a letter first",
		}
	}
	return nil
}
