package sweep_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/verify"
)

// verified checks the runs against the settings.
func verified(t *testing.T, runs, settings string) verify.Report {
	t.Helper()
	report, err := verify.SweepFiles(verify.Input{Name: "runs", Reader: strings.NewReader(runs)}, verify.Input{Name: "settings", Reader: strings.NewReader(settings)})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// files returns the runs and the settings of a sweep as files.
func files(t *testing.T, s sweep.Sweep, settings []sweep.Setting) (runs, set string) {
	t.Helper()
	dir := t.TempDir()
	var err error
	if s.Folder, err = sweep.OpenFolder(dir, settings, identity, swf.Skips{}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(t.Context(), settings); err != nil {
		t.Fatal(err)
	}
	_, runsPath, settingsPath := sweep.FolderFiles(dir)
	for path, text := range map[string]*string{runsPath: &runs, settingsPath: &set} {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		*text = string(b)
	}
	return runs, set
}

// TestSweepsHold: sweeps by all schedulers pass the independent checks, trimmed or not, on
// one machine or several.
func TestSweepsHold(t *testing.T) {
	var all []sweep.Setting
	for _, name := range schedulers.Names() {
		for _, factor := range []float64{1, 0.4} {
			all = append(all, sweep.Setting{Scheduler: name, Factor: factor}, sweep.Setting{Scheduler: name, Factor: factor, Estimates: sweep.Perfect})
		}
	}
	plain, trimmed, sites := kth(t, 120), kth(t, 120), kth(t, 120)
	trimmed.Measure.WarmUp, trimmed.Measure.CutDrain = 3600, true
	sites.Machine, sites.Sites = 160, []int64{60, 100}
	for name, c := range map[string]struct {
		sweep    sweep.Sweep
		settings []sweep.Setting
	}{"plain": {plain, all}, "trimmed": {trimmed, all}, "sites": {sites, []sweep.Setting{{Scheduler: "fcfs"}, {Scheduler: "dynp-advanced"}}}} {
		runs, set := files(t, c.sweep, c.settings)
		if report := verified(t, runs, set); len(report.Faults) > 0 || len(report.Missing) > 0 || report.Results != len(c.settings) || report.Checks < 25*len(c.settings) {
			t.Errorf("%s: %d runs, %d checks, faults %v, missing %v", name, report.Results, report.Checks, report.Faults, report.Missing)
		}
	}
}

// TestPlantedFaults: a number of a run that is changed by 1 % and 1 is found, but for those
// that nothing else in the folder depends on.
func TestPlantedFaults(t *testing.T) {
	runs, set := files(t, kth(t, 120), []sweep.Setting{{Scheduler: "fcfs"}, {Scheduler: "dynp-advanced"}, {Scheduler: "easy", Factor: 0.5}})
	alone := []string{"artww", "sldwa", "sldww_60", "sldww_300", "sld_60", "sld_300", "policies.backlog", "queue_max"}
	spreads := func(field string) bool {
		return strings.Contains(field, "_p") || strings.HasSuffix(field, "_max") || strings.HasSuffix(field, "_stddev")
	}
	lines := strings.SplitAfter(strings.TrimSpace(runs), "\n")
	planted := 0
	for at, line := range lines {
		var run map[string]any
		if err := json.Unmarshal([]byte(line), &run); err != nil {
			t.Fatal(err)
		}
		change := func(object map[string]any, prefix string) {
			for _, key := range slices.Sorted(maps.Keys(object)) {
				v, ok := object[key].(float64)
				field := prefix + key
				if !ok || slices.Contains(alone, field) || spreads(field) || strings.HasPrefix(field, "classes") && !slices.Contains([]string{"jobs", "art", "wait"}, key) {
					continue
				}
				object[key] = v*1.01 + 1
				text, err := json.Marshal(run)
				if err != nil {
					t.Fatal(err)
				}
				changed := slices.Clone(lines)
				changed[at] = string(text) + "\n"
				if report := verified(t, strings.Join(changed, ""), set); len(report.Faults) == 0 {
					t.Errorf("run %d: %s: %v in the place of %v is not found", at+1, field, object[key], v)
				}
				object[key] = v
				planted++
			}
		}
		change(run, "")
		for i, c := range run["classes"].([]any) {
			change(c.(map[string]any), fmt.Sprintf("classes[%d].", i))
		}
		if p, ok := run["policies"].(map[string]any); ok {
			change(p, "policies.")
			for _, counts := range []string{"started_with", "switches_to", "cases"} {
				if p, ok := p[counts].(map[string]any); ok {
					change(p, "policies."+counts+".")
				}
			}
		}
	}
	if planted < 60 {
		t.Errorf("planted %d faults, expected more", planted)
	}
}

// TestSweepFaults: what does not fit is told with its line, replay and field.
func TestSweepFaults(t *testing.T) {
	runs, set := files(t, kth(t, 60), []sweep.Setting{{Scheduler: "fcfs"}, {Scheduler: "easy", Factor: 0.5, Estimates: sweep.Perfect}})
	lines := strings.SplitAfter(runs, "\n")
	for name, c := range map[string]struct{ runs, settings, want string }{
		"a run twice":        {runs + lines[0], set, `line 3: replay fcfs, factor 1: scheduler: found fcfs, factor 1, expected each run once: it is on line 1 already`},
		"of another setting": {strings.Replace(runs, `"factor":0.5`, `"factor":0.6`, 1), set, `line 2: replay easy, factor 0.6, perfect estimates: scheduler: found easy, factor 0.6, perfect estimates, expected one of the 2 settings`},
		"a missing run":      {lines[0], set, `replay easy, factor 0.5, perfect estimates: run: found none, expected one for each setting`},
		"another trace":      {lines[0] + strings.Replace(lines[1], `"trace":"`, `"trace":"x`, 1), set, `trace: found xkth`},
		"another machine":    {lines[0] + strings.Replace(lines[1], `"machine":`, `"machine":1`, 1), set, `machine: found 1100, expected 100 processors, as in the first run`},
		"a metric too few":   {strings.Replace(runs, `"wait":`, `"waits":`, 1), set, `line 1: replay fcfs, factor 1: wait: found none, expected a number`},
		"percentiles":        {strings.Replace(runs, `"wait_p90":`, `"wait_p90":9999999`, 1), set, `wait_p50: found [`},
		"the maximum":        {strings.Replace(runs, `"wait_max":`, `"wait_max":9999999`, 1), set, `wait_max: found`},
		"the deviation":      {strings.Replace(runs, `"sld_60_stddev":`, `"sld_60_stddev":9999999`, 1), set, `sld_60_stddev: found`},
		"a killed job":       {lines[0] + strings.Replace(lines[1], `"killed":0`, `"killed":1`, 1), set, `killed: found 1, expected 0: no job runs past such estimates`},
	} {
		report := verified(t, c.runs, c.settings)
		var found []string
		for _, f := range append(report.Faults, report.Missing...) {
			found = append(found, f.String())
		}
		if !slices.ContainsFunc(found, func(text string) bool { return strings.Contains(text, c.want) }) {
			t.Errorf("%s: found %q, expected %q", name, found, c.want)
		}
	}
	for name, c := range map[string]struct{ runs, settings, want string }{
		"a setting twice": {runs, set + set, "settings:3: found the setting fcfs, factor 1 a second time, expected it once"},
		"no JSON":         {lines[0] + "{\n", set, "runs:2: "},
	} {
		_, err := verify.SweepFiles(verify.Input{Name: "runs", Reader: bytes.NewBufferString(c.runs)}, verify.Input{Name: "settings", Reader: bytes.NewBufferString(c.settings)})
		var line *record.LineError
		if !errors.As(err, &line) || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: found %v, expected %s", name, err, c.want)
		}
	}
}
