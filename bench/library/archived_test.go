package library

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/trace/workload"
	"github.com/optgap/optgap/heuristics/must"
)

// archivedText is a recipe of a trace with 120 lines of jobs used. The checksum stands for SUM.
const archivedText = `format: optgap-recipe/1
set: own
about: for tests
first: 500
choose: even
classes:
- {jobs: 2-4, steps: 3}
workloads:
- name: mine
  trace: {file: mine.swf, from: "https://example.org/mine.swf", jobs: 120, sha256: "SUM"}
`

// writeTrace writes a drawn trace of jobs to a new folder, which it returns.
func writeTrace(t *testing.T, jobs int64) string {
	t.Helper()
	d := workload.Drawing{Model: "kth", Load: 0.9, Jobs: jobs, Seed: 3}
	g := must.Get(d.Generator())
	var text strings.Builder
	must.Do(workload.Write(context.Background(), &text, g, d.Jobs, d.Seed, ""))
	dir := t.TempDir()
	must.Do(os.WriteFile(filepath.Join(dir, "mine.swf"), []byte(text.String()), 0o666))
	return dir
}

// archived returns a library of a set of a trace, with its steps made, and the folder of the trace. The
// error about a wrong checksum tells the right one.
func archived(t *testing.T) (l *Library, traces string) {
	t.Helper()
	traces, dir := writeTrace(t, 150), t.TempDir()
	write := func(sum string) *Set {
		writeRecipe(dir, "own", strings.Replace(archivedText, "SUM", sum, 1))
		return must.Get(Open(dir)).Sets[0]
	}
	_, err := write(strings.Repeat("0", 64)).Make(context.Background(), traces, nil)
	if err == nil || !strings.Contains(err.Error(), "found 120 lines of jobs with sha256 ") {
		t.Fatalf("found %v, expected a wrong checksum", err)
	}
	_, sum, _ := strings.Cut(err.Error(), "lines of jobs with sha256 ")
	made, err := write(sum[:64]).Make(context.Background(), traces, nil)
	if err != nil || made != (Made{Steps: 3, New: true}) {
		t.Fatalf("made %+v, %v", made, err)
	}
	return must.Get(Open(dir)), traces
}

// TestArchivedDiffers: steps that are not those of the identities are not taken, and a missing trace is
// named, with its address.
func TestArchivedDiffers(t *testing.T) {
	l, traces := archived(t)
	s := l.Sets[0]
	steps := must.Get(s.readSteps())
	steps[1].Jobs[0].Estimate++
	must.Do(writeLines(filepath.Join(s.Dir, stepsName), steps))
	if _, err := Open(l.Dir); err == nil || !strings.Contains(err.Error(), "found another step in line 2") {
		t.Errorf("found %v, expected another step", err)
	}
	_, err := s.Make(context.Background(), t.TempDir(), nil)
	wanted := []string{"traces: found no mine.swf", "https://example.org/mine.swf", "first 120 lines of jobs is"}
	for _, want := range wanted {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("found %v, expected %s", err, want)
		}
	}
	ids := must.Get(identifyAll(steps))
	must.Do(writeLines(filepath.Join(s.Dir, identitiesName), ids))
	if made, err := s.Make(context.Background(), traces, nil); err != nil || made.Differs != 2 {
		t.Errorf("made %+v, %v, expected a difference in line 2", made, err)
	}
}

// TestSize: the library takes at most 10 MB of the repository.
func TestSize(t *testing.T) {
	size := int64(0)
	files := must.Get(filepath.Glob("../../" + Dir + "/*/*"))
	for _, path := range files {
		_, made := os.Stat(filepath.Join(filepath.Dir(path), identitiesName))
		info := must.Get(os.Stat(path))
		if made != nil || filepath.Base(path) != stepsName { // steps of archives' traces are not in the repository
			size += info.Size()
		}
	}
	if size == 0 || size > 10_000_000 {
		t.Errorf("found %d bytes, expected 1 to 10 million", size)
	}
}
