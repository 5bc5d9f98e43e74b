package matrix

import (
	"bytes"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"

	"github.com/optgap/optgap/heuristics/must"
)

func read(text string) *File {
	return must.Get(Read(strings.NewReader(text), "study.yaml"))
}

// Each mistake of testdata is told with the line and the column at which it stands. The name of a file there is what
// the error says.
func TestMistakes(t *testing.T) {
	all := must.Get(txtar.ParseFile("testdata/mistakes.txtar")).Files
	long := txtar.File{Name: "study file: found more than 4000000 bytes", Data: bytes.Repeat([]byte("#"), 4_000_001)}
	for _, f := range append(all, long) {
		_, err := Read(bytes.NewReader(f.Data), "study.yaml")
		if must.Field(err) == "" || !strings.Contains(err.Error(), f.Name) {
			t.Errorf("%.200q: found %v, expected %s", f.Data, err, f.Name)
		}
	}
}

// Whole numbers are decimal, whatever digits begin them, and names are what is written. Comments, the
// directive %YAML and empty documents say nothing.
func TestReadAsWritten(t *testing.T) {
	f := read(`%YAML 1.2 # x
# y
---
traces:
  - {sample: True, name: 1.10, jobs: 08}
  - {generate: {model: kth, jobs: 0100}, name: 010, machine: &m 012}
  - {sample: true, name: True, machine: *m}
factors: [010, 0.50, 1e-1]
seeds: [010, 18446744073709551615]
limits: [{node-limit: 0064}]
options: {max-steps: 0010, no-bounds: True, sample: 3}
... # end
# end
`)
	f.source = source{}
	want := &File{
		Traces: []Trace{
			{Name: "1.10", Sample: true, Jobs: 8},
			{Name: "010", Generate: map[string]string{"model": "kth", "jobs": "0100"}, Machine: 12},
			{Name: "True", Sample: true, Machine: 12},
		},
		Factors: []float64{10, 0.5, 0.1}, Seeds: []uint64{10, math.MaxUint64}, Limits: []Limit{{Nodes: 64}},
		Options: map[string]string{"max-steps": "0010", "no-bounds": "True", "sample": "3"},
	}
	if !reflect.DeepEqual(f, want) {
		t.Errorf("found %+v, expected %+v", f, want)
	}
	cells, err := f.Cells()
	if s, _, wrong := cells[0].Spec(); err != nil || wrong != nil || s.MaxSteps != 10 || !s.NoBounds {
		t.Errorf("found %+v, errors %v, %v", s, err, wrong)
	}
}

// A byte order mark is passed over, as in other files. Places do not count it.
func TestByteOrderMark(t *testing.T) {
	f, err := Read(strings.NewReader(byteOrderMark+"traces: [{sample: true}]\n"), "study.yaml")
	if err != nil || len(f.Traces) != 1 {
		t.Errorf("found %+v, error %v", f, err)
	}
	_, err = Read(strings.NewReader(byteOrderMark+"drivs: [fcfs]\n"), "study.yaml")
	if err == nil || !strings.Contains(err.Error(), `study.yaml:1:1: field: found "drivs"`) {
		t.Errorf("found %v, expected an error at 1:1", err)
	}
}

// No text makes it panic.
func FuzzRead(f *testing.F) {
	f.Add("traces: [{sample: true}]\nseeds: [1, 2]\n")
	f.Add("traces: [{sample: true}]\nfactors: ![1]\n") // made the YAML package panic
	f.Add("%YAML 1.2\n# x\n---\n{traces: [{sample: true, name: &n 01.0, jobs: 010}]}\n...\n")
	f.Add("traces: [{file: a/x.swf}, {file: b/x.swf}]\n")
	f.Add("traces:\n  - generate: {model: x}\noptions:\n  every: 2\n")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := Read(strings.NewReader(text), "study.yaml")
		if (file == nil) != (err != nil) {
			t.Fatal("found a file and an error, or neither")
		}
	})
}

// There is one cell for each combination, each with a name of its own.
func TestCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := &File{
			Traces:  []Trace{{Name: "a", Sample: true}, {Name: "b", File: "b.swf"}}[:rapid.IntRange(1, 2).Draw(t, "traces")],
			Factors: rapid.SliceOfNDistinct(rapid.Float64Range(0.1, 2), 0, 3, rapid.ID).Draw(t, "factors"),
			Drives:  rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"fcfs", "sjf", "ljf"}), 0, 3, rapid.ID).Draw(t, "drives"),
			Seeds:   rapid.SliceOfNDistinct(rapid.Uint64(), 0, 3, rapid.ID).Draw(t, "seeds"),
		}
		cells := must.Get(f.Cells())
		want := len(f.Traces) * max(len(f.Factors), 1) * max(len(f.Drives), 1) * max(len(f.Seeds), 1)
		names := map[string]bool{}
		for _, c := range cells {
			names[c.Name] = true
		}
		if len(cells) != want || len(names) != want {
			t.Fatalf("found %d cells with %d names, expected %d", len(cells), len(names), want)
		}
	})
}

const full = `
traces:
  - file: traces/x.swf.gz
    jobs: 9
    reservations: requests.jsonl
  - name: busy
    generate: {model: uniform, load: 0.8, jobs: 20}
factors: [1, 0.5]
drives: [fcfs]
methods: [policies, exact]
limits: [{time-limit: 1s}, {time-limit: 2s, node-limit: 5, memory: 1GB}]
seeds: [3]
options: {max-steps: 4}
`

// A file that is written into a folder has the same studies when it is read from there.
func TestWriteRead(t *testing.T) {
	f := read(full)
	var text bytes.Buffer
	must.Do(f.Write(&text, "some/where"))
	g := must.Get(Read(&text, "some/where/effective.yaml"))
	want := must.Get(f.Cells())
	found, err := g.Cells()
	if err != nil || len(found) != 8 || !reflect.DeepEqual(found, want) {
		t.Errorf("found %+v, error %v, expected %+v", found, err, want)
	}
	if want[0].Trace.File != filepath.Join("traces", "x.swf.gz") {
		t.Errorf("found %q", want[0].Trace.File)
	}
}

func TestOverride(t *testing.T) {
	f := read(full)
	for _, o := range [][2]string{
		{"drive", "sjf"}, {"method", "ilp,exact"}, {"seed", "7"}, {"time-limit", "4s"}, {"node-limit", "5"},
		{"memory", "2GB"}, {"jobs", "3"}, {"machine", "8"}, {"reservations", "other.jsonl"}, {"every", "2"},
		{"policies", "easy,fcfs"},
	} {
		must.Do(f.Override(o[0], o[1]))
	}
	cells, err := f.Cells()
	if err != nil || len(cells) != 4 { // the limits have become equal
		t.Fatalf("found %d cells, error %v, expected 4", len(cells), err)
	}
	for _, c := range cells {
		trace := c.Trace
		if c.Drive != "sjf" || !slices.Equal(c.Methods, []string{"ilp", "exact"}) || *c.Seed != 7 ||
			c.Limit != (Limit{"4s", 5, "2GB"}) || !slices.Equal(c.Policies, []string{"easy", "fcfs"}) ||
			trace.Jobs != 3 || trace.Machine != 8 || trace.Reservations != "other.jsonl" ||
			c.Options["every"] != "2" || c.Options["max-steps"] != "4" {
			t.Errorf("found %+v", c)
		}
		if place := f.placeOfFlag(c, "drive"); place != "" {
			t.Errorf("found the overridden drive at %s", place)
		}
		if place := f.placeOfFlag(c, "max-steps"); place != "study.yaml:13:22" {
			t.Errorf("found max-steps at %q", place)
		}
	}
	for _, o := range [][2]string{{"seed", "x"}, {"node-limit", "x"}, {"jobs", "1.5"}} {
		if err := f.Override(o[0], o[1]); must.Field(err) != o[0] {
			t.Errorf("%v: found %v", o, err)
		}
	}
}

// A folder takes more studies, and no other ones.
func TestHolds(t *testing.T) {
	small := read("traces: [{sample: true}]\nseeds: [1]\noptions: {every: 2}\n")
	large := read("traces: [{sample: true}, {file: x.swf}]\nseeds: [1, 2]\noptions: {every: 2}\n")
	other := read("traces: [{sample: true}]\nseeds: [1]\noptions: {every: 3}\n")
	if err := large.Holds(small); err != nil {
		t.Error(err)
	}
	for _, f := range []*File{small, other} {
		if err := f.Holds(large); err == nil {
			t.Errorf("found no error")
		}
	}
	if err := other.Holds(small); err == nil {
		t.Errorf("found no error")
	}
}
