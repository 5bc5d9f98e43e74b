package verifyfolder_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/clairvoyant"
	"github.com/optgap/optgap/bench/verifyfolder"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
)

// place is where a value without parts stands in a text.
type place struct {
	name       string // of its field
	start, end int
	others     [][]byte // what it may be changed to
}

// places returns the values in a text of JSON, or of the cells of a table.
func places(name string, text []byte) (all []place) {
	if filepath.Ext(name) == ".csv" {
		columns := strings.Split(string(text[:bytes.IndexByte(text, '\n')]), ",")
		column := 0
		for _, cell := range regexp.MustCompile("[^,\n]*[,\n]").FindAllIndex(text, -1) {
			end := cell[1] - 1
			longer := append(slices.Clone(text[cell[0]:end]), 'x')
			all = append(all, place{columns[column%len(columns)], cell[0], end, [][]byte{longer}})
			column++
		}
		return all
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var read func(name string)
	read = func(name string) {
		before := text[d.InputOffset():]
		switch v := must.Get(d.Token()); v {
		case json.Delim('{'):
			for d.More() {
				read(must.Get(d.Token()).(string))
			}
			must.Get(d.Token())
		case json.Delim('['):
			for d.More() {
				read(name)
			}
			must.Get(d.Token())
		default:
			start := len(text) - len(bytes.TrimLeft(before, " \n:,"))
			others := lists.Each(others(v), func(other any) []byte { return must.Get(json.Marshal(other)) })
			all = append(all, place{name, start, int(d.InputOffset()), others})
		}
	}
	for d.More() {
		read("")
	}
	return all
}

// others returns other values of the same type: of numbers a larger one and a smaller one.
func others(v any) []any {
	switch v := v.(type) {
	case string:
		return []any{v + "x"}
	case bool:
		return []any{!v}
	case json.Number:
		if n, err := v.Int64(); err == nil && n != 0 {
			return []any{n + 1, n - 1}
		} else if err != nil {
			x := must.Get(v.Float64())
			return []any{x * 1.25, x * 0.75}
		}
	}
	return []any{1}
}

// noticed reports whether a check of the run in a folder finds a fault.
func noticed(t *testing.T, dir string) (bool, error) {
	t.Helper()
	runs, err := verifyfolder.Find(dir)
	if err != nil {
		return false, err
	}
	return faulty(t, runs[0])
}

// faulty reports whether a check of a run finds a fault.
func faulty(t *testing.T, run *verifyfolder.Run) (bool, error) {
	rep, err := run.Check(t.Context(), nil, verifyfolder.Options{OptimumJobs: -1, Version: "test"})
	return len(rep.Faults) > 0, err
}

// eachChange makes single changes of the files of a folder that are wanted: each line left out, and of the values of
// each name some others. It returns the names of the values whose change passes. noticed tells whether the folder has a
// fault. All values are changed with a large effort:
//
//	go test ./bench/verifyfolder -effort 100
func eachChange(t *testing.T, dir string, wanted func(name string) bool, noticed func() bool) (passed []string) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, e := range must.Get(os.ReadDir(dir)) {
		if !wanted(e.Name()) {
			continue
		}
		path := filepath.Join(dir, e.Name())
		text := must.Get(os.ReadFile(path))
		try := func(name string, changed ...[]byte) {
			must.Do(os.WriteFile(path, slices.Concat(changed...), 0o666))
			if !noticed() {
				passed = append(passed, name)
			}
		}
		lines := bytes.SplitAfter(text, []byte("\n"))
		for i := range lines {
			if filepath.Ext(path) != ".json" && len(lines) > 2 && len(lines[i]) > 0 {
				try("a line", slices.Delete(slices.Clone(lines), i, i+1)...)
			}
		}
		for _, same := range lists.GroupBy(places(path, text), func(p place) string { return p.name }) {
			for _, i := range random.Perm(len(same))[:min(len(same), steptest.Times(1))] {
				p := same[i]
				for _, other := range p.others {
					try(p.name, text[:p.start], other, text[p.end:])
				}
			}
		}
		must.Do(os.WriteFile(path, text, 0o666))
	}
	return lists.Distinct(passed, func(name string) string { return name })
}

// Where a stranger seals an info file again, only what says where and how a run was made passes. Nothing
// does in summaries.
func TestChangesSealedAgain(t *testing.T) {
	free := documented(t, "info file sealed again")
	for name, make := range makers() {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), name)
			make(t, dir)
			for suffix, free := range map[string][]string{".json": free, ".csv": nil} {
				own := func(file string) bool { return filepath.Ext(file) == suffix }
				passed := eachChange(t, dir, own, func() bool {
					sealAgain(dir)
					found, err := noticed(t, dir)
					return found || err != nil
				})
				mustBeFree(t, passed, free)
			}
		})
	}
}

// sealAgain puts the checksums into the info file of a folder that fit its files.
func sealAgain(dir string) {
	name, info := folder.FindInfo(dir)
	if name == "" {
		return
	}
	for file := range info.Files {
		text := must.Get(os.ReadFile(filepath.Join(dir, file)))
		info.Files[file] = folder.Kept{Lines: bytes.Count(text, []byte("\n")), SHA256: fmt.Sprintf("%x", sha256.Sum256(text))}
	}
	info.Seal = ""
	text := must.Get(json.MarshalIndent(info, "", "  "))
	text = append(text, '\n')
	text = bytes.Replace(text, []byte(`"seal": ""`), fmt.Appendf(nil, `"seal": "%x"`, sha256.Sum256(text)), 1)
	must.Do(os.WriteFile(filepath.Join(dir, name), text, 0o666))
}

// A bound that a search has proven is raised: the same search again proves less. Nothing else tells.
func TestSearchAgain(t *testing.T) {
	trace := filepath.Join(t.TempDir(), "sample.swf")
	// A few jobs that the search plans to the optimum, and later more than it does.
	text := fmt.Sprintln("; MaxProcs: 8")
	for i := range 48 {
		submit, width, run := 1000*(i/3), 8-4*(i%3/2), 100-45*(i%3)
		if i >= 6 {
			submit, width, run = 10_000, 1+i*i*7%5+i%3, 10+i*i*37%97
		}
		text += fmt.Sprintf("%d %d 0 %d %d -1 -1 %[4]d %[3]d -1 1 1 1 1 1 1 -1 -1\n", i+1, submit, run, width)
	}
	must.Do(os.WriteFile(trace, []byte(text), 0o666))
	for raised, want := range map[int64]verifyfolder.Verdict{0: verifyfolder.Confirmed, 1: verifyfolder.Contradicted} {
		dir := filepath.Join(t.TempDir(), "offline")
		makeOfflineOf(t, dir, text, 48, func(r *record.Offline) {
			if r.SearchBound == 0 || r.SearchBound >= r.Objective {
				t.Fatalf("found a search bound of %d and an objective of %d, expected room between", r.SearchBound, r.Objective)
			}
			r.BoundValue *= float64(r.Bound+raised) / float64(r.Bound)
			r.Bound, r.SearchBound = r.Bound+raised, r.SearchBound+raised
			r.Ratio = float64(r.Objective) / float64(r.Bound)
		})
		run := must.Get(verifyfolder.Find(dir))[0]
		rep := must.Get(run.Check(t.Context(), nil, verifyfolder.Options{Version: "test"}))
		must.Get(run.OnTrace(t.Context(), verifyfolder.Trace{Path: trace}, &rep))
		got, err := verifyfolder.Search(t.Context(), rep.Assertions, verifyfolder.SearchOptions{})
		must.Hold(t, len(rep.Faults) == 0 && err == nil && len(got) == 1 && got[0].Verdict == want,
			"raised by", raised, "found", rep.Faults, got, err, "expected", want)
	}
}

// The rungs beside a bound are a run of their own. Where they are replayed again, no value of theirs passes but times.
func TestRungsAgain(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "offline")
	makeOffline(t, dir)
	rungs := filepath.Join(dir, clairvoyant.RungsDir)
	makeRungs(t, rungs)
	runs := must.Get(verifyfolder.Find(dir))
	if len(runs) != 2 || runs[1].Folder != rungs || must.Get(verifyfolder.Find(rungs))[0].Folder != rungs {
		t.Fatalf("found %+v, expected the bound and its rungs", runs)
	}
	own := func(file string) bool { return file == "rungs.jsonl" }
	passed := eachChange(t, rungs, own, func() bool {
		sealAgain(rungs)
		run := must.Get(verifyfolder.Find(rungs))[0]
		rep, err := run.Check(t.Context(), nil, verifyfolder.Options{Version: "other"}) // that compares no summary
		if err == nil {
			_, err = run.OnTrace(t.Context(), verifyfolder.Trace{}, &rep)
		}
		return err != nil || len(rep.Faults) > 0
	})
	mustBeFree(t, passed, []string{"solve_seconds"})
}

// Of two files without the rest of the folder, only values that follow from nothing in them pass.
func TestChangesOfTwoFiles(t *testing.T) {
	for name, files := range map[string][2]string{
		"study": {"results.jsonl", "steps.jsonl"}, "sweep": {"runs.jsonl", "settings.jsonl"},
		"moldable": {"results.jsonl", "instances.jsonl"}, "offline": {"offline.jsonl", "traces.jsonl"},
		"rungs": {"rungs.jsonl", "replays.jsonl"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), name)
			makers()[name](t, dir)
			run := verifyfolder.Files(filepath.Join(dir, files[0]), filepath.Join(dir, files[1]))
			own := func(file string) bool { return slices.Contains(files[:], file) }
			passed := eachChange(t, dir, own, func() bool {
				found, err := faulty(t, run)
				return found || err != nil
			})
			mustBeFree(t, passed, documented(t, strings.Join(files[:], " and ")))
		})
	}
}

// mustBeFree fails where other values pass than those that are free.
func mustBeFree(t *testing.T, passed, free []string) {
	t.Helper()
	for _, name := range passed {
		must.Hold(t, slices.Contains(free, name),
			"a change of", name, "passes, expected one of", free, "alone")
	}
}

// documented returns the values that docs/faults.md calls free in the files of a row.
func documented(t *testing.T, row string) (names []string) {
	t.Helper()
	text := must.Get(os.ReadFile("../../docs/faults.md"))
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(strings.ReplaceAll(line, "`", ""), "| "+row+" | "); ok {
			listed, _, _ := strings.Cut(rest, " | ")
			for name := range strings.SplitSeq(listed, ", ") {
				names = append(names, name)
			}
			return names
		}
	}
	t.Fatalf("docs/faults.md: found no row %q", row)
	return nil
}
