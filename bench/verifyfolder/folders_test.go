package verifyfolder_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/internal/testing/recordtest"
	"github.com/optgap/optgap/bench/moldable/experiment"
	"github.com/optgap/optgap/bench/papers/dutot2004"
	"github.com/optgap/optgap/bench/papers/simulated"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report/sections"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/clairvoyant"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/verifyfolder"
	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
)

// makers returns what makes a folder of each kind.
func makers() map[string]func(t *testing.T, dir string) {
	return map[string]func(t *testing.T, dir string){
		"study": func(t *testing.T, dir string) {
			t.Helper()
			must.Do(makeStudy(dir, false, "policies", "ilp", "exact"))
		},
		"sweep": makeSweep, "moldable": makeMoldable, "dutot2004": makePoint, "aida2000": makeExperiments,
		"offline": makeOffline, "rungs": makeRungs,
	}
}

// makeSweep keeps replays of a part of the sample in a folder.
func makeSweep(t *testing.T, dir string) {
	trace := must.Get(swf.Load(bytes.NewReader(swf.Sample()), "sample.swf", swf.Options{MaxJobs: 200}))
	settings := []sweep.Setting{{Scheduler: "fcfs"}, {Scheduler: "easy", Factor: 0.5}, {Scheduler: "dynp-advanced"}}
	id := folder.Identity{Trace: trace.Name, Versions: folder.Versions("test")}
	f := must.Get(sweep.OpenFolder(dir, settings, id, trace.Skipped))
	s := sweep.Sweep{Trace: *trace, Folder: f}
	must.Get(s.Run(t.Context(), settings))
}

// makeMoldable keeps the schedules of an instance in a folder.
func makeMoldable(t *testing.T, dir string) {
	in := &moldable.Instance{Name: "small", Machine: 4, Tick: 1, Jobs: []moldable.Job{
		{ID: 1, Weight: 5, Times: []int64{12, 7, 5, 4}},
		{ID: 2, Weight: 1, Times: []int64{30, 16, 12, 10}},
		{ID: 3, Weight: 2, Times: []int64{20, 15, 13, 12}},
	}}
	algorithms := []experiment.Algorithm{experiment.BiCriteria, experiment.Gang}
	f := must.Get(folder.Open(dir, experiment.Layout, folder.Start{Identity: folder.Identity{
		Trace: "small.jsonl", Versions: folder.Versions("test"),
		Arguments: map[string]string{"algorithm": strings.Join(experiment.Names(algorithms), ",")},
	}}))
	p := experiment.NewProblem(in, experiment.Options{})
	err := f.Problem(record.MoldableOf(in))
	for _, a := range algorithms {
		err = errors.Join(err, f.Result(must.Get(p.Solve(t.Context(), a))))
	}
	must.Do(errors.Join(err, f.Close(true)))
}

// makeOffline keeps a bound on all schedules of a few jobs of the sample in a folder.
func makeOffline(t *testing.T, dir string) {
	makeOfflineOf(t, dir, string(swf.Sample()), 6, func(*record.Offline) {})
}

// makeOfflineOf is makeOffline of the first n jobs of a trace. change may forge the result.
func makeOfflineOf(t *testing.T, dir, text string, n int, change func(*record.Offline)) {
	trace := must.Get(swf.Load(strings.NewReader(text), "sample.swf", swf.Options{MaxJobs: n}))
	of := record.OfflineTrace{
		Format: record.OfflineFormat, Trace: trace.Name, Machine: trace.Machine, Jobs: len(trace.Jobs), First: n,
		ObjectiveName: "artww",
	}
	f := must.Get(folder.Open(dir, clairvoyant.Layout, folder.Start{
		Identity: folder.Identity{
			Trace: trace.Name, SHA256: fmt.Sprintf("%x", sha256.Sum256([]byte(text))), Versions: folder.Versions("test"),
		},
	}))
	r := must.Get(clairvoyant.Plan(t.Context(), of, trace.Jobs, clairvoyant.Options{Rounds: 1}))
	change(r)
	must.Do(errors.Join(f.Problem(of), f.Result(*r), f.Close(true)))
}

// makeRungs keeps the rungs of a few jobs of the sample in a folder.
func makeRungs(t *testing.T, dir string) {
	trace := must.Get(swf.Load(bytes.NewReader(swf.Sample()), "sample.swf", swf.Options{MaxJobs: 40}))
	f := must.Get(folder.Open(dir, clairvoyant.RungsLayout, folder.Start{Identity: folder.Identity{
		Trace: trace.Name, SHA256: fmt.Sprintf("%x", sha256.Sum256(swf.Sample())), Versions: folder.Versions("test"),
		Arguments: map[string]string{"step-work": "1000000"},
	}, Skipped: trace.Skipped.ByReason()}))
	err := f.Asks(2, 0)
	for _, name := range clairvoyant.RungNames() {
		of := record.RungTrace{Rung: name, StepWork: 1e6, OfflineTrace: record.OfflineTrace{
			Format: record.RungFormat, Trace: trace.Name, SHA256: fmt.Sprintf("%x", sha256.Sum256(swf.Sample())),
			Machine: trace.Machine, Jobs: len(trace.Jobs), First: 40, ObjectiveName: "artww",
		}}
		err = errors.Join(err, f.Problem(of), f.Result(*must.Get(clairvoyant.Climb(t.Context(), of, trace.Jobs, nil))))
	}
	must.Do(errors.Join(err, f.Close(true)))
}

// makeExperiments keeps the samples of two experiments of aida2000 in a folder.
func makeExperiments(t *testing.T, dir string) {
	s := simulated.Aida2000().Study()
	s.Models, s.Schedulers, s.Loads = s.Models[:1], s.Schedulers[:2], []float64{0.5, 1}
	s.Experiments, s.Jobs = 2, 50
	must.Get(s.Run(t.Context(), statement.Run{Folder: dir, Version: "test", Watch: recordtest.Unwatched{}}))
	must.Do(sections.WritePaper(dir, sections.Paper{Lead: "2 of 3 statements hold"}))
}

// makePoint keeps the results of a point of dutot2004 in a folder.
func makePoint(t *testing.T, dir string) {
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
	must.Hold(t, err == nil && len(runs) == 2 && runs[0].Within && runs[0].Begun() && !runs[1].Begun(),
		"found", runs, "and", err, "expected two studies of which the first has results")
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
		found, err := noticed(t, dir)
		must.Hold(t, found == want && err == nil, "found a fault", found, "and", err, "expected", want)
	}
}

// goOn opens the folder of an earlier run to go on with it, and ends. It asks for what the info file says.
func goOn[P, R any, K comparable](layout folder.Layout[P, R, K]) func(dir string) error {
	return func(dir string) error {
		info, err := folder.ReadInfo(layout.In(dir).Info)
		if err != nil {
			return err
		}
		f, err := folder.Open(dir, layout, folder.Start{Identity: info.Identity, Skipped: info.Skipped})
		if err != nil {
			return err
		}
		return f.Close(info.Complete)
	}
}

// readAll is goOn for who only reads.
func readAll[P, R any, K comparable](layout folder.Layout[P, R, K]) func(dir string) error {
	return func(dir string) error {
		_, err := folder.Read(dir, layout)
		return err
	}
}

func report(dir string) error {
	_, err := sections.Read([]string{dir}, nil, nil)
	return err
}

// verified is a use of a folder that verify refuses.
func verified(t *testing.T) func(dir string) error {
	return func(dir string) error {
		found, err := noticed(t, dir)
		if found {
			err = optgap.BadField(dir, "a fault", "none")
		}
		return err
	}
}

// withDigit returns a text in which one digit, at or behind a random byte, is another one.
func withDigit(random *rand.Rand, text []byte) []byte {
	at := random.IntN(len(text))
	for text[at] < '0' || text[at] > '9' {
		at = (at + 1) % len(text)
	}
	changed := bytes.Clone(text)
	changed[at] = '0' + (changed[at]-'0'+1+byte(random.IntN(9)))%10
	return changed
}

// refused changes a file. It fails the test where a use of its folder does not refuse, or writes the file.
func refused(t *testing.T, path string, changed []byte, uses []func(dir string) error) {
	t.Helper()
	must.Do(os.WriteFile(path, changed, 0o666))
	for i, use := range uses {
		must.AboutField(t, use(filepath.Dir(path)), "", path, "use", i, changed)
	}
	must.Hold(t, bytes.Equal(must.Get(os.ReadFile(path)), changed), path, "written anew")
}

// A run that goes on in a sealed folder, and is killed: the lines before are sealed, and others checked.
func TestChangedAfterKill(t *testing.T) {
	before, dir := filepath.Join(t.TempDir(), "study"), t.TempDir()
	must.Do(makeStudy(before, false, "policies"))
	info := must.Get(folder.ReadInfo(study.Layout.In(before).Info))
	f := must.Get(folder.Open(before, study.Layout, folder.Start{Identity: info.Identity, Skipped: info.Skipped}))
	must.Do(os.CopyFS(dir, os.DirFS(before)))
	must.Do(f.Close(true))
	read := []func(string) error{readAll(study.Shown), report}
	uses := append(read, goOn(study.Layout))
	files := study.Layout.In(dir)
	random := rand.New(rand.NewPCG(3, 4))
	for _, path := range []string{files.Info, files.Problems, files.Results} {
		text := must.Get(os.ReadFile(path))
		for range steptest.Times(4) {
			refused(t, path, withDigit(random, text), uses)
		}
		must.Do(os.WriteFile(path, text, 0o666))
	}
	text := must.Get(os.ReadFile(files.Results))
	again := text[bytes.LastIndexByte(text[:len(text)-1], '\n')+1:]
	better := bytes.Replace(again, []byte(`"objective":`), []byte(`"objective":1`), 1)
	refused(t, files.Results, slices.Concat(text, better), uses)
	must.Do(os.WriteFile(files.Results, slices.Concat(text, again), 0o666))
	for _, use := range uses {
		must.Do(use(dir))
	}
}

// Digits of any file of any folder are changed by hand. Whoever goes on, reads or reports refuses, and leaves the
// folder as it is. Without a change nobody refuses.
func TestChangedByHand(t *testing.T) {
	aida := func(dir string) error {
		if err := folder.Intact(dir); err != nil { // as the command does
			return err
		}
		s := simulated.Aida2000().Study()
		s.Models, s.Schedulers, s.Loads = s.Models[:1], s.Schedulers[:2], []float64{0.5, 1}
		s.Experiments, s.Jobs = 2, 50
		_, err := s.Run(t.Context(), statement.Run{Folder: dir, Version: "test", Watch: recordtest.Unwatched{}})
		return err
	}
	replays := sweep.Layout
	replays.Compare = func(a, b sweep.Key) int { return strings.Compare(a.Scheduler, b.Scheduler) }
	users := map[string][]func(dir string) error{
		"study":     {goOn(study.Layout), readAll(study.Shown), report},
		"sweep":     {goOn(replays), readAll(replays), report},
		"moldable":  {goOn(experiment.Layout), readAll(experiment.Layout), report},
		"dutot2004": {goOn(dutot2004.Layout), readAll(dutot2004.Layout), report},
		"offline":   {goOn(clairvoyant.Layout), readAll(clairvoyant.Layout), report},
		"rungs":     {goOn(clairvoyant.RungsLayout), readAll(clairvoyant.RungsLayout)},
		"aida2000":  {aida, report},
	}
	random := rand.New(rand.NewPCG(1, 2))
	for name, make := range makers() {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), name)
			make(t, dir)
			uses := append(users[name], folder.Intact, verified(t)) // who compares or offers to a library
			for _, use := range uses {
				must.Do(use(dir))
			}
			files := lists.Each(must.Get(os.ReadDir(dir)), os.DirEntry.Name)
			for range steptest.Times(12) {
				path := filepath.Join(dir, files[random.IntN(len(files))])
				text := must.Get(os.ReadFile(path))
				refused(t, path, withDigit(random, text), uses)
				refused(t, path, append(bytes.Clone(text), '\n'), uses)
				must.Do(os.WriteFile(path, text, 0o666))
			}
		})
	}
}
