package page

import (
	"testing"

	"github.com/optgap/optgap/heuristics/must"
)

// TestPrintable: of strings alone, and only where they have what is not printable.
func TestPrintable(t *testing.T) {
	in := `{"a":"x","b":["\u001b[31m","<é\"","` + "\u202e" + `\\"],"n":1.5}`
	want := `{"a":"x","b":["\\x1b[31m","\u003cé\"","\\u202e\\"],"n":1.5}`
	must.Equal(t, string(printable([]byte(in))), want)
}
