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
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/library/best"
	"github.com/optgap/optgap/bench/library/recipe"
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
	changed bool     // since it was read
}

// Files returns the paths of the files of a set: its recipe, its steps, and what is known of them.
func (s *Set) Files() (paths []string) {
	for _, name := range []string{recipeName, stepsName, bestName} {
		paths = append(paths, filepath.Join(s.Dir, name))
	}
	return paths
}

// An Entry is a step under one objective.
type Entry struct {
	Set   *Set
	Class recipe.Class
	Step  *optgap.Step // with the objective
	Known *best.Known
}

// recipes returns the paths of the recipes in a folder.
func recipes(dir string) ([]string, error) { return filepath.Glob(filepath.Join(dir, "*", recipeName)) }

// At tells whether a folder is a library.
func At(dir string) bool {
	paths, err := recipes(dir)
	return err == nil && len(paths) > 0
}

// Open reads the library in a folder.
func Open(dir string) (*Library, error) {
	paths, err := recipes(dir)
	if err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		expected := "a folder with a set, such as " + filepath.Join(Dir, "even", recipeName)
		return nil, &optgap.FieldError{Field: "dir", Found: strconv.Quote(dir), Expected: expected}
	}
	l := &Library{Dir: dir}
	for _, path := range paths {
		s, err := openSet(filepath.Dir(path))
		if err != nil {
			return nil, err
		}
		l.Sets = append(l.Sets, s)
	}
	return l, l.checkIndices()
}

// checkIndices refuses an index that two sets have.
func (l *Library) checkIndices() error {
	of := map[int]*Set{}
	for e := range l.Entries {
		if other := of[e.Step.Index]; other != nil {
			found := fmt.Sprintf("%d of %s again", e.Step.Index, other.Recipe.Set)
			expected := "an index of its own for each step: change first in a recipe"
			return &optgap.FieldError{Field: e.Set.Recipe.Set, Found: found, Expected: expected}
		}
		of[e.Step.Index] = e.Set
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

// Find returns the entry with an index; nil: there is none.
func (l *Library) Find(index int) *Entry {
	for _, s := range l.Sets {
		at, ok := slices.BinarySearchFunc(s.Entries, index, func(e *Entry, index int) int { return e.Step.Index - index })
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
	expected := "one of " + strings.Join(names, ", ")
	return nil, &optgap.FieldError{Field: "set", Found: strconv.Quote(name), Expected: expected}
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
		return nil, &optgap.FieldError{
			Field: path + ": set", Found: strconv.Quote(s.Recipe.Set), Expected: fmt.Sprintf("%q, the name of its folder", name),
		}
	}
	steps, err := s.readSteps()
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return nil, err
	}
	if s.Entries, err = s.entries(steps); err != nil {
		return nil, err
	}
	return s, s.readBest()
}

// readSteps reads the steps.
func (s *Set) readSteps() (steps []*optgap.Step, err error) {
	path := filepath.Join(s.Dir, stepsName)
	in, err := stream.Open(path, nil)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	for step, err := range record.ReadSteps(in, path) {
		if err != nil {
			return nil, err
		}
		steps = append(steps, &step)
	}
	return steps, nil
}

// entries returns the entries of steps: one for each objective that a step can have. Nothing is known
// of them yet.
func (s *Set) entries(steps []*optgap.Step) (all []*Entry, err error) {
	for _, base := range steps {
		class, err := s.Recipe.ClassOf(len(base.Jobs))
		if err != nil {
			return nil, fmt.Errorf("%s: step %d: %w", filepath.Join(s.Dir, stepsName), base.Index, err)
		}
		for i, o := range optgap.Objectives() {
			step, err := o.Of(base)
			if err != nil { // slowdowns of which no integer weights come close enough
				continue
			}
			if step == base {
				step = new(*base)
			}
			step.Index = base.Index + i
			all = append(all, &Entry{Set: s, Class: class, Step: step})
		}
	}
	return all, nil
}

// readBest reads what is known of the entries.
func (s *Set) readBest() error {
	path := filepath.Join(s.Dir, bestName)
	in, err := stream.Open(path, nil)
	if err != nil {
		return err
	}
	defer in.Close()
	known := map[int]*best.Known{}
	for k, err := range best.Read(in, path) {
		if err != nil {
			return err
		}
		known[k.Index] = &k
	}
	for _, e := range s.Entries {
		if e.Known = known[e.Step.Index]; e.Known == nil {
			return &optgap.FieldError{
				Field: path, Found: fmt.Sprintf("no line of step %d", e.Step.Index), Expected: "a line for each step and objective",
			}
		}
		if err := e.Known.CheckFor(e.Step); err != nil {
			return fmt.Errorf("%s: step %d: %w", path, e.Step.Index, err)
		}
		delete(known, e.Step.Index)
	}
	for index := range known {
		return &optgap.FieldError{Field: path, Found: fmt.Sprintf("step %d", index), Expected: "a step of the set"}
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
	var known []*best.Known
	for _, e := range s.Entries {
		known = append(known, e.Known)
	}
	return writeLines(filepath.Join(s.Dir, bestName), known)
}
