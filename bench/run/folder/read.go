package folder

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"

	"github.com/optgap/optgap"
)

// Content is the content of a run's folder.
type Content[P, R any] struct {
	Info     Info
	Problems []P // in the order of their file
	Results  []R

	texts [][]byte // the lines of Results, where they stay as they are
}

// Read reads the folder of a run, which may be under way: a last line without a line end is left
// out. Nothing in the folder is changed.
func Read[P, R any, K comparable](dir string, layout Layout[P, R, K]) (c Content[P, R], err error) {
	info, err := ReadInfo(layout.In(dir).Info)
	if err != nil {
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
		return info, optgap.BadField(path, err.Error(), "what a study left there, or no such file")
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
	if c.Problems, err = readAll(l.In(dir).Problems, l.ReadProblems); err != nil {
		return c, err
	}
	c.Results, err = l.readResults(dir)
	return c, err
}

// readResults reads the results. Of two lines with one key, the later counts.
func (l Layout[P, R, K]) readResults(dir string) (results []R, err error) {
	all, err := readAll(l.In(dir).Results, l.ReadResults)
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

// Derive returns what follows from the results in a folder: what the info file says of them, and the
// text of the summary.
func (l Layout[P, R, K]) Derive(dir string) (d Digest, summary []byte, err error) {
	results, err := readAll(l.In(dir).Results, l.ReadResults)
	if err != nil {
		return d, nil, err
	}
	var text bytes.Buffer
	d, err = l.Digest(results, &text)
	return d, text.Bytes(), err
}

// readAll reads a file of JSON lines. A file that does not exist has none.
func readAll[T any](name string, read func(io.Reader, string) iter.Seq2[T, error]) (all []T, err error) {
	f, err := OpenLines(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for v, err := range read(f, name) {
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
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
