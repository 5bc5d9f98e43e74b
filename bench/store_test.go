package bench

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

func config() Config {
	return Config{Trace: "a.swf", SHA256: "00", Arguments: map[string]string{"gap": "0", "seed": "1"}, Versions: map[string]string{"highs": "1.10.0"}}
}

func open(t *testing.T, dir string) *Store {
	t.Helper()
	s, err := OpenStore(dir, config(), "linux/amd64", 2, map[string]int{"estimate 0": 3})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// keep stores steps and results of the given indices.
func keep(t *testing.T, s *Store, steps, results []int) {
	t.Helper()
	for _, i := range steps {
		step := &optgap.Step{Format: optgap.StepFormat, Index: i, Machine: 1, History: optgap.History{{Free: 1}}}
		if err := s.Step(step); err != nil {
			t.Fatal(err)
		}
	}
	for _, i := range results {
		r := record.Result{Format: record.ResultFormat, Index: i, Method: ILP, Status: optgap.StatusError, Error: "not tried"}
		if err := s.Found(r); err != nil {
			t.Fatal(err)
		}
	}
}

func lines(t *testing.T, dir, name string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// indices returns the indices in a stored file, in its order.
func indices(t *testing.T, dir, name string) []int {
	t.Helper()
	var found []int
	for _, line := range lines(t, dir, name) {
		var v struct{ Index int }
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatalf("%s: %v: %s", name, err, line)
		}
		found = append(found, v.Index)
	}
	return found
}

func is(t *testing.T, what string, got, want []int) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: found %v, expected %v", what, got, want)
	}
}

func TestStoreSorts(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	s := open(t, dir)
	keep(t, s, []int{2, 5, 9}, []int{9, 2, 5})
	is(t, "results as they came", indices(t, dir, resultsFile), []int{9, 2, 5})
	if err := s.Close(true); err != nil {
		t.Fatal(err)
	}
	is(t, "results", indices(t, dir, resultsFile), []int{2, 5, 9})
	is(t, "steps", indices(t, dir, stepsFile), []int{2, 5, 9})
	if n := len(lines(t, dir, summaryFile)); n != 4 {
		t.Errorf("found %d lines of summary.csv, expected the names and three rows", n)
	}
	var info stored
	if err := json.Unmarshal([]byte(strings.Join(lines(t, dir, infoFile), "")), &info); err != nil {
		t.Fatal(err)
	}
	if !info.Complete || info.Summary.Steps != 3 || info.Format != StudyFormat || info.Skipped["estimate 0"] != 3 || info.Ended.IsZero() {
		t.Errorf("found %+v", info)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 4 {
		t.Errorf("found %v, expected the four files alone", entries)
	}
}

// A run that was killed leaves unsorted results and cut-off lines. The next one
// knows all whole results, and neither loses nor repeats a step.
func TestStoreResumesAfterKill(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	keep(t, s, []int{2, 5, 9}, []int{9, 2})
	s.release() // as the end of the process does
	for _, name := range []string{stepsFile, resultsFile} {
		f, err := os.OpenFile(filepath.Join(dir, name), os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		f.WriteString(`{"format":"optgap-`)
		f.Close()
	}
	leftover := filepath.Join(dir, unfinished+"study.json-123")
	os.WriteFile(leftover, []byte("{"), 0o666)

	s = open(t, dir)
	if _, err := os.Stat(leftover); !errors.Is(err, fs.ErrNotExist) {
		t.Error("the unfinished file of the killed run is still there")
	}
	if known := s.Known(); len(known) != 2 || known[Key{2, ILP}].Index != 2 || known[Key{9, ILP}].Index != 9 {
		t.Errorf("found known results %v, expected those of 2 and 9", known)
	}
	is(t, "results, sorted when the study goes on", indices(t, dir, resultsFile), []int{2, 9})
	// Cut short again, before it comes to the steps that the first run had.
	keep(t, s, []int{2}, nil)
	if err := s.Close(false); err != nil {
		t.Fatal(err)
	}
	is(t, "steps after a run that was cut short", indices(t, dir, stepsFile), []int{2, 5, 9})

	s = open(t, dir)
	keep(t, s, []int{2, 5, 9, 11}, []int{11, 5})
	if err := s.Close(true); err != nil {
		t.Fatal(err)
	}
	is(t, "steps", indices(t, dir, stepsFile), []int{2, 5, 9, 11})
	is(t, "results", indices(t, dir, resultsFile), []int{2, 5, 9, 11})
}

// The results of several methods stand side by side, in the order of Methods;
// each has its summary.
func TestStoreOfMethods(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	keep(t, s, []int{2, 5}, nil)
	for _, k := range []Key{{5, Exact}, {2, "another"}, {2, Exact}, {2, Policies}, {5, ILP}} {
		r := record.Result{Format: record.ResultFormat, Index: k.Index, Method: k.Method, Status: optgap.StatusError, Error: "not tried"}
		if err := s.Found(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(false); err != nil {
		t.Fatal(err)
	}
	s = open(t, dir)
	want := []Key{{2, Policies}, {2, Exact}, {2, "another"}, {5, ILP}, {5, Exact}}
	var stored []Key
	for _, line := range lines(t, dir, resultsFile) {
		var r record.Result
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		if stored = append(stored, KeyOf(r)); s.Known()[KeyOf(r)].Method != r.Method {
			t.Errorf("%v is not known", KeyOf(r))
		}
	}
	if !slices.Equal(stored, want) {
		t.Errorf("found %v, expected %v", stored, want)
	}
	if n := len(lines(t, dir, summaryFile)); n != 6 {
		t.Errorf("found %d lines of summary.csv, expected the names and five rows", n)
	}
	if s.info.Summary != nil {
		t.Error("found one summary of several methods")
	}
	if err := s.Close(false); err != nil {
		t.Fatal(err)
	}
	if len(s.info.Methods) != 4 || s.info.Methods[Exact].Steps != 2 || s.info.Methods[ILP].Steps != 1 {
		t.Errorf("found summaries %v", s.info.Methods)
	}
}

// Only a line without an end was cut off; any other bad line is somebody's, and
// is kept.
func TestStoreKeepsBadLines(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	keep(t, s, []int{2}, []int{2})
	if err := s.Close(false); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, resultsFile)
	text := strings.Join(lines(t, dir, resultsFile), "") + "\n" + `{"format":"optgap-result/9","index":3}` + "\n"
	os.WriteFile(path, []byte(text), 0o666)
	_, err := OpenStore(dir, config(), "", 1, nil)
	if want := path + `:2: format: found "optgap-result/9", expected "optgap-result/1"`; err == nil || err.Error() != want {
		t.Errorf("found %v, expected %s", err, want)
	}
	if after, _ := os.ReadFile(path); string(after) != text {
		t.Errorf("the file is now\n%s", after)
	}
}

func TestStoreRefusesAnotherStudy(t *testing.T) {
	dir := t.TempDir()
	if err := open(t, dir).Close(true); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		change func(*Config)
		want   string
	}{
		{func(c *Config) { c.Trace = "b.swf" }, `trace: found "a.swf", expected "b.swf"`},
		{func(c *Config) { c.SHA256 = "01" }, `sha256: found "00", expected "01"`},
		{func(c *Config) { c.Arguments["seed"] = "2" }, `arguments.seed: found "1", expected "2"`},
		{func(c *Config) { c.Arguments["new"] = "" }, `arguments.new: found none, expected ""`},
		{func(c *Config) { delete(c.Arguments, "gap") }, `arguments.gap: found "0", expected none`},
		{func(c *Config) { c.Versions["highs"] = "1.11.0" }, `versions.highs: found "1.10.0", expected "1.11.0"`},
	} {
		other := config()
		c.change(&other)
		_, err := OpenStore(dir, other, "", 1, nil)
		var field *optgap.FieldError
		if want := dir + " holds another study: " + c.want + ": name another folder"; !errors.As(err, &field) || err.Error() != want {
			t.Errorf("found    %v\nexpected %s", err, want)
		}
	}
	if err := open(t, dir).Close(true); err != nil {
		t.Errorf("the study itself is refused: %v", err)
	}
}

// A folder is shared with files of other names, but nothing is overwritten.
func TestStoreOverwritesNothing(t *testing.T) {
	for _, name := range []string{stepsFile, resultsFile, summaryFile} {
		dir := t.TempDir()
		path := filepath.Join(dir, name)
		os.WriteFile(path, []byte("mine"), 0o666)
		_, err := OpenStore(dir, config(), "", 1, nil)
		if want := dir + ": found " + name + " without study.json, expected an empty folder, or that of an earlier run of this study"; text(err) != want {
			t.Errorf("found    %v\nexpected %s", err, want)
		}
		if after, _ := os.ReadFile(path); string(after) != "mine" {
			t.Errorf("%s is now %q", name, after)
		}
	}
	dir := t.TempDir()
	os.WriteFile(filepath.Join(dir, "notes.txt"), []byte("mine"), 0o666)
	if err := open(t, dir).Close(true); err != nil {
		t.Error(err)
	}
	os.WriteFile(filepath.Join(dir, infoFile), []byte("{"), 0o666)
	var field *optgap.FieldError
	if _, err := OpenStore(dir, config(), "", 1, nil); !errors.As(err, &field) {
		t.Errorf("broken study.json: found %v, expected a FieldError", err)
	}
}

func TestStoreIsForOneRunAtATime(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	_, err := OpenStore(dir, config(), "", 1, nil)
	if want := dir + ": found another run at work in it, expected a folder to itself"; text(err) != want {
		t.Errorf("found %v, expected %s", err, want)
	}
	if err := s.Close(true); err != nil {
		t.Fatal(err)
	}
	if err := open(t, dir).Close(true); err != nil {
		t.Error(err)
	}
}

func TestStoreNeedsAFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	os.WriteFile(file, nil, 0o666)
	var path *fs.PathError
	if _, err := OpenStore(file, config(), "", 1, nil); !errors.As(err, &path) {
		t.Errorf("found %v, expected a PathError", err)
	}
}
