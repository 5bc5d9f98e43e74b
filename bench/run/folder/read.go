package folder

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
)

// Content is the content of a run's folder.
type Content[P, R any] struct {
	Info     Info
	Problems []P // in the order of their file
	Results  []R
}

// Read reads the folder of a run, which may be under way: a last line without a line end is left
// out. Nothing in the folder is changed.
func Read[P, R any, K comparable](dir string, layout Layout[P, R, K]) (c Content[P, R], err error) {
	if c.Info, err = ReadInfo(filepath.Join(dir, layout.Info)); err != nil {
		return c, err
	}
	err = visitLines(filepath.Join(dir, layout.Problems), layout.ReadProblems, func(p P) {
		c.Problems = append(c.Problems, p)
	})
	if err != nil {
		return c, err
	}
	index := make(map[K]int)
	err = visitLines(filepath.Join(dir, layout.Results), layout.ReadResults, func(r R) {
		key := layout.ResultKey(r)
		if i, ok := index[key]; ok { // of two lines with one key, the later counts
			c.Results[i] = r
			return
		}
		index[key] = len(c.Results)
		c.Results = append(c.Results, r)
	})
	return c, err
}

// Derive returns what follows from the results in a file: what the info file says of them, and the
// text of the summary. digest is that of the layout.
func Derive[R any](
	results string, read func(io.Reader, string) iter.Seq2[R, error], digest func([]R, io.Writer) (Digest, error),
) (d Digest, summary []byte, err error) {
	var all []R
	if err := visitLines(results, read, func(r R) { all = append(all, r) }); err != nil {
		return d, nil, err
	}
	var text bytes.Buffer
	d, err = digest(all, &text)
	return d, text.Bytes(), err
}

// visitLines visits the values in a file of JSON lines. A file that does not exist has none. A last
// line without a line end is left out: a run that was killed, or one that is writing, has left it.
func visitLines[T any](name string, read func(io.Reader, string) iter.Seq2[T, error], visit func(T)) error {
	f, size, err := openLines(name, os.O_RDONLY)
	if f == nil {
		return err
	}
	defer f.Close()
	for v, err := range read(io.NewSectionReader(f, 0, size), name) {
		if err != nil {
			return err
		}
		visit(v)
	}
	return nil
}

// cutOff cuts a last line without a line end off a file, so that lines can be appended. A file that
// does not exist is left alone.
func cutOff(name string) error {
	f, size, err := openLines(name, os.O_RDWR)
	if f == nil {
		return err
	}
	defer f.Close()
	return f.Truncate(size)
}

// openLines opens a file, and returns its size up to the last line end. The file is nil where it
// does not exist, and with an error.
func openLines(name string, mode int) (*os.File, int64, error) {
	f, err := os.OpenFile(name, mode, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	size, err := wholeLines(f)
	if err != nil {
		f.Close()
		return nil, 0, err
	}
	return f, size, nil
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
