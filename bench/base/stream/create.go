package stream

import (
	"bufio"
	"compress/gzip"
	"encoding/hex"
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

// A Writer writes a file that takes the place of its path once it is complete. Its errors
// are *fs.PathError values with the path.
type Writer struct {
	data     io.Writer // zip or buffered
	zip      *gzip.Writer
	buffered *bufio.Writer
	file     *os.File
	lock     *os.File // the same file
	path     string   // as the caller gave it
	target   string   // whose place the file takes; "": the file at path is written directly
	failed   error
}

// Create opens a new file beside path, under a name that starts with a dot. Close puts the
// file in the place of path. Abort removes it, and so does the next Create where the process was
// killed. The data are compressed where path ends in ".gz". Equal data give equal bytes: a
// compressed file holds no time stamp.
//
// A link is followed, and the file at its end is replaced. A file without permission to
// write is not replaced. A pipe, a device or another irregular file is written directly.
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
	w.file, w.lock, err = beside(target)
	if err != nil {
		return err
	}
	w.target = target
	if mode != 0 {
		return w.file.Chmod(mode)
	}
	return nil
}

// follow returns the path at the end of a chain of links. The file need not exist.
func follow(path string) (string, error) {
	const most = 40 // as in Linux
	for range most {
		next, err := os.Readlink(path)
		if err != nil { // not a link
			return path, nil
		}
		if !filepath.IsAbs(next) {
			next = filepath.Dir(path) + string(filepath.Separator) + next
		}
		path = next
	}
	return "", syscall.ELOOP
}

// beside creates a file with a new name in the folder of path. It is locked until lock is closed.
// Files that killed processes have left there for the same path are removed: nobody locks them.
func beside(path string) (file, lock *os.File, err error) {
	dir := filepath.Dir(path)
	prefix := "." + filepath.Base(path) + "-"
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if _, err := hex.DecodeString(strings.TrimPrefix(e.Name(), prefix)); err == nil && len(e.Name()) == len(prefix)+8 {
			removeLeft(filepath.Join(dir, e.Name()))
		}
	}
	const tries = 100
	for try := 0; ; try++ {
		name := filepath.Join(dir, fmt.Sprintf("%s%08x", prefix, rand.Uint32()))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil {
			lock = own(name)
			if lock != nil {
				return f, lock, nil
			}
			f.Close()
			err = fs.ErrExist
		}
		if !errors.Is(err, fs.ErrExist) || try == tries {
			return nil, nil, err
		}
	}
}

// own locks a new file, or returns nil if another process has just taken the file for one of a
// killed process.
func own(path string) *os.File {
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	if flock(f) != syscall.EWOULDBLOCK {
		if _, err := os.Lstat(path); err == nil {
			return f
		}
	}
	f.Close()
	return nil
}

// removeLeft removes a file that no process has open. Where a file system has no locks, it stays.
func removeLeft(path string) {
	if f, err := os.Open(path); err == nil {
		if flock(f) == nil {
			os.Remove(path)
		}
		f.Close()
	}
}

// flock locks a file until it is closed, or says that it is locked.
func flock(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}

// Write writes the next bytes. The caller gives them uncompressed.
func (w *Writer) Write(p []byte) (int, error) {
	n, err := w.data.Write(p)
	return n, w.fail(err)
}

// Close writes the buffered bytes and puts the file in the place of the path. After an
// error, also one of Write, it removes the file and leaves the old content of the path. An
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
	defer w.lock.Close()
	if w.failed == nil {
		w.fail(os.Rename(w.file.Name(), w.target))
	}
	if w.failed != nil {
		os.Remove(w.file.Name())
	}
	return w.failed
}

// Abort removes the file. The old content of the path stays.
func (w *Writer) Abort() {
	w.file.Close()
	if w.target != "" {
		os.Remove(w.file.Name())
		w.lock.Close()
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

// wrap returns the error with the path in the place of the temporary file.
func (w *Writer) wrap(err error) error {
	op := "write"
	var named *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &named):
		op = named.Op
		err = named.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return &fs.PathError{Op: op, Path: w.path, Err: err}
}

// WriteFile creates a file at path, see [Create], and fills it by a function. The file takes
// the place of path only if the function returns nil. The error is that of the function or
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
