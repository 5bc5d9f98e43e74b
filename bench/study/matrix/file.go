// Package matrix reads study files and lists their studies, as plain data.
//
//	Read -> File -> Override ... -> Cells   one cell for each study, which makes a spec.Spec
//	             -> Write                   the file in effect
//
// A study file is YAML. It lists traces, shrinking factors, schedulers that drive the replay,
// limits and seeds. Each combination of them is a study: a [Cell]. All methods of the file measure
// the steps of each cell, so they are compared on the same steps. The other names in a file are
// those of the fields of package spec.
//
// The package may change at any time.
package matrix

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/goccy/go-yaml"

	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/bench/trace/workload"
)

// File is a study file. An empty list leaves the default of the flag.
type File struct {
	Traces   []Trace           `yaml:"traces"`
	Factors  []float64         `yaml:"factors,omitempty,flow"`  // factors of interarrival times
	Drives   []string          `yaml:"drives,omitempty,flow"`   // schedulers of the replay
	Methods  []string          `yaml:"methods,omitempty,flow"`  // each solves each step
	Policies []string          `yaml:"policies,omitempty,flow"` // the methods are compared with all of them
	Limits   []Limit           `yaml:"limits,omitempty"`
	Seeds    []uint64          `yaml:"seeds,omitempty,flow"` // of generated jobs and of methods
	Options  map[string]string `yaml:"options,omitempty"`    // other flags of each study

	source     source
	overridden map[string]bool // flags whose value is not that of the source
}

// Trace names the jobs that are replayed, by exactly one of File, Sample and Generate.
type Trace struct {
	Name         string            `yaml:"name,omitempty"` // in the names of cells
	File         string            `yaml:"file,omitempty"` // in the Standard Workload Format
	Sample       bool              `yaml:"sample,omitempty"`
	Generate     map[string]string `yaml:"generate,omitempty"` // flags of the generator
	Jobs         int               `yaml:"jobs,omitempty"`     // only the first so many; 0: all
	Machine      int64             `yaml:"machine,omitempty"`  // processors; 0: the trace's own
	Reservations string            `yaml:"reservations,omitempty"`
}

// Limit bounds the work on a step. Blank and 0 leave the default. The names of the fields, in lower case, stand in
// those of cells.
type Limit struct {
	Time   string `yaml:"time-limit,omitempty"`
	Nodes  int64  `yaml:"node-limit,omitempty"`
	Memory string `yaml:"memory,omitempty"`
}

// Flags of a study that stand in the limits and the traces of a file. A trace has more fields: sample is another one
// than the flag --sample.
var (
	limitFlags = field.Names(Limit{})
	traceFlags = []string{"machine", "jobs", "reservations"}
)

// namesBut returns the names of the fields of data, sorted, without those that have a place of their own in a file.
func namesBut(data any, own ...string) []string {
	names := slices.DeleteFunc(field.Names(data), func(name string) bool { return slices.Contains(own, name) })
	slices.Sort(names)
	return names
}

// Names in the folder of the studies of a file.
const (
	EffectiveFile   = folder.SeveralFile // the study file as it was in effect
	WorkloadsFolder = "workloads"        // the jobs that are generated or changed
)

// taken holds names that no study may have: files and folders that stand beside the studies, those of
// a single study, and those of a job array.
var taken = []string{
	EffectiveFile, WorkloadsFolder, "study.json", "steps.jsonl", "results.jsonl", "summary.csv",
	"study.yaml", "logs", "shards", "merged",
}

// sampleName is the name of the embedded sample in the names of cells.
const sampleName = "sample"

// byteOrderMark is what some editors put before a text.
const byteOrderMark = "\ufeff"

// Read reads a study file. A byte order mark before it is passed over. Names of drives, methods,
// policies and models may be in any case. Relative paths in the file are relative to its folder. The returned File
// has them relative to the working directory. A mistake is an *optgap.FieldError behind its place.
func Read(r io.Reader, name string) (*File, error) {
	text, err := io.ReadAll(io.LimitReader(r, mostBytes+1))
	if err != nil {
		return nil, err
	}
	text = bytes.TrimPrefix(text, []byte(byteOrderMark))
	from, err := parse(name, text)
	if err != nil {
		return nil, err
	}
	f := &File{source: from}
	if from.body != nil {
		if err := f.source.decode("", from.body, reflect.ValueOf(f).Elem()); err != nil {
			return nil, err
		}
	}
	if err := f.check(); err != nil {
		return nil, err
	}
	for _, names := range [][]string{f.Drives, f.Methods, f.Policies} { // drives name folders too
		for i := range names {
			names[i] = strings.ToLower(schedulers.Spelt(names[i]))
		}
	}
	below := func(path string) (string, error) {
		if filepath.IsAbs(path) {
			return path, nil
		}
		return filepath.Join(filepath.Dir(name), path), nil
	}
	for i := range f.Traces {
		t := &f.Traces[i]
		if model := t.Generate["model"]; model != "" {
			t.Generate["model"] = strings.ToLower(model)
		}
		t.Name = t.name()
	}
	if f, err = f.moved(below); err != nil {
		return nil, err
	}
	if _, err := f.Cells(); err != nil {
		return nil, err
	}
	return f, nil
}

// moved returns the file with the paths that a function makes of its own. Plans that name no files stay, as Check
// refuses them.
func (f *File) moved(change func(path string) (string, error)) (g *File, err error) {
	g = new(*f)
	g.Traces = slices.Clone(f.Traces)
	for i := range g.Traces {
		t := &g.Traces[i]
		for _, path := range []*string{&t.File, &t.Reservations} {
			if *path == "" {
				continue
			}
			if *path, err = change(*path); err != nil {
				return g, err
			}
		}
	}
	if plans, err := spec.MovePlans(f.Options["plans"], change); err == nil && plans != "" {
		g.Options = maps.Clone(f.Options)
		g.Options["plans"] = plans
	}
	return g, nil
}

// name returns the name of the trace in the names of cells.
func (t Trace) name() string {
	switch {
	case t.Name != "":
		return t.Name
	case t.Sample:
		return sampleName
	case t.File != "":
		base := strings.TrimSuffix(filepath.Base(t.File), ".gz")
		return strings.TrimSuffix(base, filepath.Ext(base))
	}
	return t.Generate["model"]
}

// check refuses values out of range and unknown names.
func (f *File) check() error {
	if len(f.Traces) == 0 {
		expected := "at least one, such as {sample: true} or {file: TRACE.swf.gz}"
		return f.source.errorOn("traces", "traces", "none", expected)
	}
	for i, t := range f.Traces {
		if err := f.checkTrace(i, t); err != nil {
			return err
		}
	}
	for i, factor := range f.Factors {
		if !(factor > 0) || math.IsInf(factor, 1) {
			const expected = "a number above 0, such as 0.8"
			return f.source.errorOn(fmt.Sprintf("factors.%d", i), "factors", format.Exact(factor), expected)
		}
	}
	for i, l := range f.Limits {
		if l == (Limit{}) {
			return f.source.errorOn(fmt.Sprintf("limits.%d", i), "limits", "none", "at least one of "+namesOf(Limit{}))
		}
	}
	for name, list := range map[string][]string{"drives": f.Drives, "methods": f.Methods, "policies": f.Policies} {
		if i := slices.Index(list, ""); i >= 0 {
			return f.source.errorOn(fmt.Sprintf("%s.%d", name, i), name, `""`, "a name")
		}
	}
	own := slices.Concat(limitFlags, traceFlags,
		[]string{"trace", "drive", "method", "policies", "seed", "shard"})
	return f.source.checkNames("options", f.Options, namesBut(spec.Spec{}, own...))
}

func (f *File) checkTrace(i int, t Trace) error {
	at := fmt.Sprintf("traces.%d", i)
	sources := 0
	for _, is := range []bool{t.File != "", t.Sample, t.Generate != nil} {
		if is {
			sources++
		}
	}
	switch {
	case sources != 1:
		return f.source.errorOn(at, "traces", fmt.Sprintf("%d of file, sample and generate", sources), "exactly one of them")
	case t.name() == "":
		return f.source.errorOn(at, "traces", "no name", "a name, or a model to generate by")
	case strings.ContainsFunc(t.name(), noFolder) || strings.HasPrefix(t.name(), "."):
		expected := "a name for folders, without blanks, slashes and signs that do not print"
		return f.source.errorOn(at+".name", "name", strconv.Quote(t.name()), expected)
	case t.File == "-":
		return f.source.errorOn(at+".file", "file", `"-"`, "a file: it is read for each cell")
	}
	return f.source.checkNames(at+".generate", t.Generate, namesBut(workload.Drawing{}, "seed"))
}

// noFolder reports whether a sign has no place in the name of a folder.
func noFolder(r rune) bool {
	return strings.ContainsRune("/\\ ", r) || !unicode.IsPrint(r) || r == utf8.RuneError
}

// Override puts the value of a flag in the place of the file's value. Limits that become equal are kept once. An
// error is an *optgap.FieldError.
func (f *File) Override(flag, value string) (err error) {
	if f.overridden == nil {
		f.overridden = map[string]bool{}
	}
	f.overridden[flag] = true
	switch {
	case flag == "drive":
		f.Drives = []string{value}
	case flag == "method":
		f.Methods = strings.Split(value, ",")
	case flag == "policies":
		f.Policies = strings.Split(value, ",")
	case flag == "seed":
		var s spec.Spec
		err = field.Set(&s, flag, value)
		f.Seeds = []uint64{s.Seed}
	case slices.Contains(limitFlags, flag):
		if len(f.Limits) == 0 {
			f.Limits = []Limit{{}}
		}
		var limits []Limit
		for _, l := range f.Limits {
			err = cmp.Or(err, field.Set(&l, flag, value))
			if !slices.Contains(limits, l) {
				limits = append(limits, l)
			}
		}
		f.Limits = limits
	case slices.Contains(traceFlags, flag):
		for i := range f.Traces {
			err = cmp.Or(err, field.Set(&f.Traces[i], flag, value))
		}
	default:
		if f.Options = maps.Clone(f.Options); f.Options == nil {
			f.Options = map[string]string{}
		}
		f.Options[flag] = value
	}
	return err
}

// Write writes the file for a folder, with paths relative to that folder. So the file can be read
// from there.
func (f *File) Write(w io.Writer, folder string) error {
	from, err := filepath.Abs(folder)
	if err != nil {
		return err
	}
	relative := func(path string) (string, error) {
		if filepath.IsAbs(path) {
			return path, nil
		}
		to, err := filepath.Abs(path)
		if err != nil {
			return "", err
		}
		return filepath.Rel(from, to)
	}
	g, err := f.moved(relative)
	if err != nil {
		return err
	}
	text, err := yaml.MarshalWithOptions(g, yaml.IndentSequence(true))
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}
