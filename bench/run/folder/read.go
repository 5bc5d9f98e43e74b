package folder

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// Content is the content of a run's folder.
type Content[P, R any] struct {
	Info     Info
	Problems []P // in the order of their file
	Results  []R

	texts [][]byte // the lines of Results, where they stay as they are
}

// Read reads the folder of a run, which may be under way: a last line without a line end is left
// out. Nothing in the folder is changed. A folder that is not [Intact] is refused.
func Read[P, R any, K comparable](
	dir string,
	layout Layout[P, R, K],
) (c Content[P, R], err error) {
	info, err := ReadInfo(layout.In(dir).Info)
	if err != nil {
		return c, err
	}
	if err := intact(dir, layout.Info); err != nil {
		return c, err
	}
	c, err = layout.readLines(dir)
	c.Info = info
	return c, err
}

// ReadInfo reads an info file.
func ReadInfo(path string) (info Info, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return info, err
	}
	if err := json.Unmarshal(text, &info); err != nil {
		return info, optgap.BadField(
			path,
			err.Error(),
			"what a study left there, or no such file",
		)
	}
	return info, nil
}

// FindInfo returns the name and the content of the info file of a run in a folder, of whatever kind
// the run is. The name is "" where there is no such file.
func FindInfo(dir string) (name string, info Info) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".json" {
			continue
		}
		if info, err := ReadInfo(filepath.Join(dir, e.Name())); err == nil && info.Format != "" && !info.Started.IsZero() {
			return e.Name(), info
		}
	}
	return "", Info{}
}

// readLines reads the problems and the results.
func (l Layout[P, R, K]) readLines(dir string) (c Content[P, R], err error) {
	c.Problems, err = ReadLines(l.In(dir).Problems, l.ReadProblems)
	if err != nil {
		return c, err
	}
	c.Results, err = l.readResults(dir)
	return c, err
}

// readResults reads the results. Of two lines with one key, the later counts.
func (l Layout[P, R, K]) readResults(dir string) (results []R, err error) {
	all, err := ReadLines(l.In(dir).Results, l.ReadResults)
	index := make(map[K]int)
	for _, r := range all {
		key := l.ResultKey(r)
		if i, ok := index[key]; ok {
			results[i] = r
			continue
		}
		index[key] = len(results)
		results = append(results, r)
	}
	return results, err
}

// Derive returns what follows from the results in a folder: what the info file says of them, and
// the text of the summary.
func (l Layout[P, R, K]) Derive(dir string) (d Digest, summary []byte, err error) {
	results, err := ReadLines(l.In(dir).Results, l.ReadResults)
	if err != nil {
		return d, nil, err
	}
	var text bytes.Buffer
	d, err = l.summarise(results, &text)
	return d, text.Bytes(), err
}

// ReadLines reads a file of JSON lines. A file that does not exist has none.
func ReadLines[T any](
	name string,
	read record.Lines[T],
) ([]T, error) {
	f, err := OpenLines(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return record.Collect(read(f, name))
}

// OpenLines opens a file of JSON lines in the folder of a run, up to its last line end. A run that
// was killed, or one that is writing, may have left a part of a line after that.
func OpenLines(path string) (io.ReadCloser, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	size, err := wholeLines(f)
	if err != nil {
		f.Close()
		return nil, err
	}
	return struct {
		io.Reader
		io.Closer
	}{io.NewSectionReader(f, 0, size), f}, nil
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

// resume returns the problems and results of an earlier run with the same identity.
func (f *Folder[P, R, K]) resume() (c Content[P, R], err error) {
	files := f.layout.In(f.dir)
	before, err := ReadInfo(files.Info)
	if errors.Is(err, fs.ErrNotExist) {
		return c, f.mustBeFree()
	}
	if err != nil {
		return c, err
	}
	then := before.Identity
	if f.retry {
		then = then.with(f.info.Identity, f.layout.Limits)
	}
	if err := differing(then.with(f.info.Identity, f.layout.Lists), f.info.Identity); err != nil {
		return c, f.isAnother(err)
	}
	if err := intact(f.dir, f.layout.Info); err != nil {
		return c, err
	}
	c.Problems, err = ReadLines(files.Problems, f.layout.ReadProblems)
	if err != nil {
		return c, err
	}
	if err := differing(then, f.info.Identity); err != nil && !f.asksAll(c.Problems) {
		return c, f.isAnother(err)
	}
	f.info.Started = before.Started
	f.info.Earlier = before.Earlier
	f.noteEarlier(before.Arguments)
	c.Results, err = f.layout.readResults(f.dir)
	return c, err
}

// isAnother is the error about a folder whose run has another identity.
func (f *Folder[P, R, K]) isAnother(difference error) error {
	return fmt.Errorf("%s holds another study: %w: name another folder", f.dir, difference)
}

// asksAll reports whether all problems of the earlier run are among those of this run.
func (f *Folder[P, R, K]) asksAll(earlier []P) bool {
	return !slices.ContainsFunc(
		earlier,
		func(p P) bool { return !f.layout.Asked(f.layout.ProblemKey(p)) },
	)
}

// noteEarlier notes the earlier run's values of the limits that have changed.
func (f *Folder[P, R, K]) noteEarlier(arguments map[string]string) {
	changed := map[string]string{}
	for _, name := range f.layout.Limits {
		if arguments[name] != f.info.Arguments[name] {
			changed[name] = arguments[name]
		}
	}
	if len(changed) > 0 {
		f.info.Earlier = append(f.info.Earlier, changed)
	}
}

const freeFolder = "an empty folder, or that of an earlier run of this study"

// mustBeFree refuses a folder with files that the run would overwrite, and the folder of another
// kind of run.
func (f *Folder[P, R, K]) mustBeFree() error {
	for _, name := range f.layout.Names() {
		if _, err := os.Lstat(filepath.Join(f.dir, name)); err == nil {
			return optgap.BadField(f.dir, name+" without "+f.layout.Info, freeFolder)
		}
	}
	return CheckFree(f.dir, nil)
}

// sweep removes the unfinished files that a run left in a folder when it was killed.
func sweep(dir string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), unfinished) {
			os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}
