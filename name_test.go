package optgap

import (
	"errors"
	"strings"
	"testing"
)

func TestCheckName(t *testing.T) {
	for _, good := range []string{"a", "xf", "dynp-2", "list-saf", strings.Repeat("a", 32)} {
		if err := CheckName("method", good); err != nil {
			t.Errorf("%q: %v", good, err)
		}
	}
	for _, bad := range []string{
		"", "Xf", "2x", "-x", "x-", "x--y", "a b", "a,b", "a_b", "a/b", "ä", "x\n", strings.Repeat("a", 33),
	} {
		var field *FieldError
		if err := CheckName("method", bad); !errors.As(err, &field) || field.Field != "method" {
			t.Errorf("%q: error %v, expected a field error", bad, err)
		}
	}
}
