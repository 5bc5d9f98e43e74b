package optgap

import (
	"regexp"
	"strconv"
)

// names matches a name that can stand in files, in flags, in columns and in lists
// between commas.
var names = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

const longestName = 32 // bytes

// CheckName returns a *FieldError about the field unless the name is allowed. The names of
// methods, bounds and deciders have to be allowed, and in lower case those of policies. A
// name is allowed if it has at most 32 letters a to z, digits and single hyphens, with a
// letter first and no hyphen last.
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
