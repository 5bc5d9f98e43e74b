package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/optgap/optgap"
)

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
	if c.Problems, err = readAll(files.Problems, f.layout.ReadProblems); err != nil {
		return c, err
	}
	if err := differing(then, f.info.Identity); err != nil && !f.asksAll(c.Problems) {
		return c, f.isAnother(err)
	}
	f.info.Started, f.info.Earlier = before.Started, before.Earlier
	f.noteEarlier(before.Arguments)
	c.Results, err = f.layout.readResults(f.dir)
	return c, err
}

// isAnother is the error about a folder whose run has another identity.
func (f *Folder[P, R, K]) isAnother(difference error) error {
	return fmt.Errorf("%s holds another study: %w: name another folder", f.dir, difference)
}

// asksAll tells whether all problems of the earlier run are among those of this run.
func (f *Folder[P, R, K]) asksAll(earlier []P) bool {
	return !slices.ContainsFunc(earlier, func(p P) bool { return !f.layout.Asked(f.layout.ProblemKey(p)) })
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
