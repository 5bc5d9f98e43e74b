package steptest_test

import (
	"testing"

	"github.com/optgap/optgap/heuristics/steptest"
)

func TestExtremes(t *testing.T) {
	for name, s := range steptest.Extremes() {
		if err := s.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
