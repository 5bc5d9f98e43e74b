package gather_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/library"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report/gather"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/heuristics/must"
)

const recipeText = `format: optgap-recipe/1
set: small
about: for tests
first: 100
choose: even
classes:
- {jobs: 2-4, steps: 4}
workloads:
- {name: a, model: kth, load: 0.9, jobs: 150, seed: 1}
`

// TestLibrary: a library becomes a study for each objective. Each result agrees with its line.
func TestLibrary(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "shelf")
	recipe := filepath.Join(dir, "small", "recipe.yaml")
	must.Do(os.MkdirAll(filepath.Dir(recipe), 0o777))
	must.Do(os.WriteFile(recipe, []byte(recipeText), 0o666))
	refused := func(want string, paths ...string) {
		t.Helper()
		if _, err := gather.Read(paths, nil, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: found %v, expected %s", paths, err, want)
		}
	}
	refused("found no step, expected steps", dir)
	l := must.Get(library.Open(dir))
	if _, err := l.Sets[0].Make(context.Background(), "", nil); err != nil {
		t.Fatal(err)
	}
	refused("expected a library alone", dir, "other")
	c, err := gather.Read([]string{dir}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Studies) != 3 || c.Library.Name != "shelf" || !strings.HasSuffix(c.Library.Flags, dir) {
		t.Fatalf("found %d studies, expected one for each objective, of %+v", len(c.Studies), c.Library)
	}
	if s := c.Library.Sets[0]; s.Recipe != recipeText || len(s.Sums) != 3 || len(s.Sums[2].Value) != 64 {
		t.Errorf("found %+v", s)
	}
	results := map[int]record.Result{}
	for _, s := range c.Studies {
		for i, r := range s.Results {
			if s.Steps[i].Index != r.Index {
				t.Errorf("%s: found the result of step %d beside step %d", s.Name, r.Index, s.Steps[i].Index)
			}
			results[r.Index] = r
		}
	}
	if len(c.Library.Lines) != 12 || len(results) != 12 {
		t.Fatalf("found %d lines and %d results, expected 12", len(c.Library.Lines), len(results))
	}
	for _, line := range c.Library.Lines {
		r := results[line.Index]
		if r.Objective != line.Objective || r.Bound != line.Bound || r.Minimises() != line.ObjectiveName ||
			(string(r.Status) == summary.LineOptimal) != line.Proven() || r.Policies["easy"].Objective != line.EASY {
			t.Errorf("step %d: found %+v, expected %+v", line.Index, r, line)
		}
	}
}
