package verify_test

import (
	"go/build"
	"strings"
	"testing"

	"github.com/optgap/optgap/heuristics/must"
)

// TestIndependence: what checks bounds and optima shares no code with what finds them.
func TestIndependence(t *testing.T) {
	for _, path := range must.Get(build.ImportDir(".", 0)).Imports {
		if strings.HasPrefix(path, "github.com/optgap/optgap/ilp") {
			t.Errorf("found an import of %s", path)
		}
	}
}
