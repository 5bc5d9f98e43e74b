package field

import (
	"strconv"

	"github.com/optgap/optgap"
)

// CheckFormat returns an *optgap.FieldError about the field "format" of a stored value unless
// the format is the expected one.
func CheckFormat(found, expected string) error {
	if found == expected {
		return nil
	}
	return optgap.BadField("format", strconv.Quote(found), strconv.Quote(expected))
}
