package transform_test

import (
	"errors"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/trace/transform"
)

// FuzzParse: a text is refused with an error about a field, or it is a step whose own
// text gives the same step.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"", "=", "shrink=0.8", "stretch=1e3", "shrink=0x1p-2", "cut-jobs=:9",
		"cut-jobs=2:2", "cut-time=1h:36h", "cut-time=0.5:1e300",
		"filter=width>1", "filter= run_time <= 12h ", "filter=user!=-1", "split-wide=64",
		"scale-widths=+7", "perfect-estimates", "sort=", "renumber",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := transform.Parse(text)
		if err != nil {
			var field *optgap.FieldError
			if !errors.As(err, &field) {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		if again, err := transform.Parse(s.Text); err != nil || again.Text != s.Text || again.Note != s.Note {
			t.Fatalf("%q became %q, which became %q, error %v", text, s.Text, again.Text, err)
		}
	})
}
