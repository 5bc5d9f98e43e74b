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

// resume reads what an earlier run with the same identity left.
func (f *Folder[P, R, K]) resume() error {
	before, err := ReadInfo(f.path(f.layout.Info))
	if errors.Is(err, fs.ErrNotExist) {
		return f.mustBeFree()
	}
	if err != nil {
		return err
	}
	if err := differing(before.Identity, f.info.Identity); err != nil {
		return fmt.Errorf("%s holds another study: %w: name another folder", f.dir, err)
	}
	f.info.Started = before.Started
	f.sweep()
	for _, name := range []string{f.layout.Problems, f.layout.Results} {
		if err := cutOff(f.path(name)); err != nil {
			return err
		}
	}
	if err := f.readProblems(); err != nil {
		return err
	}
	if err := f.readResults(); err != nil {
		return err
	}
	return f.rewrite()
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

// mustBeFree refuses a folder with files that the run would overwrite, and that of
// another kind of run.
func (f *Folder[P, R, K]) mustBeFree() error {
	for _, name := range []string{f.layout.Problems, f.layout.Results, f.layout.Summary} {
		if _, err := os.Lstat(f.path(name)); err == nil {
			return &optgap.FieldError{Field: f.dir, Found: name + " without " + f.layout.Info, Expected: freeFolder}
		}
	}
	if name, _ := FindInfo(f.dir); name != "" {
		return &optgap.FieldError{Field: f.dir, Found: name + " of another study", Expected: freeFolder}
	}
	return nil
}

// sweep removes what a run that was killed left unfinished.
func (f *Folder[P, R, K]) sweep() {
	entries, _ := os.ReadDir(f.dir)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), unfinished) {
			os.Remove(f.path(e.Name()))
		}
	}
}

// readProblems notes which problems are stored.
func (f *Folder[P, R, K]) readProblems() error {
	return visitLines(f.path(f.layout.Problems), f.layout.ReadProblems, func(p P) { f.stored[f.layout.ProblemKey(p)] = true })
}

// readResults takes the stored results.
func (f *Folder[P, R, K]) readResults() error {
	f.known = make(map[K]R)
	return visitLines(f.path(f.layout.Results), f.layout.ReadResults, func(r R) { f.known[f.layout.ResultKey(r)] = r })
}
