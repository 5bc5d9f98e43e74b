package verifyfolder_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/optgap/optgap/bench/moldable/experiment"
	"github.com/optgap/optgap/bench/papers/dutot2004"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/verifyfolder"
	"github.com/optgap/optgap/heuristics/must"
)

// makePoint keeps the results of a point of dutot2004 in a folder.
func makePoint(t *testing.T, dir string) {
	t.Helper()
	f := must.Get(folder.Open(dir, dutot2004.Layout, folder.Start{
		Identity: folder.Identity{Trace: "dutot2004", Versions: folder.Versions("test")},
	}))
	e := dutot2004.Paper()
	e.Runs, e.Jobs, e.Machine = 1, []int{3}, 4
	p := e.Points()[0]
	in := must.Get(p.Instance())
	result := must.Get(experiment.NewProblem(in, experiment.Options{}).Solve(t.Context(), experiment.ListWSPT))
	must.Do(errors.Join(f.Problem(p), f.Result(result), f.Close(false)))
}

// The folder of a study file stands for its studies, of which some may have no result.
func TestFindBatch(t *testing.T) {
	dir := t.TempDir()
	must.Do(os.WriteFile(filepath.Join(dir, folder.SeveralFile), []byte("--out first\n--out second\n"), 0o666))
	must.Do(makeStudy(filepath.Join(dir, "first"), true, "exact"))
	runs, err := verifyfolder.Find(dir)
	if err != nil || len(runs) != 2 || !runs[0].Within || !runs[0].Begun() || runs[1].Begun() {
		t.Errorf("found %+v and %v, expected two studies of which the first has results", runs, err)
	}
}

// A run that was killed while it sought a result again has two lines about it, which is no fault.
func TestInterruptedRetry(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "study")
	must.Do(makeStudy(dir, true, "exact"))
	before := must.Get(folder.ReadInfo(filepath.Join(dir, "study.json")))
	// It is never closed.
	must.Get(folder.Open(dir, study.Layout, folder.Start{Identity: before.Identity}))
	results := filepath.Join(dir, "results.jsonl")
	text := must.Get(os.ReadFile(results))
	wrong := bytes.Replace(text, []byte(`"objective":`), []byte(`"objective":1`), 1)
	for content, want := range map[string]bool{string(text) + string(text): false, string(text) + string(wrong): true} {
		must.Do(os.WriteFile(results, []byte(content), 0o666))
		if found, err := noticed(t, dir); found != want || err != nil {
			t.Errorf("found a fault %v and %v, expected %v", found, err, want)
		}
	}
}
