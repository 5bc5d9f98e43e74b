package folder

import (
	"errors"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"

	"github.com/optgap/optgap"
)

// Create makes a folder. The folder appears under its name once fill has filled it. An
// optgap.FieldError refuses a folder that exists with another content, and one that another run
// makes meanwhile. What a program that was killed has left of the folder is removed.
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

// fillAnew fills the folder unready, and puts it in the place of dir. Where dir holds the same
// already, it stays: who was killed too late to learn that it was done asks again.
func fillAnew(dir, unready string, fill func(string) error) error {
	used, err := firstIn(dir)
	if err != nil {
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
	if used != "" {
		made, err := contentOf(unready)
		if err != nil {
			return err
		}
		if there, err := contentOf(dir); err != nil || !maps.Equal(there, made) {
			return errors.Join(
				err,
				optgap.BadField(
					dir,
					used+" in it",
					"a folder that does not exist, or an empty one",
				),
			)
		}
		return os.RemoveAll(unready)
	}
	if err := os.Remove(dir); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return os.Rename(unready, dir)
}

// contentOf says what the files in a folder and below hold, by path.
func contentOf(dir string) (map[string]Kept, error) {
	all := map[string]Kept{}
	return all, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			all[path[len(dir):]], err = keptIn(path, math.MaxInt)
		}
		return err
	})
}

// claim makes a folder, or finds it, and locks it. It tries again where another run has just
// renamed or removed the folder.
func claim(dir string) (lock *os.File, err error) {
	const tries = 100
	for range tries {
		if err = os.MkdirAll(dir, 0o777); err == nil {
			lock, err = os.Open(dir)
		}
		if errors.Is(err, os.ErrExist) || errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if isLocked(lock) {
			lock.Close()
			return nil, optgap.BadField(dir, "another run at work on it", "a folder to itself")
		}
		if isAt(lock, dir) {
			return lock, nil
		}
		lock.Close()
		err = os.ErrExist
	}
	return nil, err
}

// isAt reports whether an open file is the one at a path.
func isAt(file *os.File, path string) bool {
	own, err := file.Stat()
	if err != nil {
		return false
	}
	there, err := os.Stat(path)
	return err == nil && os.SameFile(own, there)
}

// firstIn returns the name of the first file in a folder; "": it is empty, or does not exist.
func firstIn(dir string) (string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	if len(entries) == 0 {
		return "", nil
	}
	return entries[0].Name(), nil
}

// SeveralFile is the file beside the folders of several runs that says which they are: a study
// file.
const SeveralFile = "studies.txt"

// CheckFree returns an *optgap.FieldError where the folder holds a run, several runs, or folders of
// runs that are not to be there. own tells which folders within may be there, by the name of the
// folder and that of the info file of its run, nil if there is none. A folder that does not exist
// is free.
func CheckFree(dir string, own func(name, info string) bool) error {
	used := func(what string) error {
		return optgap.BadField(dir, what, freeFolder)
	}
	if name, _ := FindInfo(dir); name != "" {
		return used(name + " of another study")
	}
	if (Files{Info: SeveralFile}).HeldIn(dir) {
		return used(SeveralFile + " of other studies")
	}
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, e := range entries {
		if name, _ := FindInfo(filepath.Join(dir, e.Name())); name != "" && (own == nil || !own(e.Name(), name)) {
			return used(filepath.Join(e.Name(), name) + " of another study")
		}
	}
	return nil
}

// CheckApart returns an *optgap.FieldError where the folder out is one of the folders, lies within
// one, or holds one. Links are followed.
func CheckApart(out string, dirs []string) error {
	for _, dir := range dirs {
		switch {
		case isWithin(out, dir):
			return optgap.BadField(
				out,
				"a folder within "+dir,
				"one apart from what it is made of",
			)
		case isWithin(dir, out):
			return optgap.BadField(
				out,
				dir+" within it",
				"a folder apart from what it is made of",
			)
		}
	}
	return nil
}

// isWithin reports whether a path is that of a folder or leads into it. The path need not exist.
func isWithin(path, dir string) bool {
	folder, err := os.Stat(dir)
	if err != nil {
		return false
	}
	at, err := filepath.Abs(path)
	if err != nil {
		return false
	}
	for {
		if real, err := filepath.EvalSymlinks(at); err == nil {
			at = real
		}
		if info, err := os.Stat(at); err == nil && os.SameFile(info, folder) {
			return true
		}
		above := filepath.Dir(at)
		if above == at {
			return false
		}
		at = above
	}
}
