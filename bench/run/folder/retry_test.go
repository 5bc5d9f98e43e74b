package folder

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/optgap/optgap/heuristics/must"
)

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
	if content.Info.Arguments["gap"] != "0.5" ||
		len(earlier) != 1 || earlier[0]["gap"] != "0" || len(earlier[0]) != 1 {
		t.Errorf("found arguments %v, earlier ones %v", content.Info.Arguments, earlier)
	}
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
