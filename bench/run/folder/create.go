package folder

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/optgap/optgap"
)

// Create makes a folder. The folder appears under its name once fill has filled it. An
// optgap.FieldError refuses a folder that exists and is not empty, and one that another run makes
// meanwhile. What a program that was killed has left of the folder is removed.
func Create(dir string, fill func(string) error) error {
	dir = filepath.Clean(dir)
	unready := filepath.Join(filepath.Dir(dir), unfinished+filepath.Base(dir))
	lock, err := claim(unready)
	if err != nil {
		return err
	}
	defer lock.Close()
	if err := fillAnew(dir, unready, fill); err != nil {
		return errors.Join(err, os.RemoveAll(unready))
	}
	return nil
}

// fillAnew fills the folder unready, and puts it in the place of dir.
func fillAnew(dir, unready string, fill func(string) error) error {
	if err := mustBeNew(dir); err != nil {
		return err
	}
	left, err := os.ReadDir(unready)
	if err != nil {
		return err
	}
	for _, e := range left {
		if err := os.RemoveAll(filepath.Join(unready, e.Name())); err != nil {
			return err
		}
	}
	if err := fill(unready); err != nil {
		return err
	}
	if err := os.Remove(dir); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return os.Rename(unready, dir)
}

// claim makes a folder, or finds it, and locks it.
func claim(dir string) (*os.File, error) {
	for {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return nil, err
		}
		lock, err := os.Open(dir)
		if errors.Is(err, os.ErrNotExist) {
			continue // another run has just renamed or removed it
		}
		if err != nil {
			return nil, err
		}
		if isLocked(lock) {
			lock.Close()
			return nil, &optgap.FieldError{Field: dir, Found: "another run at work on it", Expected: "a folder to itself"}
		}
		if isAt(lock, dir) {
			return lock, nil
		}
		lock.Close()
	}
}

// isAt tells whether an open file is the one at a path.
func isAt(file *os.File, path string) bool {
	own, err := file.Stat()
	if err != nil {
		return false
	}
	there, err := os.Stat(path)
	return err == nil && os.SameFile(own, there)
}

// mustBeNew refuses a folder that holds anything.
func mustBeNew(dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err != nil:
		return err
	case len(entries) > 0:
		return &optgap.FieldError{
			Field: dir, Found: entries[0].Name() + " in it", Expected: "a folder that does not exist, or an empty one",
		}
	}
	return nil
}
