package grothklags2004_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/papers/grothklags2004"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/trace/swf"
)

// small is the experiment on the first jobs of the embedded sample.
func small(t *testing.T, dir string) grothklags2004.Run {
	t.Helper()
	s := grothklags2004.DefaultSettings()
	s.Jobs, s.MaxSteps, s.TimeLimit, s.LiteralLimit = 120, 2, 50*time.Millisecond, 50*time.Millisecond
	trace, sum, err := study.ReadTrace("", nil, swf.Options{MaxJobs: s.Jobs})
	if err != nil {
		t.Fatal(err)
	}
	return grothklags2004.Run{
		Settings: s, Input: study.Input{Trace: trace, SHA256: sum},
		Run: statement.Run{Folder: dir, Version: "test"},
	}
}

// An interrupted run returns what it has measured and goes on in its folders. A third run solves
// nothing and has the same results.
func TestRunGoesOn(t *testing.T) {
	const enough = 3
	r := small(t, t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	r.Done = func() {
		if n++; n == enough {
			cancel()
		}
	}
	e, err := r.Measure(ctx)
	if !errors.Is(err, context.Canceled) || len(e.Chosen) == 0 || len(e.Rows) < enough || len(e.All) > 0 {
		t.Fatalf("found %d rows, %d results and %v, expected an interrupted run", len(e.Chosen), len(e.Rows), err)
	}
	knownOf := func() (known map[string]int, rows []record.Result) {
		known = map[string]int{}
		ended := 0
		r.Watch = statement.Watch{End: func(error) { ended++ }, Say: func(format string, args ...any) {
			if len(args) == 4 && strings.HasSuffix(format, " known") {
				known[fmt.Sprint(args[0])] = args[2].(int)
			}
		}}
		e, err := r.Measure(t.Context())
		if err != nil || len(e.Rows) != 4*len(e.Chosen) || len(e.All) != r.Settings.MaxSteps ||
			len(e.Tenth) != 1 {
			t.Fatalf("found %d rows, %d and %d results and %v", len(e.Chosen), len(e.Rows), len(e.All), err)
		}
		if ended != len(grothklags2004.PartNames()) || len(known) < ended {
			t.Errorf("found %d parts, %v, expected %q", ended, known, grothklags2004.PartNames())
		}
		return known, e.Results()
	}
	known, first := knownOf()
	if n := known["rows"]; n < enough || known["all"] > 0 {
		t.Errorf("known to the second run: found %v, expected at least %d of the rows", known, enough)
	}
	known, second := knownOf()
	n = 0
	for _, some := range known {
		n += some
	}
	if n != len(first) {
		t.Errorf("known to the third run: found %v, expected all %d", known, len(first))
	}
	for i := range first {
		if a, b := first[i], second[i]; a.Index != b.Index || a.Method != b.Method || a.SolveSeconds != b.SolveSeconds {
			t.Fatalf("result %d: found %+v, expected %+v", i, b, a)
		}
	}
}

// A folder of another study is refused before anything is solved. Only the averages depend on the
// number of steps.
func TestRunRefusesAnotherStudy(t *testing.T) {
	r := small(t, t.TempDir())
	if _, err := r.Measure(t.Context()); err != nil {
		t.Fatal(err)
	}
	solved := 0
	r.Done = func() { solved++ }
	r.Settings.MaxSteps++
	_, err := r.Measure(t.Context())
	all := filepath.Join(r.Folder, string(grothklags2004.PartAll))
	want := all + " holds another study: arguments.max-steps"
	if err == nil || !strings.HasPrefix(err.Error(), want) || solved > 0 {
		t.Errorf("found %v after %d results, expected %q before any", err, solved, want)
	}
	info, err := os.ReadFile(filepath.Join(r.Folder, string(grothklags2004.PartRows), "study.json"))
	if err != nil || !strings.Contains(string(info), `"max-steps": "0"`) {
		t.Errorf("rows: found %s, %v, expected all steps", info, err)
	}
}

func TestSettingsValidate(t *testing.T) {
	for field, change := range map[string]func(*grothklags2004.Settings){
		"":              func(*grothklags2004.Settings) {},
		"max-steps":     func(s *grothklags2004.Settings) { s.MaxSteps = -1 },
		"time-limit":    func(s *grothklags2004.Settings) { s.TimeLimit = -1 },
		"literal-limit": func(s *grothklags2004.Settings) { s.LiteralLimit = -1 },
		"scale-entry":   func(s *grothklags2004.Settings) { s.ScaleEntry = "0" },
		"memory":        func(s *grothklags2004.Settings) { s.Memory = "much" },
	} {
		s := grothklags2004.DefaultSettings()
		change(&s)
		err := s.Validate()
		var wrong *optgap.FieldError
		if errors.As(err, &wrong) && wrong.Field == field || err == nil && field == "" {
			continue
		}
		t.Errorf("found %v, expected an error about %q", err, field)
	}
}

// Each other reading is measured in a folder of its own, and has the same statements. The results depend
// on the reading: with a smaller entry of the matrix the slots are shorter.
func TestReadingsAreTried(t *testing.T) {
	dir := t.TempDir()
	r := small(t, dir)
	e, err := r.Measure(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	tried, err := r.Compare(t.Context(), e, grothklags2004.ReadingNames()[:3])
	if err != nil || len(tried) != 3 {
		t.Fatalf("found %d readings and %v, expected two beside that of the settings", len(tried), err)
	}
	for i, g := range tried {
		named := strings.HasPrefix(g.Name, grothklags2004.ReadingNames()[i]+": x ")
		if len(g.Statements) != len(e.Statements()) || !named {
			t.Errorf("%s: found %d statements", g.Name, len(g.Statements))
		}
	}
	for name, want := range map[string]string{
		"rows": "", "reading-text/rows": `"scale-entry": "0.1kB"`, "reading-table-safe/rows": `"horizon": "safe"`,
	} {
		text, err := os.ReadFile(filepath.Join(dir, name, "study.json"))
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: found %v, expected a study with %s", name, err, want)
		}
	}
	tables := e.Report(tried, false).Tables
	if last := tables[len(tables)-1]; len(last.Rows) != 3 || !strings.Contains(last.Title, "each reading") {
		t.Errorf("found the table %+v, expected a row for each reading", last)
	}
}
