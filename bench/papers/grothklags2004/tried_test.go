package grothklags2004_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/papers/grothklags2004"
)

// Each other reading is measured in a folder of its own, and has the same statements. The results depend
// on the reading: with a smaller entry of the matrix the slots are shorter.
func TestReadingsAreTried(t *testing.T) {
	dir := t.TempDir()
	r := small(t, dir)
	e, err := r.Measure(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	tried, err := r.Compare(t.Context(), e, grothklags2004.ReadingNames()[:3])
	if err != nil || len(tried) != 3 {
		t.Fatalf("found %d readings and %v, expected two beside that of the settings", len(tried), err)
	}
	for i, g := range tried {
		named := strings.HasPrefix(g.Name, grothklags2004.ReadingNames()[i]+": x ")
		if len(g.Statements) != len(e.Statements()) || !named {
			t.Errorf("%s: found %d statements", g.Name, len(g.Statements))
		}
	}
	for name, want := range map[string]string{
		"rows": "", "reading-text/rows": `"scale-entry": "0.1kB"`, "reading-table-safe/rows": `"horizon": "safe"`,
	} {
		text, err := os.ReadFile(filepath.Join(dir, name, "study.json"))
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: found %v, expected a study with %s", name, err, want)
		}
	}
	tables := e.Report(tried, false).Tables
	if last := tables[len(tables)-1]; len(last.Rows) != 3 || !strings.Contains(last.Title, "each reading") {
		t.Errorf("found the table %+v, expected a row for each reading", last)
	}
}
