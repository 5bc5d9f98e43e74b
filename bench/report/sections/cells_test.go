package sections_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/optgap/optgap/bench/internal/testing/recordtest"
	"github.com/optgap/optgap/bench/report/sections"
	"github.com/optgap/optgap/heuristics/must"
)

// The studies of a study file stand in the order of the file, each under its own name.
func TestStudyFile(t *testing.T) {
	dir := t.TempDir()
	const file = "--out b\n# a comment\n--out a\n--drive sjf\n"
	must.Do(os.WriteFile(filepath.Join(dir, "studies.txt"), []byte(file), 0o666))
	want := []string{"b", "a", "3"}
	for _, name := range want {
		folder(t, filepath.Join(dir, name), recordtest.Studied()...)
	}
	content, err := sections.Read([]string{dir}, nil, nil)
	if err != nil || !slices.Equal(names(content), want) {
		t.Fatalf("found %q and %v, expected %q", names(content), err, want)
	}
}
