package folder

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/must"
)

// problem and result are as simple as can be.
type problem struct {
	Index int `json:"index"`
}

type result struct {
	Format string `json:"format"`
	Index  int    `json:"index"`
	Solver string `json:"solver"`
}

type key struct {
	index  int
	solver string
}

const resultFormat = "result/1"

// layout sums results up by counting them.
func layout() Layout[problem, result, key] {
	return Layout[problem, result, key]{
		Files:        Files{"test/1", infoFile, problemsFile, resultsFile, summaryFile},
		ReadProblems: record.Reader[problem](nil),
		ReadResults: record.Reader(func(r *result) error {
			if r.Format != resultFormat {
				return fmt.Errorf("found format %q", r.Format)
			}
			return nil
		}),
		ProblemKey: func(p problem) key { return key{index: p.Index} },
		ResultKey:  func(r result) key { return key{r.Index, r.Solver} },
		Compare: func(a, b key) int {
			return cmp.Or(cmp.Compare(a.index, b.index), cmp.Compare(a.solver, b.solver))
		},
		Rows: func(results []result) table.Table {
			return table.Table{Columns: table.Words(strconv.Itoa(len(results)))}
		},
		Digest: func(results []result) Digest { return Digest{Summary: len(results)} },
	}
}

const (
	infoFile     = "info.json"
	problemsFile = "problems.jsonl"
	resultsFile  = "results.jsonl"
	summaryFile  = "summary.csv"
)

func identity() Identity {
	return Identity{
		Trace: "a.swf", SHA256: "00",
		Arguments: map[string]string{"gap": "0", "seed": "1"}, Versions: map[string]string{"highs": "1.10.0"},
	}
}

// Nothing is to be known of the lines of these tests.
func init() { CheckLines = func(string) error { return nil } }

func open(dir string) *Folder[problem, result, key] {
	return must.Get(Open(dir, layout(), Start{Identity: identity(), Skipped: map[string]int{"estimate 0": 3}}))
}

// fill stores problems and results of the given indices.
func fill(f *Folder[problem, result, key], problems, results []int) {
	for _, i := range problems {
		must.Do(f.Problem(problem{i}))
	}
	for _, i := range results {
		must.Do(f.Result(result{resultFormat, i, "a"}))
	}
}

func lines(dir, name string) []string {
	text := must.Get(os.ReadFile(filepath.Join(dir, name)))
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// indices returns the indices in a stored file, in its order.
func indices(t *testing.T, dir, name string) []int {
	t.Helper()
	var found []int
	for _, line := range lines(dir, name) {
		var v struct{ Index int }
		err := json.Unmarshal([]byte(line), &v)
		must.Need(t, err == nil, name, err, line)
		found = append(found, v.Index)
	}
	return found
}

func is(t *testing.T, what string, got, want []int) {
	t.Helper()
	must.EqualSlices(t, got, want, what)
}

func TestSorts(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	s := open(dir)
	fill(s, []int{2, 5, 9}, []int{9, 2, 5})
	is(t, "results as they came", indices(t, dir, resultsFile), []int{9, 2, 5})
	must.Do(s.Close(true))
	is(t, "results", indices(t, dir, resultsFile), []int{2, 5, 9})
	is(t, "steps", indices(t, dir, problemsFile), []int{2, 5, 9})
	text := lines(dir, summaryFile)
	must.Hold(t, len(text) == 1 && text[0] == "3", "found", text, "in the summary, expected 3")
	var info Info
	must.Do(json.Unmarshal([]byte(strings.Join(lines(dir, infoFile), "")), &info))
	must.Hold(t, info.Complete && info.Summary == 3.0 && info.Format == layout().Format &&
		info.Skipped["estimate 0"] == 3 && !info.Ended.IsZero(),
		"found", info)
	entries, _ := os.ReadDir(dir)
	must.Hold(t, len(entries) == 4, "found", entries, "expected the four files alone")
}

// A run that was killed leaves unsorted results and cut-off lines. The next one
// knows all whole results, and neither loses nor repeats a step.
func TestResumesAfterKill(t *testing.T) {
	dir := t.TempDir()
	early := filepath.Join(dir, unfinished+"info.json-456") // of a run that was killed before it had an info file
	os.WriteFile(early, []byte("{"), 0o666)
	s := open(dir)
	must.Is(t, must.Err(os.Stat(early)), fs.ErrNotExist,
		"the unfinished file of the run that was killed early is still there")
	fill(s, []int{2, 5, 9}, []int{9, 2})
	s.release() // as the end of the process does
	for _, name := range []string{problemsFile, resultsFile} {
		f := must.Get(os.OpenFile(filepath.Join(dir, name), os.O_APPEND|os.O_WRONLY, 0))
		f.WriteString(`{"format":"resu`)
		f.Close()
	}
	leftover := filepath.Join(dir, unfinished+"info.json-123")
	os.WriteFile(leftover, []byte("{"), 0o666)

	s = open(dir)
	must.Is(t, must.Err(os.Stat(leftover)), fs.ErrNotExist,
		"the unfinished file of the killed run is still there")
	for i, want := range map[int]bool{2: true, 5: false, 9: true} {
		if r, known := s.Known(key{i, "a"}); known != want || known && r.Index != i {
			t.Errorf("result %d: found %+v, known: %v, expected %v", i, r, known, want)
		}
	}
	is(t, "results, sorted when the study goes on", indices(t, dir, resultsFile), []int{2, 9})
	// Cut short again, before it comes to the steps that the first run had.
	fill(s, []int{2}, nil)
	must.Do(s.Close(false))
	is(t, "steps after a run that was cut short", indices(t, dir, problemsFile), []int{2, 5, 9})

	s = open(dir)
	fill(s, []int{2, 5, 9, 11}, []int{11, 5})
	must.Do(s.Close(true))
	is(t, "steps", indices(t, dir, problemsFile), []int{2, 5, 9, 11})
	is(t, "results", indices(t, dir, resultsFile), []int{2, 5, 9, 11})
}

// Work is done once for each key, and not kept where it failed or was interrupted. Nothing is kept after
// Close.
func TestOnce(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	failed := errors.New("failed")
	var worked []int
	once := func(f *Folder[problem, result, key], index int, err error) error {
		_, failure := f.Once(ctx, key{index, "a"}, func(context.Context) (result, error) {
			worked = append(worked, index)
			return result{resultFormat, index, "a"}, err
		})
		return failure
	}
	s := open(dir)
	fill(s, []int{2, 5, 9}, []int{5})
	must.Do(s.Close(false))
	s = open(dir)
	first, second, third := once(s, 2, nil), once(s, 5, nil), once(s, 9, failed)
	cancel()
	if fourth := once(s, 7, nil); first != nil || second != nil || third != failed || fourth != context.Canceled {
		t.Errorf("found %v, %v, %v and %v", first, second, third, fourth)
	}
	must.Do(errors.Join(s.Close(false), s.Result(result{resultFormat, 8, "a"})))
	is(t, "worked on", worked, []int{2, 9, 7})
	is(t, "results", indices(t, dir, resultsFile), []int{2, 5})
	must.Equal(t, once(nil, 3, nil), context.Canceled, "without a folder")
}

// Read reads the folder of a run that is under way, and changes nothing.
func TestReadUnderWay(t *testing.T) {
	dir := t.TempDir()
	s := open(dir)
	fill(s, []int{2, 5}, []int{5})
	must.Get(s.results.WriteString(`{"format":"res`))
	before := lines(dir, resultsFile)
	c, err := Read(dir, layout())
	if err != nil || len(c.Problems) != 2 || len(c.Results) != 1 || c.Results[0].Index != 5 || !c.Info.Ended.IsZero() {
		t.Errorf("found %+v, error %v", c, err)
	}
	must.EqualSlices(t, lines(dir, resultsFile), before, "the file")
	must.Is(t, must.Err(Read(t.TempDir(), layout())), fs.ErrNotExist, "a folder of no run")
}

func TestRefusesAnotherRun(t *testing.T) {
	dir := t.TempDir()
	must.Do(open(dir).Close(true))
	for _, c := range []struct {
		change func(*Identity)
		want   string
	}{
		{func(c *Identity) { c.Trace = "b.swf" }, `trace: found "a.swf", expected "b.swf"`},
		{func(c *Identity) { c.SHA256 = "01" }, `sha256: found "00", expected "01"`},
		{func(c *Identity) { c.Arguments["seed"] = "2" }, `arguments.seed: found "1", expected "2"`},
		{func(c *Identity) { c.Arguments["new"] = "" }, `arguments.new: found none, expected ""`},
		{func(c *Identity) { delete(c.Arguments, "gap") }, `arguments.gap: found "0", expected none`},
		{func(c *Identity) { c.Versions["highs"] = "1.11.0" }, `versions.highs: found "1.10.0", expected "1.11.0"`},
	} {
		other := identity()
		c.change(&other)
		_, err := Open(dir, layout(), Start{Identity: other})
		want := dir + " holds another study: " + c.want + ": name another folder"
		must.Hold(t, must.Field(err) != "" && err.Error() == want, "found", err, "expected", want)
	}
	must.Equal(t, open(dir).Close(true), nil, "the study itself is refused")
}

func TestOneRunAtATime(t *testing.T) {
	dir := t.TempDir()
	s := open(dir)
	_, err := Open(dir, layout(), Start{Identity: identity()})
	must.Equal(t, fmt.Sprint(err),
		dir+": found another run at work in it, expected a folder to itself")
	must.Do(s.Close(true))
	must.Do(open(dir).Close(true))
}

// TestOtherKinds: the folder of another kind of run is refused, though no file has the
// same name. Other JSON files may lie there.
func TestOtherKinds(t *testing.T) {
	dir := t.TempDir()
	must.Do(os.WriteFile(filepath.Join(dir, "notes.json"), []byte(`{"format":"mine/1"}`), 0o666))
	must.Do(open(dir).Close(true))
	other := layout()
	other.Format, other.Info = "other/1", "other.json"
	other.Problems, other.Results, other.Summary = "p.jsonl", "r.jsonl", "s.csv"
	_, err := Open(dir, other, Start{Identity: identity()})
	want := ": found " + infoFile + " of another study, expected an empty folder"
	must.Hold(t, must.Field(err) != "" && strings.Contains(err.Error(), want), "error", err)
}

// Limits may change where unfinished results are sought again. The folder tells what they were, and goes
// on with the new. Another argument is refused, and so is another limit without a retry. An unfinished result stays
// until a new one takes its place.
func TestRetry(t *testing.T) {
	dir := t.TempDir()
	f := open(dir)
	fill(f, []int{1, 2, 3}, []int{1, 2, 3})
	must.Do(f.Close(true))
	l, changed := layout(), identity()
	l.Limits, l.Unfinished = []string{"gap"}, func(r result) bool { return r.Index > 1 && r.Solver == "a" }
	l.ResultKey = func(r result) key { return key{r.Index, "a"} } // whoever has found it
	var known []int
	reopen := func(retry bool, id Identity) error {
		f, err := Open(dir, l, Start{Identity: id, Retry: retry})
		if err != nil {
			return err
		}
		known = nil
		for i := range 4 {
			if _, ok := f.Known(key{i, "a"}); ok {
				known = append(known, i)
			}
		}
		return f.Close(true)
	}
	changed.Arguments["gap"] = "0.5"
	must.Refuse(t, reopen(false, changed), "", "another limit without a retry")
	for range 2 { // the second time nothing changes
		if err := reopen(true, changed); err != nil || !slices.Equal(known, []int{1}) {
			t.Fatalf("with a retry: found %v known, error %v", known, err)
		}
		if err := reopen(false, changed); err != nil || !slices.Equal(known, []int{1, 2, 3}) {
			t.Fatalf("without: found %v known, error %v: what is not replaced stays", known, err)
		}
	}
	content := must.Get(Read(dir, layout()))
	earlier := content.Info.Earlier
	must.Hold(t, content.Info.Arguments["gap"] == "0.5" && len(earlier) == 1 &&
		earlier[0]["gap"] == "0" && len(earlier[0]) == 1,
		"found arguments", content.Info.Arguments, "earlier ones", earlier)
	for again, want := range []string{"aba", "abb"} { // the first retry is killed after a result
		f, err := Open(dir, l, Start{Identity: changed, Retry: true})
		if err == nil {
			err = errors.Join(f.Result(result{resultFormat, 2 + again, "b"}), f.release())
		}
		content, failed := Read(dir, l)
		solvers := ""
		for _, r := range content.Results {
			solvers += r.Solver
		}
		if err := errors.Join(err, failed); err != nil || solvers != want {
			t.Errorf("found results by %s, error %v, expected %s", solvers, err, want)
		}
	}
	other := identity()
	other.Arguments["seed"] = "2"
	must.Refuse(t, reopen(true, other), "", "an argument that is no limit")
	err := os.WriteFile(filepath.Join(dir, infoFile), []byte(`{"format":"test/1"}`), 0o666)
	must.Refuse(t, errors.Join(err, reopen(true, changed)), "", "a damaged info file")
}
