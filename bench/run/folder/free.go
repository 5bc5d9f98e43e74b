package folder

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/optgap/optgap"
)

// SeveralFile is the file beside the folders of several runs that says which they are.
const SeveralFile = "effective.yaml"

// CheckFree returns an *optgap.FieldError where the folder holds a run, several runs, or folders of
// runs that are not to be there. own tells which folders within may be there, by the name of the
// folder and that of the info file of its run; nil: none. A folder that does not exist is free.
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
			return optgap.BadField(out, "a folder within "+dir, "one apart from what it is made of")
		case isWithin(dir, out):
			return optgap.BadField(out, dir+" within it", "a folder apart from what it is made of")
		}
	}
	return nil
}

// isWithin tells whether a path is that of a folder or leads into it. The path need not exist.
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
