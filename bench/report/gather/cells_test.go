package gather_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/optgap/optgap/bench/internal/testing/recordtest"
	"github.com/optgap/optgap/bench/report/gather"
	"github.com/optgap/optgap/heuristics/must"
)

// The studies of a study file stand in the order of the file, each under its own name.
func TestStudyFile(t *testing.T) {
	dir := t.TempDir()
	const file = "traces: [{name: b, file: b.swf}, {name: a, file: a.swf}]\nfactors: [1, 0.9]\ndrives: [sjf, easy]\n"
	must.Do(os.WriteFile(filepath.Join(dir, "effective.yaml"), []byte(file), 0o666))
	want := []string{
		"b_factor=1_drive=sjf", "b_factor=1_drive=easy", "b_factor=0.9_drive=sjf", "b_factor=0.9_drive=easy",
		"a_factor=1_drive=sjf", "a_factor=1_drive=easy", "a_factor=0.9_drive=sjf", "a_factor=0.9_drive=easy",
	}
	for _, name := range want {
		folder(t, filepath.Join(dir, name), recordtest.Studied()...)
	}
	content, err := gather.Read([]string{dir}, nil, nil)
	if err != nil || !slices.Equal(names(content), want) {
		t.Fatalf("found %q and %v, expected %q", names(content), err, want)
	}
}
