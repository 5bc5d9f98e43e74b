package library

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/library/internal/recipe"
	"github.com/optgap/optgap/bench/record"
)

// Made says what Make has done.
type Made struct {
	Steps int
	New   bool // the steps were not there before
	// Differs is the first line of the stored steps, from 1, that is not what the recipe makes; 0: all
	// are.
	Differs int
}

// Make makes the steps of the recipe. traces is the folder of the traces of archives. Where the set has
// no steps, they are stored, with what takes no search. Otherwise they are compared with the identities of
// the stored ones, and nothing is written where they differ. done is called after each of 2
// replays of each workload, nil if it is not.
func (s *Set) Make(ctx context.Context, traces string, done func()) (made Made, err error) {
	how := recipe.Making{Stride: len(objectives), Traces: traces, Done: done}
	steps, err := s.Recipe.Steps(ctx, how)
	if err != nil {
		return made, err
	}
	ids, err := identifyAll(steps)
	if err != nil {
		return made, err
	}
	there, other, err := s.compare(ids)
	if err != nil || there {
		return Made{Steps: len(steps), Differs: other}, err
	}
	return Made{Steps: len(steps), New: true}, s.store(ctx, ids, steps)
}

// compare reports whether the set has its steps, or other ones, and the first line in which they differ from
// made ones, from 1; 0: in none. The identities are compared.
func (s *Set) compare(ids []Identity) (there bool, other int, err error) {
	var known []Identity
	if s.archived() {
		known, err = s.readIdentities()
	} else if steps, failed := s.readSteps(); failed == nil {
		known, err = identifyAll(steps)
	} else {
		err = failed
	}
	if other = firstOther(known, ids); err == nil && other == 0 {
		_, err = os.Stat(filepath.Join(s.Dir, stepsName))
	}
	if errors.Is(err, fs.ErrNotExist) {
		return false, 0, nil
	}
	return true, other, err
}

// store stores the steps, with what takes no search. The files by which the set counts as made are the
// last.
func (s *Set) store(ctx context.Context, ids []Identity, steps []*optgap.Step) error {
	if err := s.enter(ids, steps); err != nil {
		return err
	}
	if err := s.begin(ctx); err != nil {
		return err
	}
	if err := writeLines(filepath.Join(s.Dir, stepsName), steps); err != nil || !s.archived() {
		return err
	}
	return writeLines(filepath.Join(s.Dir, identitiesName), ids)
}

// begin stores what takes no search. Where something is known of the steps already, it stays.
func (s *Set) begin(ctx context.Context) (err error) {
	if err := s.readBest(); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, e := range s.Entries {
		if e.Known, err = Begin(e.Step); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return s.writeBest()
}

// writeLines writes a file of JSON lines.
func writeLines[T any](path string, all []T) error {
	return stream.WriteFile(path, func(w io.Writer) error { return record.WriteLines(w, all) })
}
