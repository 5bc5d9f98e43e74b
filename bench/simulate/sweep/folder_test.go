package sweep_test

import (
	"context"
	"encoding/csv"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/optgap/optgap/bench/internal/testing/recordtest"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/verify"
	_ "github.com/optgap/optgap/bench/verifyfolder"
	"github.com/optgap/optgap/heuristics/must"
)

var identity = folder.Identity{
	Trace: "kth-like", SHA256: "00",
	Arguments: map[string]string{"shrink": "1,0.5"}, Versions: folder.Versions("test"),
}

// moreSettings are the settings, and some whose options matter.
func moreSettings() []sweep.Setting {
	return append(settings(),
		sweep.Setting{Name: "given", Scheduler: "basic-dynp:lower=1m40s:upper=3m20s"},
		sweep.Setting{Scheduler: "easy", Estimates: sweep.Perfect})
}

// watching notes how many runs are known. Each other function may be nil.
type watching struct {
	recordtest.Unwatched
	known  *int
	step   func()
	within func(name string, done, all int)
}

func (w watching) Start(known, _ int, _ string) {
	if w.known != nil {
		*w.known = known
	}
}

func (w watching) Step() {
	if w.step != nil {
		w.step()
	}
}

func (w watching) Within(name string, done, all int) {
	if w.within != nil {
		w.within(name, done, all)
	}
}

// kept runs a sweep into a folder. It cancels the sweep after cancelAfter new runs, and then
// leaves the folder as a kill would; 0: never. It returns the runs, and how many of them were
// known and new.
func kept(t *testing.T, dir string, workers, cancelAfter int) (runs []sweep.Run, known, fresh int) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	s := kth(60)
	s.Workers = workers
	info, underWay := filepath.Join(dir, sweep.Layout.Info), []byte(nil)
	var ending sync.Mutex
	s.Watch = watching{known: &known, step: func() {
		ending.Lock()
		defer ending.Unlock()
		underWay = must.Get(os.ReadFile(info))
		if fresh++; fresh == cancelAfter {
			cancel()
		}
	}}
	var results []sweep.Run
	s.Result = func(r sweep.Run) error { results = append(results, r); return nil }
	s.Folder = must.Get(sweep.OpenFolder(dir, moreSettings(), identity, swf.Skips{}))
	runs, err := s.Run(ctx, moreSettings())
	if cancelAfter > 0 {
		must.Do(os.WriteFile(info, underWay, 0o666))
	}
	for i, r := range runs {
		if cancelAfter == 0 && r.Key() != moreSettings()[i].Key() || !reflect.DeepEqual(r, results[i]) {
			t.Errorf("run %d is %v with the result %v", i, r.Key(), results[i].Key())
		}
	}
	if cancelAfter == 0 && err != nil || cancelAfter > 0 && !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	return runs, known, fresh
}

// stored returns the files of a folder, without the info file, which has times.
func stored(dir string) (texts []string) {
	for _, name := range sweep.Layout.Names()[1:] {
		text := must.Get(os.ReadFile(filepath.Join(dir, name)))
		texts = append(texts, string(text))
	}
	return texts
}

// TestResumedSweeps: runs come in the order of the settings. A sweep that is cut short after any number of runs ends
// with the same runs and the same bytes as one that is not, on any number of workers. The summary has a cell for each
// run and column.
func TestResumedSweeps(t *testing.T) {
	whole := t.TempDir()
	want, known, fresh := kept(t, whole, 1, 0)
	must.Need(t, known == 0 && fresh == len(moreSettings()) && len(want) == fresh,
		len(want), "runs", known, "known", fresh, "new")
	summary, err := csv.NewReader(strings.NewReader(stored(whole)[2])).ReadAll()
	must.Hold(t, err == nil && len(summary) == len(want)+1 && slices.Contains(summary[0], "started_with_FCFS"),
		"summary of", len(summary), "lines, error", err, "header", summary[0])
	for n := 1; n < len(want); n += 3 {
		dir, workers := t.TempDir(), 1+2*(n%2)
		_, _, first := kept(t, dir, workers, n)
		runs, known, fresh := kept(t, dir, 4-workers, 0)
		must.Hold(t, known >= first && known+fresh == len(want) && first >= n,
			"cut short after", n, first, "runs, then", known, "known and", fresh, "new")
		must.DeepEqual(t, runs, want, "cut short after", n, "other runs")
		must.EqualSlices(t, stored(dir), stored(whole), "cut short after", n, "other bytes")
	}
	again, known, fresh := kept(t, whole, 3, 0)
	must.Hold(t, known == len(want) && fresh == 0 && reflect.DeepEqual(again, want),
		"again", known, "known", fresh, "new, or other runs")
}

// TestGrownSweeps: a sweep with more settings goes on in the folder of one with fewer,
// and leaves the same bytes as one that had all from the start. One with fewer is refused,
// and the folder stays as it is.
func TestGrownSweeps(t *testing.T) {
	whole, grown := t.TempDir(), t.TempDir()
	kept(t, whole, 2, 0)
	all := moreSettings()
	fewer := []sweep.Setting{all[4], all[1], all[len(all)-2]}
	run := func(settings []sweep.Setting, arguments map[string]string, lists ...string) (known int, err error) {
		id := identity
		id.Arguments = arguments
		s := kth(60)
		s.Watch = watching{known: &known}
		if s.Folder, err = sweep.OpenFolder(grown, settings, id, swf.Skips{}, lists...); err != nil {
			return 0, err
		}
		_, err = s.Run(t.Context(), settings)
		return known, err
	}
	if known, err := run(fewer, map[string]string{"shrink": "1"}, "shrink"); known != 0 || err != nil {
		t.Fatalf("%d known, error %v", known, err)
	}
	must.Refuse(t, must.Err(run(all, identity.Arguments)), "", "without lists")
	if known, err := run(all, identity.Arguments, "shrink"); known != len(fewer) || err != nil {
		t.Errorf("%d known, error %v, expected %d", known, err, len(fewer))
	}
	must.EqualSlices(t, stored(grown), stored(whole))
	for want, arguments := range map[string]map[string]string{
		`holds another study: arguments.shrink: found "1,0.5", expected "1"`: {"shrink": "1"},
		`arguments.seed: found none, expected "1"`:                           {"shrink": "1,0.5", "seed": "1"},
	} {
		other := all
		if arguments["shrink"] == "1" {
			other = fewer
		}
		_, err := run(other, arguments, "shrink")
		must.Refuse(t, err, want, arguments)
	}
	must.Hold(t, slices.Equal(stored(grown), stored(whole)), "the folder has changed")
}

// TestOutcomesNeedReplays: where outcomes are asked for, every setting is replayed, and
// the folder stays as it is.
func TestOutcomesNeedReplays(t *testing.T) {
	dir := t.TempDir()
	kept(t, dir, 2, 3)
	kept(t, dir, 2, 0)
	before := stored(dir)
	s := kth(60)
	known, outcomes := -1, make([]bool, len(moreSettings()))
	s.Watch = watching{known: &known}
	s.Outcome = func(i int, _ *replay.Outcome) error { outcomes[i] = true; return nil }
	s.Folder = must.Get(sweep.OpenFolder(dir, moreSettings(), identity, swf.Skips{}))
	if _, err := s.Run(t.Context(), moreSettings()); err != nil || known != 0 || slices.Contains(outcomes, false) {
		t.Errorf("%d known, outcomes %v, error %v", known, outcomes, err)
	}
	must.Hold(t, slices.Equal(stored(dir), before), "the folder has changed")
}

// TestOtherFolders: settings that cannot be told apart, runs of other settings and
// folders of other runs are refused.
func TestOtherFolders(t *testing.T) {
	refused := func(dir string, settings []sweep.Setting, id folder.Identity, want string) {
		t.Helper()
		f, err := sweep.OpenFolder(dir, settings, id, swf.Skips{})
		if err == nil {
			f.Close(false)
		}
		must.Hold(t, must.Field(err) != "" && strings.Contains(err.Error(), want),
			"error", err, "want", want)
	}
	twice := []sweep.Setting{{Scheduler: "easy"}, {Scheduler: "easy", Factor: 1}}
	refused(t.TempDir(), twice, identity, "settings: found easy (easy) twice")
	dir := t.TempDir()
	kept(t, dir, 2, 0)
	want := "runs.jsonl:1: scheduler: found fcfs (fcfs), expected a setting of this sweep"
	refused(dir, moreSettings()[1:], identity, want)
}

// input is a file of the name with the text.
func input(name, text string) verify.Input {
	return verify.Input{Name: name, Reader: strings.NewReader(text)}
}

// verified checks the runs against the settings.
func verified(runs, settings string) verify.Report {
	return must.Get(verify.SweepFiles(input("runs", runs), input("settings", settings), verify.Options{}))
}

// files returns the runs and the settings of a sweep as files.
func files(t *testing.T, s sweep.Sweep, settings []sweep.Setting) (runs, set string) {
	t.Helper()
	dir := t.TempDir()
	s.Folder = must.Get(sweep.OpenFolder(dir, settings, identity, swf.Skips{}))
	ran(t, s, settings...)
	texts := stored(dir)
	return texts[1], texts[0]
}

// TestSweepFaults: a fault is reported with its line, replay and field.
func TestSweepFaults(t *testing.T) {
	perfect := sweep.Setting{Scheduler: "easy", Factor: 0.5, Estimates: sweep.Perfect}
	runs, set := files(t, kth(60), []sweep.Setting{{Scheduler: "fcfs"}, perfect})
	lines := strings.SplitAfter(runs, "\n")
	all := func(old, new string) string { return strings.Replace(runs, old, new, 1) }
	second := func(old, new string) string { return lines[0] + strings.Replace(lines[1], old, new, 1) }
	for name, c := range map[string]struct{ runs, settings, want string }{
		"a run twice": {runs + lines[0], set, "line 3: replay fcfs, factor 1: scheduler: found fcfs, factor 1 " +
			"a second time, expected it once: it is on line 1 already"},
		"a missing run": {lines[0], set, "replay easy, factor 0.5, perfect: run: found none, " +
			"expected one for each setting"},
		"another trace":   {second(`"trace":"`, `"trace":"x`), set, "trace: found xkth"},
		"another machine": {second(`"machine":`, `"machine":1`), set, "machine: found 1100, expected 100, "},
		"a negative wait": {second(`"wait":`, `"wait":-1`), set, "wait: found -1"},
	} {
		report := verified(c.runs, c.settings)
		var found []string
		for _, f := range append(report.Faults, report.Missing...) {
			found = append(found, f.String())
		}
		must.Hold(t, slices.ContainsFunc(found, func(text string) bool { return strings.Contains(text, c.want) }),
			name, "found", found, "expected", c.want)
	}
	for name, c := range map[string]struct{ runs, settings, want string }{
		"a setting twice":  {runs, set + set, "settings:3: scheduler: found fcfs, factor 1 a second time, expected it once"},
		"a metric too few": {strings.Replace(runs, `"wait":`, `"waits":`, 1), set, "runs:1: "},
		"of another setting": {all(`"factor":0.5`, `"factor":0.6`), set, "runs:2: scheduler: found easy, " +
			"factor 0.6, perfect, expected that of one of the 2 problems"},
		"no JSON": {lines[0] + "{\n", set, "runs:2: "},
	} {
		_, err := verify.SweepFiles(input("runs", c.runs), input("settings", c.settings), verify.Options{})
		var line *record.LineError
		must.Hold(t, errors.As(err, &line) && strings.HasPrefix(err.Error(), c.want),
			name, "found", err, "expected", c.want)
	}
}
