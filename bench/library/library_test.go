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
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/study/method"
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

// TestMake: a set has an entry for each step and objective, all verify, a second making finds the same
// bytes, and a changed step is found.
func TestMake(t *testing.T) {
	l := made(t)
	s := l.Sets[0]
	if len(s.Entries) != 21 {
		t.Fatalf("found %d entries, expected 7 steps under 3 objectives", len(s.Entries))
	}
	for i, e := range s.Entries {
		if e.Step.Index != 100+i || e.Step.Objective() != optgap.Objectives()[i%3] {
			t.Errorf("entry %d has index %d and minimises %s", i, e.Step.Index, e.Step.Objective())
		}
		found, err := e.Known.Check(context.Background(), e.Step, 0)
		if err != nil || len(found.Wrong) > 0 || found.Checks == 0 {
			t.Errorf("entry %d: %v, %v", e.Step.Index, found.Wrong, err)
		}
	}
	m, err := s.Make(context.Background(), "", nil)
	if err != nil || m != (Made{Steps: 7}) {
		t.Errorf("a second making: %+v, %v", m, err)
	}
	steps := must.Get(s.readSteps())
	steps[2].Jobs[0].Submit--
	path := filepath.Join(s.Dir, stepsName)
	must.Do(writeLines(path, steps))
	if m, err := s.Make(context.Background(), "", nil); err != nil || m.Differs != 3 {
		t.Errorf("found %+v, %v, expected a difference in line 3", m, err)
	}
	must.Do(writeLines(path, steps[:2]))
	if m, err := s.Make(context.Background(), "", nil); err != nil || m.Differs != 3 {
		t.Errorf("found %+v, %v, expected line 3 to be missing", m, err)
	}
}

// TestAddKeepsOnlyBetter: results of the search are added once, stored, and read again. Worse ones
// change nothing.
func TestAddKeepsOnlyBetter(t *testing.T) {
	l := made(t)
	var results, worse strings.Builder
	for e := range l.Entries {
		r := method.Solve(context.Background(), method.Exact, e.Step, method.Options{NoBounds: true})
		must.Do(record.NewWriter(&results).Write(r))
		late := e.Schedule()
		for i := range late.Starts {
			late.Starts[i].Start += 1_000_000
		}
		must.Do(record.NewWriter(&worse).Write(late))
	}
	add := func(text string) (c Comparison) {
		offers := must.Get(Offers(strings.NewReader(text), "offers"))
		for o, err := range offers {
			if err != nil {
				t.Fatal(err)
			}
			a := must.Get(l.Add(context.Background(), o, Adding{By: "me"}))
			c.Add(a)
		}
		return c
	}
	sum := func(c Comparison) (equal, better, worse, proven int) {
		for _, r := range c.Rows() {
			equal, better, worse, proven = equal+r.Equal, better+r.Better, worse+r.Worse, proven+r.NewlyProven
		}
		return
	}
	unproven := Filter{Status: summary.LineOpen}
	before := must.Get(unproven.Choose(l))
	equal, better, later, proven := sum(add(results.String()))
	if equal+better != 21 || later != 0 || proven != len(before) {
		t.Errorf("%d equal, %d better, %d worse, %d newly proven; expected 21 schedules and %d proofs",
			equal, better, later, proven, len(before))
	}
	must.Do(l.Save())
	l = must.Get(Open(l.Dir))
	if left, err := unproven.Choose(l); err != nil || len(left) > 0 {
		t.Errorf("%d entries are open after the search, %v", len(left), err)
	}
	c := add(worse.String())
	_, _, later, _ = sum(c)
	if changed := l.Sets[0].changed; later != 21 || c.Refused != 0 || changed {
		t.Errorf("%d worse, %d refused, changed %v; expected 21 worse ones and no change", later, c.Refused, changed)
	}
}

// TestFilter chooses by each of its fields.
func TestFilter(t *testing.T) {
	l := made(t)
	for _, c := range []struct {
		f    Filter
		want int
	}{
		{Filter{}, 21}, {Filter{Class: "5-9"}, 9}, {Filter{Objective: optgap.ObjectiveART}, 7},
		{Filter{Every: 10}, 3}, {Filter{Indices: []int{100, 120}}, 2}, {Filter{Sets: []string{"small"}}, 21},
	} {
		if got, err := c.f.Choose(l); err != nil || len(got) != c.want {
			t.Errorf("%+v: found %d, %v, expected %d", c.f, len(got), err, c.want)
		}
	}
	for want, f := range map[string]Filter{
		`set: found "none"`: {Sets: []string{"none"}}, "index: found 5": {Indices: []int{5}},
		`status: found "done"`: {Status: "done"}, "every: found -1": {Every: -1},
	} {
		if _, err := f.Choose(l); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("found %v, expected %s", err, want)
		}
	}
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

// TestOffersTellsFormats: the format of the first line decides, wherever it stands in the object.
func TestOffersTellsFormats(t *testing.T) {
	for _, text := range []string{"[1]", `{"index":1}`, `{"format":"optgap-step/1"}`} {
		_, err := Offers(strings.NewReader(text), "f")
		if err == nil || !strings.Contains(err.Error(), "f:1: ") {
			t.Errorf("%q: found %v", text, err)
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
