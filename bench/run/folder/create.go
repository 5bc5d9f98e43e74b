package folder

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/optgap/optgap"
)

// Create makes a folder. The folder appears under its name once fill has filled it. An
// optgap.FieldError refuses a folder that exists and is not empty. A program that was killed may
// have left a part of the folder: that part is filled anew.
func Create(dir string, fill func(string) error) error {
	dir = filepath.Clean(dir)
	if err := mustBeNew(dir); err != nil {
		return err
	}
	parent := filepath.Dir(dir)
	unready := filepath.Join(parent, unfinished+filepath.Base(dir))
	if err := os.MkdirAll(unready, 0o777); err != nil {
		return err
	}
	lock, err := os.Open(unready)
	if err != nil {
		return err
	}
	defer lock.Close()
	if isLocked(lock) {
		return &optgap.FieldError{Field: dir, Found: "another run at work on it", Expected: "a folder to itself"}
	}
	if err := fill(unready); err != nil {
		return errors.Join(err, os.RemoveAll(unready))
	}
	if err := os.Remove(dir); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return os.Rename(unready, dir)
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
