// Package library keeps steps with the best that is known of them:
//
//	folder -> Open -> Library -> sets, each an own folder as a study makes it:
//	    steps.jsonl.gz    the steps
//	    results.jsonl.gz  the best known of each step under each objective: record.Result
//	    steps.sha256      the digest of the steps, as sha256sum prints it
//	    studies.txt       the studies that make the steps, where these are not published
//
//	Filter       chooses entries
//	Check        verifies what is known, by package verify
//	Library.Add  keeps the better of what is known and of a result
//	Rank         holds methods against each other and against what is known
//	ProjectOf    states a step as a problem of project scheduling: JSON, or data of MiniZinc
//
// An Entry is a step under one objective. Its index is unique in the library. It is that of the
// step under artww, the next one under art, and the next under sld.
//
// The package may change at any time.
package library

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/record"
)

// Dir is the folder of the library, below the working directory, where no other is named.
const Dir = "testdata/library"

// Names of the files of a set. Steps and results may be compressed.
const (
	stepsName   = "steps.jsonl"
	resultsName = "results.jsonl"
	digestName  = "steps.sha256"
	studiesName = "studies.txt"
)

// A Library holds entries, set by set.
type Library struct {
	Dir     string
	Entries []*Entry
	known   map[int]*Entry // by index
}

// A Set is a folder of steps and results.
type Set struct {
	Name, Dir string
	archived  bool // its steps are of the trace of an archive, and are not published
}

// An Entry is a step under one objective, with the best that is known of it.
type Entry struct {
	*record.Result // its index is that of the entry
	Set            *Set
	Step           *optgap.Step // with the objective and the index of the entry; nil: it is not here
	Better         bool         // more is known of it than when it was read
}

// Objectives are those under which the library has its steps. The indices of the entries count them,
// so another one would renumber what is stored.
var Objectives = []optgap.Objective{
	optgap.ObjectiveARTwW,
	optgap.ObjectiveART,
	optgap.ObjectiveSLD,
}

// place returns the place of what a result minimises in Objectives; -1: it is none of them.
func place(r *record.Result) int {
	return slices.Index(Objectives, optgap.Objective(r.Minimises()))
}

// Open reads the library in a folder. No two entries have one index.
func Open(dir string) (*Library, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*", resultsName+"*"))
	if err != nil {
		return nil, err
	}
	l := &Library{Dir: dir, known: map[int]*Entry{}}
	for _, folder := range slices.Compact(lists.Each(paths, filepath.Dir)) {
		if err := l.read(folder); err != nil {
			return nil, err
		}
	}
	if l.Entries == nil {
		set := filepath.Join(Dir, "even", resultsName+".gz")
		expected := "a folder with a set, such as " + set + " of https://github.com/optgap/optgap"
		return nil, optgap.BadText("dir", dir, expected)
	}
	return l, nil
}

// read reads a set.
func (l *Library) read(dir string) error {
	s := &Set{Name: filepath.Base(dir), Dir: dir}
	_, err := os.Stat(filepath.Join(dir, studiesName))
	s.archived = err == nil
	steps, err := s.steps()
	if err != nil && !(s.archived && errors.Is(err, fs.ErrNotExist)) {
		return err
	}
	in, err := stream.Open(s.Results(), nil)
	if err != nil {
		return err
	}
	defer in.Close()
	for r, err := range record.ReadNumbered(in, s.Results(), record.ParseResult) {
		if err != nil {
			return err
		}
		if err := l.enter(s, steps, &r.Value); err != nil {
			return &record.LineError{File: s.Results(), Line: r.Line, Err: err}
		}
	}
	return nil
}

// file returns the path of a file of the set that may be compressed.
func (s *Set) file(name string) string {
	path := filepath.Join(s.Dir, name)
	if _, err := os.Stat(path); err != nil {
		path += ".gz"
	}
	return path
}

// Results returns the path of the file with what is known of the set's steps.
func (s *Set) Results() string { return s.file(resultsName) }

// steps reads the steps by index, nil if there are none. It refuses others than those of the
// digest, where there is one.
func (s *Set) steps() (map[int]*optgap.Step, error) {
	path := s.file(stepsName)
	in, err := stream.Open(path, nil)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	sum := sha256.New()
	steps := map[int]*optgap.Step{}
	for step, err := range record.ReadSteps(io.TeeReader(in, sum), path) {
		if err != nil {
			return nil, err
		}
		steps[step.Index] = &step
	}
	digest, err := os.ReadFile(filepath.Join(s.Dir, digestName))
	if errors.Is(err, fs.ErrNotExist) {
		return steps, nil
	}
	found := fmt.Sprintf("%x", sum.Sum(nil))
	if err == nil && !strings.HasPrefix(string(digest), found+" ") {
		err = optgap.BadField(path, "steps with sha256 "+found, "the one in "+digestName)
	}
	return steps, err
}

// enter makes a result of a set an entry. steps are those of the set, nil if they are not here.
func (l *Library) enter(s *Set, steps map[int]*optgap.Step, r *record.Result) error {
	at := place(r)
	if at < 0 {
		return optgap.BadField("objective_name", r.Minimises(), fmt.Sprint("one of ", Objectives))
	}
	step := steps[r.Index]
	if steps != nil && step == nil {
		return optgap.BadField("index", r.Index, "a step of "+stepsName)
	}
	r.Index += at
	if other := l.known[r.Index]; other != nil {
		found := fmt.Sprintf("%d of %s again", r.Index, other.Set.Name)
		return optgap.BadField("index", found, "an index of its own for each step and objective")
	}
	e := &Entry{Result: r, Set: s}
	l.known[r.Index] = e
	l.Entries = append(l.Entries, e)
	if step == nil {
		return nil
	}
	if _, err := (&record.Schedule{Starts: r.Starts}).Of(step); err != nil {
		return err
	}
	with, err := Objectives[at].Of(step)
	if err != nil {
		return err
	}
	e.Step = new(*with)
	e.Step.Index = r.Index
	if s.archived {
		return reveal(r.Certificates, e.Step)
	}
	return nil
}

// Missing says how the step is made, nil if it is here.
func (e *Entry) Missing() error {
	if e.Step != nil {
		return nil
	}
	return optgap.BadField("set "+e.Set.Name, "no steps, as they are of the trace of an archive",
		"steps that the commands of docs/library.md make by "+filepath.Join(e.Set.Dir, studiesName))
}

// SetOf returns the set of an entry.
func SetOf(e *Entry) *Set { return e.Set }

// Save writes what is known of the sets that have become better since they were read.
func (l *Library) Save() error {
	for _, own := range lists.GroupBy(l.Entries, SetOf) {
		if !slices.ContainsFunc(own, func(e *Entry) bool { return e.Better }) {
			continue
		}
		err := stream.WriteFile(own[0].Set.Results(), func(w io.Writer) error {
			return record.WriteLines(w, lists.Each(own, (*Entry).stored))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// stored is what the file of the results has of an entry.
func (e *Entry) stored() record.Result {
	r := *e.Result
	r.Index -= place(&r)
	if e.Set.archived && e.Step != nil {
		r.Certificates = hidden(r.Certificates, e.Step)
	}
	return r
}

// Schedule returns the best known schedule of an entry with a step.
func (e *Entry) Schedule() record.Schedule {
	return record.Schedule{
		Format: record.ScheduleFormat,
		Trace:  e.Step.Trace,
		Index:  &e.Index,
		Starts: e.Starts,
	}
}
