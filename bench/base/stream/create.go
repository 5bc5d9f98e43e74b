package stream

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// Writer writes a file that takes the place of its path once it is complete. Its
// errors are *fs.PathError values, which name the path.
type Writer struct {
	data     io.Writer // zip or buffered
	zip      *gzip.Writer
	buffered *bufio.Writer
	file     *os.File
	path     string // that the caller named
	target   string // that the file takes the place of; "": the file is written itself
	failed   error
}

// Create opens a file beside path, under a name that starts with a dot. Close puts
// the file in the place of path, Abort removes it. The data are compressed where path
// ends in ".gz". Equal data give equal bytes: a compressed file holds no time stamp.
//
// A link is followed: the file that it leads to is replaced. A file that may not be
// written is not replaced. What is no regular file, such as a pipe or a device, is
// written itself.
func Create(path string) (*Writer, error) {
	w := &Writer{path: path}
	if err := w.open(); err != nil {
		return nil, w.wrap(err)
	}
	w.buffered = bufio.NewWriterSize(w.file, bufferSize)
	w.data = w.buffered
	if strings.HasSuffix(path, ".gz") {
		w.zip = gzip.NewWriter(w.buffered)
		w.data = w.zip
	}
	return w, nil
}

func (w *Writer) open() error {
	old, err := os.OpenFile(w.path, os.O_WRONLY, 0)
	mode := fs.FileMode(0)
	switch {
	case err == nil:
		info, err := old.Stat()
		if err != nil || !info.Mode().IsRegular() {
			w.file = old
			return err
		}
		mode = info.Mode().Perm()
		if err := old.Close(); err != nil {
			return err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	target, err := follow(w.path)
	if err != nil {
		return err
	}
	if w.file, err = beside(target); err != nil {
		return err
	}
	w.target = target
	if mode != 0 {
		return w.file.Chmod(mode)
	}
	return nil
}

// follow returns the path that a chain of links leads to. There need not be a file.
func follow(path string) (string, error) {
	const most = 40 // as Linux has it
	for range most {
		next, err := os.Readlink(path)
		if err != nil { // no link
			return path, nil
		}
		if !filepath.IsAbs(next) {
			next = filepath.Dir(path) + string(filepath.Separator) + next
		}
		path = next
	}
	return "", syscall.ELOOP
}

// beside creates a file of a new name in the folder of path.
func beside(path string) (*os.File, error) {
	const tries = 100
	for try := 0; ; try++ {
		name := fmt.Sprintf(".%s-%08x", filepath.Base(path), rand.Uint32())
		f, err := os.OpenFile(filepath.Join(filepath.Dir(path), name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil || !errors.Is(err, fs.ErrExist) || try == tries {
			return f, err
		}
	}
}

// Write writes the next bytes, before their compression.
func (w *Writer) Write(p []byte) (int, error) {
	n, err := w.data.Write(p)
	return n, w.fail(err)
}

// Close writes what is buffered and puts the file in the place of the path. After an
// error, one of Write too, it removes the file, and what was at the path stays. The
// error of Write is returned again.
func (w *Writer) Close() error {
	if w.failed == nil && w.zip != nil {
		w.fail(w.zip.Close())
	}
	if w.failed == nil {
		w.fail(w.buffered.Flush())
	}
	w.fail(w.file.Close())
	if w.target == "" {
		return w.failed
	}
	if w.failed == nil {
		w.fail(os.Rename(w.file.Name(), w.target))
	}
	if w.failed != nil {
		os.Remove(w.file.Name())
	}
	return w.failed
}

// Abort removes the file. What was at the path stays.
func (w *Writer) Abort() {
	w.file.Close()
	if w.target != "" {
		os.Remove(w.file.Name())
	}
}

// fail keeps the first error.
func (w *Writer) fail(err error) error {
	if err == nil {
		return nil
	}
	err = w.wrap(err)
	if w.failed == nil {
		w.failed = err
	}
	return err
}

// wrap names the path in the place of the file beside it.
func (w *Writer) wrap(err error) error {
	op := "write"
	var named *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &named):
		op, err = named.Op, named.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return &fs.PathError{Op: op, Path: w.path, Err: err}
}

// WriteFile writes a file by a function. The file takes the place of path, see
// [Create], only if the function returns nil. The error is that of the function, or
// that of the file.
func WriteFile(path string, write func(io.Writer) error) error {
	w, err := Create(path)
	if err != nil {
		return err
	}
	if err := write(w); err != nil {
		w.Abort()
		return err
	}
	return w.Close()
}
