package folder

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/optgap/optgap"
)

// resume reads the problems and results of an earlier run with the same identity.
func (f *Folder[P, R, K]) resume() error {
	before, err := ReadInfo(f.path(f.layout.Info))
	if errors.Is(err, fs.ErrNotExist) {
		return f.mustBeFree()
	}
	if err != nil {
		return err
	}
	then := before.Identity
	if f.retry {
		then = then.with(f.info.Identity, f.layout.Limits)
	}
	if err := differing(then.with(f.info.Identity, f.layout.Lists), f.info.Identity); err != nil {
		return f.isAnother(err)
	}
	if err := f.readProblems(); err != nil {
		return err
	}
	if err := differing(then, f.info.Identity); err != nil && !f.asksAll() {
		return f.isAnother(err)
	}
	f.info.Started, f.info.Earlier = before.Started, before.Earlier
	f.noteEarlier(before.Arguments)
	for _, name := range []string{f.layout.Problems, f.layout.Results} {
		if err := cutOff(f.path(name)); err != nil {
			return err
		}
	}
	f.known, err = f.storedResults()
	return err
}

// isAnother is the error about a folder whose run has another identity.
func (f *Folder[P, R, K]) isAnother(difference error) error {
	return fmt.Errorf("%s holds another study: %w: name another folder", f.dir, difference)
}

// asksAll tells whether all problems of the earlier run are among those of this run.
func (f *Folder[P, R, K]) asksAll() bool {
	for key := range f.stored {
		if !f.layout.Asked(key) {
			return false
		}
	}
	return true
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

// ReadInfo reads an info file.
func ReadInfo(path string) (info Info, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return info, err
	}
	if err := json.Unmarshal(text, &info); err != nil {
		return info, &optgap.FieldError{Field: path, Found: err.Error(), Expected: "what a study left there, or no such file"}
	}
	return info, nil
}

const freeFolder = "an empty folder, or that of an earlier run of this study"

// mustBeFree refuses a folder with files that the run would overwrite, and the folder of another
// kind of run.
func (f *Folder[P, R, K]) mustBeFree() error {
	for _, name := range f.layout.kept() {
		if _, err := os.Lstat(f.path(name)); err == nil {
			return &optgap.FieldError{Field: f.dir, Found: name + " without " + f.layout.Info, Expected: freeFolder}
		}
	}
	return CheckFree(f.dir, nil)
}

// sweep removes the unfinished files that a run left when it was killed.
func (f *Folder[P, R, K]) sweep() {
	entries, _ := os.ReadDir(f.dir)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), unfinished) {
			os.Remove(f.path(e.Name()))
		}
	}
}

// readProblems notes the keys of the problems in the file of problems.
func (f *Folder[P, R, K]) readProblems() error {
	return visitLines(f.path(f.layout.Problems), f.layout.ReadProblems, func(p P) {
		f.stored[f.layout.ProblemKey(p)] = true
	})
}

// storedResults reads the file of results. Of several results with one key, the last counts.
func (f *Folder[P, R, K]) storedResults() (map[K]R, error) {
	results := make(map[K]R)
	return results, visitLines(f.path(f.layout.Results), f.layout.ReadResults, func(r R) {
		results[f.layout.ResultKey(r)] = r
	})
}
