package verify_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/heuristics/must"
)

func jsonLines[T any](values ...T) string {
	var b strings.Builder
	w := record.NewWriter(&b)
	for _, v := range values {
		must.Do(w.Write(v))
	}
	return b.String()
}

// input is a file of the JSON of a value.
func input(v any) verify.Input {
	return verify.Input{Name: "file", Reader: bytes.NewReader(must.Get(json.Marshal(v)))}
}

func files(results, steps io.Reader) (verify.Report, error) {
	return verify.Files(verify.Input{Name: "results.jsonl", Reader: results},
		verify.Input{Name: "steps.jsonl", Reader: steps}, verify.Options{})
}

// TestFiles shows that several methods may answer a step, that a fault carries
// its line, blank lines counted, and that steps without a result are counted.
func TestFiles(t *testing.T) {
	s, other := sample(), sample()
	other.Index = 4
	second, grid := secondResult(s), gridResult(s, 7)
	grid.Objective++
	results, steps := jsonLines(second)+"\n\n"+jsonLines(grid), jsonLines(*s, *other)
	report := must.Get(files(strings.NewReader(results), strings.NewReader(steps)))
	if report.Results != 2 || report.Steps != 2 || report.Unanswered != 1 || len(report.Faults) != 1 {
		t.Fatalf("report %+v", report)
	}
	want := "line 4: step 3, method ilp: objective: found 818, expected 817, as derived again"
	must.Equal(t, report.Faults[0].String(), want, "fault")
}

func TestBadInput(t *testing.T) {
	s := sample()
	step, res := jsonLines(*s), jsonLines(secondResult(s))
	stray := secondResult(s)
	stray.Index = 9
	elsewhere := secondResult(s)
	elsewhere.Trace = "u.swf"
	failing := io.MultiReader(strings.NewReader(res), iotest.ErrReader(errors.New("disk on fire")))
	check := func(results, steps io.Reader, file string, line int, text string) {
		t.Helper()
		_, err := files(results, steps)
		var le *record.LineError
		if !errors.As(err, &le) || le.File != file || le.Line != line || !strings.Contains(err.Error(), text) {
			t.Errorf("error %v, want %s:%d with %q", err, file, line, text)
		}
	}
	r := func(s string) io.Reader { return strings.NewReader(s) }
	check(r(res), r(step+"\n"+step), "steps.jsonl", 3, "a second time")
	check(r(res), r(step+"{}\n"), "steps.jsonl", 2, "format")
	check(r(res+"\n"+res[:40]), r(step), "results.jsonl", 3, "cut off")
	check(r(res+jsonLines(stray)), r(step), "results.jsonl", 2, "step 9 of trace t.swf")
	check(r(jsonLines(elsewhere)), r(step), "results.jsonl", 1, "trace u.swf")
	check(failing, r(step), "results.jsonl", 2, "disk on fire")
}

// TestStepNotSane hands over a step that no reader has validated.
func TestStepNotSane(t *testing.T) {
	s := sample()
	s.Index, s.History[2].Time = 5, 10
	_, err := verify.Results(one[record.Result](), one(*sample(), *s), verify.Options{})
	var le *record.LineError
	if !errors.As(err, &le) || le.Line != 2 || !strings.HasPrefix(le.Err.Error(), "history[2].time: ") {
		t.Errorf("error %v, want one on line 2", err)
	}
}

// TestHugeTimeScale shows that a grid whose objectives leave int64 is skipped.
func TestHugeTimeScale(t *testing.T) {
	r := gridResult(sample(), 7)
	r.TimeScale = math.MaxInt64
	faults := check(sample(), &r, verify.Options{})
	must.Hold(t, len(faults) == 1 && faults[0].Field == "grid_objective", faults)
}

// TestNoJobs shows that a step at which nothing waits has averages of nothing.
func TestNoJobs(t *testing.T) {
	s := sample()
	s.Jobs = nil
	r := record.Result{Format: record.ResultFormat, Trace: s.Trace, Index: s.Index, Now: s.Now, Method: "exact",
		Status: optgap.StatusOptimal, Scope: optgap.ScopeSecond, EndedBy: optgap.EndedFinished, BestPolicy: "FCFS",
		Policies: map[string]record.Policy{"FCFS": {}, "SJF": {}, "LJF": {}}}
	if faults := check(s, &r, verify.Options{}); len(faults) > 0 {
		t.Error(faults)
	}
	r.ARTwW = 1
	if faults := check(s, &r, verify.Options{}); len(faults) != 1 || faults[0].Field != "artww" {
		t.Error(faults)
	}
}
