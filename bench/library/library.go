// Package library keeps steps with the best that is known of them:
//
//	folder -> Open -> Library -> sets, each an own folder:
//	    recipe.yaml     how the steps are made
//	    steps.jsonl.gz  the steps, without an objective
//	    best.jsonl.gz   what is known of each step under each objective: Known
//	    identities.jsonl.gz  checksums of the steps, in a set of the traces of archives
//
//	Set.Make      makes the steps, or makes them again and compares
//	Filter        chooses entries
//	Entry.Check   verifies what is known, without a solver
//	Library.Add   improves what is known by what other programs have found
//	ProjectOf     states a step as a problem of project scheduling: JSON, or data of MiniZinc
//
// A Known gets better only by what verifies. Schedules are checked. A bound with a certificate is
// proven again, and so is any bound of a step that is small enough to be enumerated. Any other bound is
// searched for again. What the search does not prove is a claim of its giver, and closes no line.
//
// A set of the traces of archives is published without its steps. Who has the traces makes them.
//
// An Entry is a step under one objective. Its index is unique in the library. The step at place k of a
// set has the index First + 3k with objective artww, the next one with art, and the next with sld.
//
// The package may change at any time.
package library

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/library/internal/recipe"
	"github.com/optgap/optgap/bench/record"
)

// Dir is the folder of the library, below the working directory, where no other is named.
const Dir = "testdata/library"

// Names of the files of a set.
const (
	recipeName = "recipe.yaml"
	stepsName  = "steps.jsonl.gz"
	bestName   = "best.jsonl.gz"
)

// A Library holds sets of steps, by name.
type Library struct {
	Dir  string
	Sets []*Set
}

// A Set is a folder of steps with a recipe.
type Set struct {
	Dir     string
	Recipe  *recipe.Recipe
	Entries []*Entry // by index; none: the steps are not made yet
	// Disorder holds an *optgap.FieldError for each line of its files whose index is not above that of the
	// line before: it is there twice, or in the wrong place.
	Disorder []error
	changed  bool // since it was read
}

// Best returns the path of the file with what is known of the set's steps.
func (s *Set) Best() string { return filepath.Join(s.Dir, bestName) }

// inOrder notes a line that is there twice, or in the wrong place. last is the index of the line before,
// and becomes that of this line.
func (s *Set) inOrder(name string, line int, last *int, index int) {
	if index <= *last {
		s.Disorder = append(s.Disorder, optgap.BadField(fmt.Sprintf("%s:%d: index", filepath.Join(s.Dir, name), line), index,
			fmt.Sprintf("above %d, that of the line before", *last)))
	}
	*last = max(*last, index)
}

// An Entry is a step under one objective.
type Entry struct {
	Set       *Set
	Class     recipe.Class
	Index     int
	Objective optgap.Objective
	Identity  Identity     // of the step without an objective
	Step      *optgap.Step // with the objective, nil if it is not made here, see Set.Missing
	Known     *Known
}

// Open reads the library in a folder.
func Open(dir string) (*Library, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*", recipeName))
	if err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		expected := "a folder with a set, such as " + filepath.Join(Dir, "even", recipeName) +
			" of https://github.com/optgap/optgap"
		return nil, optgap.BadField("dir", strconv.Quote(dir), expected)
	}
	l := &Library{Dir: dir}
	if l.Sets, err = lists.Try(lists.Each(paths, filepath.Dir), openSet); err != nil {
		return nil, err
	}
	return l, l.checkIndices()
}

// checkIndices refuses an index that two sets have.
func (l *Library) checkIndices() error {
	of := map[int]*Set{}
	for e := range l.Entries {
		if other := of[e.Index]; other != nil && other != e.Set {
			found := fmt.Sprintf("%d of %s again", e.Index, other.Recipe.Set)
			return optgap.BadField(e.Set.Recipe.Set, found, "an index of its own for each step: change first in a recipe")
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
	for _, s := range l.Sets {
		at, ok := slices.BinarySearchFunc(s.Entries, index, func(e *Entry, index int) int { return e.Index - index })
		if ok {
			return s.Entries[at]
		}
	}
	return nil
}

// Set returns the set with a name. An unknown name is an *optgap.FieldError.
func (l *Library) Set(name string) (*Set, error) {
	var names []string
	for _, s := range l.Sets {
		if s.Recipe.Set == name {
			return s, nil
		}
		names = append(names, s.Recipe.Set)
	}
	return nil, optgap.BadField("set", strconv.Quote(name), "one of "+strings.Join(names, ", "))
}

// openSet reads a set.
func openSet(dir string) (*Set, error) {
	s := &Set{Dir: dir}
	path := filepath.Join(dir, recipeName)
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if s.Recipe, err = recipe.Read(file, path); err != nil {
		return nil, err
	}
	if name := filepath.Base(dir); name != s.Recipe.Set {
		return nil, optgap.BadField(path+": set", strconv.Quote(s.Recipe.Set),
			fmt.Sprintf("%q, the name of its folder", name))
	}
	if err := s.readEntries(); errors.Is(err, fs.ErrNotExist) {
		return s, nil
	} else if err != nil {
		return nil, err
	}
	return s, s.readBest()
}

// archived reports whether the set is of the traces of archives, so that it is published without its steps.
func (s *Set) archived() bool { return len(s.Recipe.Archived()) > 0 }

// readEntries reads the steps, or where there are none, their identities.
func (s *Set) readEntries() error {
	steps, err := s.readSteps()
	if err != nil && !(s.archived() && errors.Is(err, fs.ErrNotExist)) {
		return err
	}
	made, err := identifyAll(steps)
	if err != nil {
		return err
	}
	if !s.archived() {
		return s.enter(made, steps)
	}
	known, err := s.readIdentities()
	if err != nil {
		return err
	}
	if at := firstOther(known, made); steps != nil && at > 0 {
		return optgap.BadField(filepath.Join(s.Dir, stepsName), fmt.Sprintf("another step in line %d", at),
			"the steps of "+identitiesName+": remove the file, and make them again")
	}
	return s.enter(known, steps)
}

// readSteps reads the steps.
func (s *Set) readSteps() ([]*optgap.Step, error) {
	steps, err := readLines(s, stepsName, record.ReadSteps)
	if err != nil {
		return nil, err
	}
	return lists.Pointers(steps), nil
}

// objectives are those of the entries of a step. The indices of the entries count them, so another one would
// renumber what is stored.
var objectives = []optgap.Objective{optgap.ObjectiveARTwW, optgap.ObjectiveART, optgap.ObjectiveSLD}

// Objectives returns the objectives under which the library has its steps.
func Objectives() []optgap.Objective { return slices.Clone(objectives) }

// enter sets the entries: one for each of objectives that a step can have. Nothing is known of them yet.
// Without steps there is one for each objective.
func (s *Set) enter(ids []Identity, steps []*optgap.Step) error {
	s.Entries = nil
	name, last := stepsName, -1
	if steps == nil {
		name = identitiesName
	}
	for k, id := range ids {
		s.inOrder(name, k+1, &last, id.Index)
		class, err := s.Recipe.ClassOf(id.Jobs)
		if err != nil {
			return fmt.Errorf("%s: step %d: %w", s.Dir, id.Index, err)
		}
		for i, o := range objectives {
			e := &Entry{Set: s, Class: class, Index: id.Index + i, Objective: o, Identity: id}
			if steps != nil {
				step, err := o.Of(steps[k])
				if err != nil { // slowdowns of which no integer weights come close enough
					continue
				}
				e.Step = new(*step)
				e.Step.Index = e.Index
			}
			s.Entries = append(s.Entries, e)
		}
	}
	slices.SortStableFunc(s.Entries, func(a, b *Entry) int { return a.Index - b.Index })
	s.Entries = slices.CompactFunc(s.Entries, func(a, b *Entry) bool { return a.Index == b.Index })
	return nil
}

// readBest reads what is known of the entries.
func (s *Set) readBest() error {
	path := s.Best()
	all, err := readLines(s, bestName, readKnown)
	if err != nil {
		return err
	}
	known, last := map[int]*Known{}, -1
	for i, k := range lists.Pointers(all) {
		s.inOrder(bestName, i+1, &last, k.Index)
		known[k.Index] = k
	}
	s.Entries = slices.DeleteFunc(s.Entries, func(e *Entry) bool { return e.Step == nil && known[e.Index] == nil })
	for _, e := range s.Entries {
		if e.Known = known[e.Index]; e.Known == nil {
			return optgap.BadField(path, fmt.Sprintf("no line of step %d", e.Index), "a line for each step and objective")
		}
		if err := e.Known.CheckFor(e.Identity.Jobs); err != nil {
			return fmt.Errorf("%s: step %d: %w", path, e.Index, err)
		}
		if e.Step != nil && s.archived() {
			if err := e.Known.Reveal(e.Step); err != nil {
				return fmt.Errorf("%s: step %d: %w", path, e.Index, err)
			}
		}
		delete(known, e.Index)
	}
	for index := range known {
		return optgap.BadField(path, fmt.Sprintf("step %d", index), "a step of the set")
	}
	return nil
}

// Save writes what is known of the sets that have changed since they were read.
func (l *Library) Save() error {
	for _, s := range l.Sets {
		if s.changed {
			if err := s.writeBest(); err != nil {
				return err
			}
		}
	}
	return nil
}

// writeBest writes what is known of the entries.
func (s *Set) writeBest() error {
	s.changed = false
	var known []*Known
	for _, e := range s.Entries {
		if e.Step != nil && s.archived() {
			known = append(known, e.Known.Hide(e.Step))
		} else {
			known = append(known, e.Known)
		}
	}
	return writeLines(s.Best(), known)
}
