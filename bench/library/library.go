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
//	Library.Add  keeps the better of what is known and what another program has found
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
	"strconv"
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

// A Library holds sets of steps, by name.
type Library struct {
	Dir  string
	Sets []*Set
}

// A Set is a folder of steps and results.
type Set struct {
	Name, Dir string
	Entries   []*Entry // by index
	// disorder holds a fault for each line of the results whose index is not above that of the line
	// before: it is there twice, or in the wrong place.
	disorder []Fault
	steps    map[int]*optgap.Step // by index, without an objective; nil: they are not here
	archived bool                 // its steps are of the trace of an archive, and are not published
	changed  bool                 // since it was read
}

// An Entry is a step under one objective.
type Entry struct {
	Set       *Set
	Index     int
	Objective optgap.Objective
	Step      *optgap.Step   // with the objective and the index of the entry; nil: it is not here
	Best      *record.Result // the best known; its index is that of the step
}

// objectives are those of the entries of a step. The indices of the entries count them, so another
// one would renumber what is stored.
var objectives = []optgap.Objective{
	optgap.ObjectiveARTwW,
	optgap.ObjectiveART,
	optgap.ObjectiveSLD,
}

// Objectives returns the objectives under which the library has its steps.
func Objectives() []optgap.Objective { return slices.Clone(objectives) }

// Open reads the library in a folder.
func Open(dir string) (*Library, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*", resultsName+"*"))
	if err != nil {
		return nil, err
	}
	folders := slices.Compact(lists.Each(paths, filepath.Dir))
	if len(folders) == 0 {
		expected := "a folder with a set, such as " + filepath.Join(
			Dir,
			"even",
			resultsName+".gz",
		) +
			" of https://github.com/optgap/optgap"
		return nil, optgap.BadField("dir", strconv.Quote(dir), expected)
	}
	l := &Library{Dir: dir}
	l.Sets, err = lists.Try(folders, openSet)
	if err != nil {
		return nil, err
	}
	return l, l.checkIndices()
}

// checkIndices refuses an index that two sets have.
func (l *Library) checkIndices() error {
	of := map[int]*Set{}
	for e := range l.Entries {
		if other := of[e.Index]; other != nil && other != e.Set {
			found := fmt.Sprintf("%d of %s again", e.Index, other.Name)
			return optgap.BadField(
				e.Set.Name,
				found,
				"an index of its own for each step and objective",
			)
		}
		of[e.Index] = e.Set
	}
	return nil
}

// Entries yields all entries, set by set.
func (l *Library) Entries(yield func(*Entry) bool) {
	for _, s := range l.Sets {
		for _, e := range s.Entries {
			if !yield(e) {
				return
			}
		}
	}
}

// Find returns the entry with an index, or nil if there is none.
func (l *Library) Find(index int) *Entry {
	for e := range l.Entries {
		if e.Index == index {
			return e
		}
	}
	return nil
}

// openSet reads a set.
func openSet(dir string) (*Set, error) {
	s := &Set{Name: filepath.Base(dir), Dir: dir}
	_, err := os.Stat(filepath.Join(dir, studiesName))
	s.archived = err == nil
	steps, err := s.readSteps()
	if err != nil && !(s.archived && errors.Is(err, fs.ErrNotExist)) {
		return nil, err
	}
	if err == nil {
		s.steps = map[int]*optgap.Step{}
	}
	for i := range steps {
		s.steps[steps[i].Index] = &steps[i]
	}
	in, err := stream.Open(s.Results(), nil)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	results, err := record.Collect(record.ReadResults(in, s.Results()))
	if err != nil {
		return nil, err
	}
	for i := range results {
		if err := s.enter(i+1, &results[i]); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(s.Entries, func(a, b *Entry) int { return a.Index - b.Index })
	s.Entries = slices.CompactFunc(
		s.Entries,
		func(a, b *Entry) bool { return a.Index == b.Index },
	)
	return s, nil
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

// readSteps reads the steps, and refuses others than those of the digest, where there is one.
func (s *Set) readSteps() ([]optgap.Step, error) {
	path := s.file(stepsName)
	in, err := stream.Open(path, nil)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	sum := sha256.New()
	steps, err := record.Collect(record.ReadSteps(io.TeeReader(in, sum), path))
	if err != nil {
		return nil, err
	}
	digest, err := os.ReadFile(filepath.Join(s.Dir, digestName))
	if errors.Is(err, fs.ErrNotExist) {
		return steps, nil
	}
	found := fmt.Sprintf("%x", sum.Sum(nil))
	expected := strings.Fields(string(digest))
	if err == nil && (len(expected) == 0 || found != expected[0]) {
		err = optgap.BadField(path, "steps with sha256 "+found, "the one in "+digestName)
	}
	return steps, err
}

// enter makes a line of the results an entry.
func (s *Set) enter(line int, r *record.Result) error {
	at := func(err error) error { return &record.LineError{File: s.Results(), Line: line, Err: err} }
	place := slices.Index(objectives, optgap.Objective(r.Minimises()))
	if place < 0 {
		return at(
			optgap.BadField("objective_name", r.Minimises(), fmt.Sprint("one of ", objectives)),
		)
	}
	e := &Entry{Set: s, Index: r.Index + place, Objective: objectives[place], Best: r}
	if n := len(s.Entries); n > 0 && e.Index <= s.Entries[n-1].Index {
		field := fmt.Sprintf("%s:%d: index", s.Results(), line)
		expected := fmt.Sprintf("above %d, that of the line before", s.Entries[n-1].Index)
		s.disorder = append(
			s.disorder,
			Fault{s.Name, e.Index, field, fmt.Sprint(e.Index), expected},
		)
	}
	s.Entries = append(s.Entries, e)
	if s.steps == nil {
		return nil
	}
	step := s.steps[r.Index]
	if step == nil {
		return at(optgap.BadField("index", r.Index, "a step of "+stepsName))
	}
	with, err := e.Objective.Of(step)
	if err != nil {
		return at(err)
	}
	e.Step = new(*with)
	e.Step.Index = e.Index
	if _, err := (&record.Schedule{Starts: r.Starts}).Of(step); err != nil {
		return at(err)
	}
	if s.archived {
		if err := reveal(r, e.Step); err != nil {
			return at(err)
		}
	}
	return nil
}

// Missing says how the steps are made that the set does not hold.
func (s *Set) Missing() error {
	return optgap.BadField("set "+s.Name, "no steps, as they are of the trace of an archive",
		"steps that the commands of docs/library.md make by "+filepath.Join(s.Dir, studiesName))
}

// Save writes what is known of the sets that have changed since they were read.
func (l *Library) Save() error {
	for _, s := range l.Sets {
		if !s.changed {
			continue
		}
		s.changed = false
		lines := lists.Each(s.Entries, func(e *Entry) *record.Result {
			if s.archived && e.Step != nil {
				return hidden(e.Best, e.Step)
			}
			return e.Best
		})
		write := func(w io.Writer) error { return record.WriteLines(w, lines) }
		if err := stream.WriteFile(s.Results(), write); err != nil {
			return err
		}
	}
	return nil
}
