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
	"github.com/optgap/optgap/bench/study/matrix"
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
	results := must.Get(experiment.Run(t.Context(), in, []experiment.Algorithm{experiment.ListWSPT}, experiment.Options{}))
	must.Do(errors.Join(f.Problem(p), f.Result(results[0]), f.Close(false)))
}

// Folders of each kind are known by their files. Only a run that has ended is complete.
func TestFind(t *testing.T) {
	for _, c := range []struct {
		name     string
		make     func(t *testing.T, dir string)
		kind     verifyfolder.Kind
		complete bool
	}{
		{"study", func(t *testing.T, dir string) {
			must.Do(makeStudy(dir, true, "exact"))
		}, verifyfolder.OfSteps, true},
		{"sweep", makeSweep, verifyfolder.OfSettings, true},
		{"point", makePoint, verifyfolder.OfInstances, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), c.name)
			c.make(t, dir)
			runs, err := verifyfolder.Find(dir)
			if err != nil || len(runs) != 1 || runs[0].Folder != dir || runs[0].Within || !runs[0].Begun() {
				t.Fatalf("found %+v and %v, expected one run", runs, err)
			}
			opened := must.Get(runs[0].Open(t.Context(), nil))
			defer opened.Close()
			if opened.Complete() != c.complete || opened.Interrupted() == c.complete || len(opened.Remarks()) > 0 == c.complete {
				t.Errorf("found complete %v, %q", opened.Complete(), opened.Remarks())
			}
			rep, err := opened.Check(t.Context(), verifyfolder.Options{})
			if err != nil || opened.Kind != c.kind || rep.Results == 0 || rep.Checks == 0 || len(rep.Faults) > 0 {
				t.Errorf("found %d results of a %s, faults %v, %v", rep.Results, opened.Kind.Problem, rep.Faults, err)
			}
		})
	}
}

// The folder of a study file stands for its studies, of which some may have no result.
func TestFindBatch(t *testing.T) {
	dir := t.TempDir()
	file := "traces: [{sample: true}]\ndrives: [fcfs, sjf]\nmethods: [exact]\n"
	must.Do(os.WriteFile(filepath.Join(dir, matrix.EffectiveFile), []byte(file), 0o666))
	must.Do(makeStudy(filepath.Join(dir, "sample_drive=fcfs"), true, "exact"))
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
