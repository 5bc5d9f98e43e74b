package sections_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/internal/testing/pagetest"
	"github.com/optgap/optgap/bench/internal/testing/recordtest"
	"github.com/optgap/optgap/bench/report/sections"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/heuristics/must"
)

// Each kind of results has tables of its own, whose first column has the names.
func TestTables(t *testing.T) {
	c := sections.Content{
		Studies: []sections.Study{{Source: sections.Source{Name: "a"}, Results: recordtest.Studied()}},
		Parts: []sections.Part{
			sections.Sweep{
				Source: sections.Source{Name: "b"}, Runs: []sweep.Run{{Trace: "a.swf", Metrics: new(performance.Metrics)}},
			},
			pagetest.Moldable("c"),
			sections.Offline{Source: sections.Source{Name: "e"}},
			sections.Experiment{
				Source: sections.Source{Name: "d"}, Points: make([]sections.Point, 1),
				Rows: table.Table{Columns: table.Words("model"), Rows: [][]string{{"uniform"}}},
			},
		},
	}
	dir := t.TempDir()
	files, err := c.WriteTables(dir)
	if err != nil || files != len(sections.TableNames()) {
		t.Fatalf("found %d files and %v, expected %d", files, err, len(sections.TableNames()))
	}
	for _, name := range sections.TableNames() {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	for name, column := range map[string][]string{
		"results.csv": {"study", "a", "a", "a", "a"}, "replays.csv": {"sweep", "b"},
		"moldable.csv":    append([]string{"run"}, slices.Repeat([]string{"c"}, 24)...),
		"experiments.csv": {"experiment", "d"}, "offline.csv": {"run", "e"},
	} {
		text := must.Get(os.ReadFile(filepath.Join(dir, name)))
		var first []string
		for line := range strings.Lines(string(text)) {
			cell, _, _ := strings.Cut(line, ",")
			first = append(first, cell)
		}
		must.EqualSlices(t, first, column, name, "first column")
	}
}
