package streit2002_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/papers/streit2002"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/trace/sample"
)

// 40 jobs drawn from the embedded sample, whose name tells the paper's set.
func ExampleEvaluation() {
	e := streit2002.Evaluation{Settings: streit2002.DefaultSettings(), Inputs: []streit2002.Input{{}}}
	e.Settings.SetJobs = 40
	e.Say = func(format string, args ...any) { fmt.Printf(format+"\n", args...) }
	measured, err := e.Measure(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range measured {
		fmt.Println("beside", m.Published.Name)
	}
	// Output:
	// 8 of 400 jobs run past their estimate and are killed at it
	// kth-like.swf resampled: 40 jobs on 100 processors, 6 replays
	// beside KTH_syn
}

// traces writes the sample under two names and returns an evaluation of both.
func traces(t *testing.T) streit2002.Evaluation {
	t.Helper()
	e := streit2002.Evaluation{
		Settings: streit2002.DefaultSettings(),
		Run:      statement.Run{Folder: filepath.Join(t.TempDir(), "out"), Version: "test"},
	}
	e.Settings.SetJobs = 30
	dir := t.TempDir()
	for _, name := range []string{"ctc.swf", "other.swf"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, sample.KTHLike(), 0o666); err != nil {
			t.Fatal(err)
		}
		e.Inputs = append(e.Inputs, streit2002.Input{Path: path})
	}
	return e
}

// An interrupted evaluation returns the traces whose tables are complete, and goes on in its
// folders. Another evaluation of the same folder is refused.
func TestEvaluationGoesOn(t *testing.T) {
	e := traces(t)
	ctx, cancel := context.WithCancel(t.Context())
	begun, done, drawn := 0, 0, 0
	e.Watch = statement.Watch{
		Begin: func(int, int, string) { begun, done = begun+1, 0 },
		Done: func() {
			if done++; begun == 2 && done == 2 { // of the second trace
				cancel()
			}
		},
		Say: func(format string, args ...any) {
			if strings.Contains(fmt.Sprintf(format, args...), "Weibull") {
				drawn++
			}
		},
	}
	if m, err := e.Measure(ctx); !errors.Is(err, context.Canceled) || len(m) != 1 || m[0].Name != "ctc.swf" || drawn != 1 {
		t.Fatalf("found %d traces, %d notes and %v, expected an interruption in the second trace", len(m), drawn, err)
	}
	again := func() (measured []streit2002.Measured, known int) {
		e.Watch = statement.Watch{Begin: func(n, _ int, _ string) { known += n }}
		measured, err := e.Measure(t.Context())
		if err != nil || len(measured) != 2 {
			t.Fatalf("found %d traces and %v, expected two", len(measured), err)
		}
		return measured, known
	}
	first, known := again()
	if known < 8 || known >= 12 {
		t.Errorf("found %d known replays, expected those of before the interruption", known)
	}
	second, known := again()
	if known != 12 {
		t.Errorf("found %d known replays, expected all 12", known)
	}
	for i := range first {
		a, b := first[i].Sets, second[i].Sets
		if len(a) != 1 || !reflect.DeepEqual(a[0].Runs, b[0].Runs) || !reflect.DeepEqual(a[0].Set, b[0].Set) {
			t.Errorf("%s: two runs of the same evaluation differ", first[i].Name)
		}
	}
	e.Settings.Seed++
	if _, err := e.Measure(t.Context()); err == nil || !strings.Contains(err.Error(), "arguments.seed") {
		t.Errorf("found %v, expected another seed to be refused", err)
	}
	for _, name := range []string{"ctc", "other"} {
		if _, err := os.Stat(filepath.Join(e.Folder, name, sweep.Files.Info)); err != nil {
			t.Error(err)
		}
	}
}

func TestEvaluationOfNoTrace(t *testing.T) {
	e := traces(t)
	e.Inputs[0].Path += ".none"
	if m, err := e.Measure(t.Context()); !errors.Is(err, fs.ErrNotExist) || len(m) > 0 {
		t.Errorf("found %d traces and %v, expected a missing file", len(m), err)
	}
	e.Inputs[0].Path = filepath.Join(t.TempDir(), "other.swf.gz")
	if err := e.CheckFolders(); err == nil || !strings.Contains(err.Error(), "the same folder other") {
		t.Errorf("found %v, expected traces of one name to be refused", err)
	}
}

func TestSettingsValidate(t *testing.T) {
	for field, change := range map[string]func(*streit2002.Settings){
		"":            func(*streit2002.Settings) {},
		"set-jobs":    func(s *streit2002.Settings) { s.SetJobs = -1 },
		"weibull":     func(s *streit2002.Settings) { s.Weibull = "1" },
		"slack":       func(s *streit2002.Settings) { s.Slack = 1 },
		"future-time": func(s *streit2002.Settings) { s.FutureTime = 1 },
		"replan":      func(s *streit2002.Settings) { s.Replan = "never" },
		"shrink":      func(s *streit2002.Settings) { s.Factors = []float64{1, math.NaN()} },
	} {
		s := streit2002.DefaultSettings()
		change(&s)
		err := s.Validate()
		var wrong *optgap.FieldError
		if errors.As(err, &wrong) && wrong.Field == field || err == nil && field == "" {
			continue
		}
		t.Errorf("found %v, expected an error about %q", err, field)
	}
}

func TestSets(t *testing.T) {
	if sets, err := streit2002.Sets("kth, none", 2); err != nil || sets[0] != "kth" || sets[1] != streit2002.None {
		t.Errorf("found %q and %v", sets, err)
	}
	for _, text := range []string{"kth", "kth,ctc,sdsc", "kth,llnl"} {
		var wrong *optgap.FieldError
		if _, err := streit2002.Sets(text, 2); !errors.As(err, &wrong) || wrong.Field != "paper-set" {
			t.Errorf("%q: found %v, expected an error about paper-set", text, err)
		}
	}
}
