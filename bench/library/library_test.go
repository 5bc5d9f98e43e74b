package library

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/must"
)

const small = `format: optgap-recipe/1
set: small
about: for tests
first: 100
choose: even
classes:
- {jobs: 2-4, steps: 4}
- {jobs: 5-9, steps: 3}
workloads:
- {name: a, model: kth, load: 0.9, jobs: 150, seed: 1}
`

// made returns a library of a made set in a new folder.
func made(t *testing.T) *Library {
	t.Helper()
	dir := t.TempDir()
	writeRecipe(dir, "small", small)
	l := must.Get(Open(dir))
	if len(l.Sets) != 1 || len(l.Sets[0].Entries) != 0 {
		t.Fatalf("found %d sets, expected one without steps", len(l.Sets))
	}
	m, err := l.Sets[0].Make(context.Background(), "", nil)
	if err != nil || m != (Made{Steps: 7, New: true}) {
		t.Fatalf("made %+v, %v", m, err)
	}
	return must.Get(Open(dir))
}

func writeRecipe(dir, set, text string) {
	must.Do(os.MkdirAll(filepath.Join(dir, set), 0o777))
	must.Do(os.WriteFile(filepath.Join(dir, set, recipeName), []byte(text), 0o666))
}

// TestWrongFolders: what does not fit together is bad input.
func TestWrongFolders(t *testing.T) {
	dir := t.TempDir()
	expect := func(want string) {
		t.Helper()
		if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("found %v, expected %s", err, want)
		}
	}
	expect("expected a folder with a set")
	writeRecipe(dir, "other", small)
	expect(`found "small", expected "other", the name of its folder`)
	l := made(t)
	writeRecipe(l.Dir, "again", strings.Replace(small, "set: small", "set: again", 1))
	again := must.Get(Open(l.Dir))
	must.Get(again.Sets[0].Make(context.Background(), "", nil))
	dir = l.Dir
	expect("found 100 of again again, expected an index of its own")
	dir = made(t).Dir
	path := filepath.Join(dir, "small", bestName)
	empty := []*Known{{
		Format: KnownFormat, Index: 100, Starts: optgap.Schedule{}, Bounds: []Bound{}, Policies: map[string]int64{},
	}}
	must.Do(writeLines(path, empty))
	expect("step 100: starts: found 0, expected")
}

// TestOffersTellsFormats: the format of the first line decides, wherever it stands in the object. No bound is below 0.
func TestOffersTellsFormats(t *testing.T) {
	for _, text := range []string{"[1]", `{"index":1}`, `{"format":"optgap-step/1"}`} {
		_, err := Offers(strings.NewReader(text), "f")
		if err == nil || !strings.Contains(err.Error(), "f:1: ") {
			t.Errorf("%q: found %v", text, err)
		}
	}
	negative := `{"format":"optgap-bound/1","index":1,"name":"mine","bound":-1}`
	for o, err := range must.Get(Offers(strings.NewReader(negative), "f")) {
		if err == nil || err.Error() != "f:1: bound: found -1, expected at least 0" {
			t.Errorf("found %+v, %v", o, err)
		}
	}
	late := `{"starts":[{"format":1}],"index":3,"format":"optgap-schedule/1"}`
	for _, text := range []string{late, ""} { // an empty file offers nothing
		if _, err := Offers(strings.NewReader(text), "f"); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestComparison: methods of a class stand together, whatever the order of the offers. All are compared
// with what was known before the first. The result on a grid is no proof, and a single policy has its
// own name.
func TestComparison(t *testing.T) {
	l := made(t)
	e := l.Find(100)
	offer := func(late int64, r record.Result) string {
		r.Format, r.Index, r.Trace, r.Jobs = record.ResultFormat, 100, e.Step.Trace, len(e.Step.Jobs)
		r.Bound, r.Status, r.EndedBy = e.Known.Bound().Value, optgap.StatusOptimal, optgap.EndedFinished
		for _, s := range e.Schedule().Starts {
			s.Start += late
			r.Starts = append(r.Starts, s)
		}
		var text strings.Builder
		must.Do(record.NewWriter(&text).Write(r))
		return text.String()
	}
	bounds := map[optgap.BoundName]int64{optgap.BoundFluid: e.Known.Bound().Value}
	offers := must.Get(Offers(strings.NewReader(
		offer(0, record.Result{Method: "exact", Scope: optgap.ScopeSecond, Bounds: bounds})+
			offer(0, record.Result{Method: "ilp", Scope: optgap.ScopeGrid})+
			offer(1_000_000, record.Result{Method: "policies", PolicyList: []string{"easy"}})), "offers"))
	var c Comparison
	for o, err := range offers {
		if err != nil {
			t.Fatal(err)
		}
		a := must.Get(l.Add(context.Background(), o, Adding{}))
		c.Add(a)
	}
	if again := l.Find(100).Known; again.Objective != e.Known.Objective {
		t.Errorf("found the objective %d, expected %d as before", again.Objective, e.Known.Objective)
	}
	var found []string
	for _, r := range c.Rows() {
		found = append(found, fmt.Sprintf("%s: %d proven, %d equal, %d worse, gap %t", r.Method, r.Proven, r.Equal, r.Worse,
			r.GapPercent != nil))
	}
	want := []string{
		"exact: 1 proven, 1 equal, 0 worse, gap true", "ilp: 0 proven, 1 equal, 0 worse, gap false",
		"easy: 1 proven, 0 equal, 1 worse, gap false",
	}
	if !slices.Equal(found, want) {
		t.Errorf("found %q, expected %q", found, want)
	}
}

// TestSize: the library takes at most 10 MB of the repository.
func TestSize(t *testing.T) {
	size := int64(0)
	files := must.Get(filepath.Glob("../../" + Dir + "/*/*"))
	for _, path := range files {
		_, made := os.Stat(filepath.Join(filepath.Dir(path), identitiesName))
		info := must.Get(os.Stat(path))
		if made != nil || filepath.Base(path) != stepsName { // steps of archives' traces are not in the repository
			size += info.Size()
		}
	}
	if size == 0 || size > 10_000_000 {
		t.Errorf("found %d bytes, expected 1 to 10 million", size)
	}
}
