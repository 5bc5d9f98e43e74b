package sweep_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/heuristics/must"
)

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
		if !slices.ContainsFunc(found, func(text string) bool { return strings.Contains(text, c.want) }) {
			t.Errorf("%s: found %q, expected %q", name, found, c.want)
		}
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
		if !errors.As(err, &line) || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: found %v, expected %s", name, err, c.want)
		}
	}
}
