package bench

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// resume reads what an earlier run of the same study left.
func (s *Store) resume() error {
	text, err := os.ReadFile(s.path(infoFile))
	if errors.Is(err, fs.ErrNotExist) {
		return s.mustBeFree()
	}
	if err != nil {
		return err
	}
	var before stored
	if err := json.Unmarshal(text, &before); err != nil {
		return &optgap.FieldError{Field: s.path(infoFile), Found: err.Error(), Expected: "what a study left there, or no such file"}
	}
	if err := differing(before.Config, s.info.Config); err != nil {
		return fmt.Errorf("%s holds another study: %w: name another folder", s.dir, err)
	}
	s.info.Started = before.Started
	s.sweep()
	if err := s.readSteps(); err != nil {
		return err
	}
	if err := s.readResults(); err != nil {
		return err
	}
	return s.rewrite()
}

// mustBeFree refuses a folder with files that a study would overwrite.
func (s *Store) mustBeFree() error {
	for _, name := range []string{stepsFile, resultsFile, summaryFile} {
		if _, err := os.Lstat(s.path(name)); err == nil {
			return &optgap.FieldError{Field: s.dir, Found: name + " without " + infoFile, Expected: "an empty folder, or that of an earlier run of this study"}
		}
	}
	return nil
}

// sweep removes what a run that was killed left unfinished.
func (s *Store) sweep() {
	entries, _ := os.ReadDir(s.dir)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), unfinished) {
			os.Remove(s.path(e.Name()))
		}
	}
}

// differing returns the first field in which two configurations differ.
func differing(found, expected Config) error {
	for _, f := range []struct{ name, found, expected string }{
		{"format", found.Format, expected.Format}, {"trace", found.Trace, expected.Trace}, {"sha256", found.SHA256, expected.SHA256},
	} {
		if f.found != f.expected {
			return &optgap.FieldError{Field: f.name, Found: strconv.Quote(f.found), Expected: strconv.Quote(f.expected)}
		}
	}
	if err := differingEntry("arguments", found.Arguments, expected.Arguments); err != nil {
		return err
	}
	return differingEntry("versions", found.Versions, expected.Versions)
}

func differingEntry(name string, found, expected map[string]string) error {
	word := func(m map[string]string, key string) string {
		if v, ok := m[key]; ok {
			return strconv.Quote(v)
		}
		return "none"
	}
	keys := maps.Clone(expected)
	maps.Copy(keys, found)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if a, b := word(found, key), word(expected, key); a != b {
			return &optgap.FieldError{Field: name + "." + key, Found: a, Expected: b}
		}
	}
	return nil
}

// readSteps notes which steps are stored.
func (s *Store) readSteps() error {
	return readLines(s.path(stepsFile), record.ReadSteps, func(step optgap.Step) { s.hasSteps[step.Index] = true })
}

// readResults takes the stored results.
func (s *Store) readResults() error {
	s.known = make(map[Key]record.Result)
	return readLines(s.path(resultsFile), record.ReadResults, func(r record.Result) { s.known[KeyOf(r)] = r })
}

// readLines visits the values in a file of JSON lines, if there is one. It cuts
// off a last line without a line end: the run was killed while it wrote.
func readLines[T any](name string, read func(io.Reader, string) iter.Seq2[T, error], visit func(T)) error {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	size, err := wholeLines(f)
	if err != nil {
		return err
	}
	if err := f.Truncate(size); err != nil {
		return err
	}
	for v, err := range read(io.NewSectionReader(f, 0, size), name) {
		if err != nil {
			return err
		}
		visit(v)
	}
	return nil
}

// wholeLines returns the size of a file up to its last line end.
func wholeLines(f *os.File) (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	block := make([]byte, 1<<16)
	for end := info.Size(); end > 0; {
		begin := max(0, end-int64(len(block)))
		if _, err := f.ReadAt(block[:end-begin], begin); err != nil {
			return 0, err
		}
		if i := bytes.LastIndexByte(block[:end-begin], '\n'); i >= 0 {
			return begin + int64(i) + 1, nil
		}
		end = begin
	}
	return 0, nil
}
