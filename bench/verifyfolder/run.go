package verifyfolder

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/study"
)

// Run is results and the problems that they are about.
type Run struct {
	*Kind         // of two files it is known once they are checked
	Folder string // that holds both; "": they are two files
	Within bool   // the run is one of several in a folder, such as the studies of a study file
	Name   string // of the file of results

	files    folder.Files // paths; "-": the standard input
	info     folder.Info
	informed bool            // there is an info file that can be read
	changes  []folder.Change // of the files since the info file was written
}

// Files returns the run of a file of results and one of their problems.
func Files(results, problems string) *Run {
	return &Run{
		Kind:  OfSteps,
		Name:  results,
		files: folder.Files{Results: results, Problems: problems},
	}
}

// in returns the run of the kind in a folder.
func (k *Kind) in(dir string, within bool) *Run {
	files := k.Layout.In(dir)
	return &Run{Kind: k, Folder: dir, Within: within, Name: files.Results, files: files}
}

// Find returns the runs in a folder, however deep: those with an info file, and the studies of
// study files, which may have no result yet. A folder without any counts as that of a study.
func Find(dir string) (runs []*Run, err error) {
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.IsDir() {
			return err
		}
		within := path != dir
		if n := len(runs); n > 0 && filepath.Dir(path) == runs[n-1].Folder {
			within = runs[n-1].Within
		}
		k := kindIn(path)
		if bare := OfSteps.in(path, within); k == nil && path == dir && bare.Begun() {
			k = OfSteps
		}
		switch {
		case study.HoldsLines(path):
			lines, err := study.LinesIn(path)
			for _, l := range lines {
				runs = append(runs, OfSteps.in(filepath.Join(path, l.Name), true))
			}
			return cmp.Or(err, fs.SkipDir)
		case k == nil:
			return nil
		}
		runs = append(runs, k.in(path, within))
		if k == OfTraces { // which may have rungs beside it
			return nil
		}
		return fs.SkipDir
	})
	if err == nil && len(runs) == 0 {
		runs = []*Run{OfSteps.in(dir, false)}
	}
	return runs, err
}

// Begun reports whether there is a file of results. A study of a study file may still have none.
func (r *Run) Begun() bool {
	info, err := os.Stat(r.files.Results)
	return err == nil && info.Mode().IsRegular()
}

// inform reads the info file of a folder, and compares the files with it. A folder may have none.
func (r *Run) inform() (err error) {
	if r.Folder == "" {
		return nil
	}
	r.info, err = folder.ReadInfo(r.files.Info)
	name := filepath.Base(r.files.Info)
	wrong := new(optgap.FieldError)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case errors.As(err, &wrong):
		r.changes = []folder.Change{
			{File: name, Field: "content", Found: wrong.Found, Expected: wrong.Expected},
		}
		return nil
	case err != nil:
		return err
	}
	r.informed = true
	r.changes, err = folder.Changes(r.Folder, name)
	if err != nil {
		return err
	}
	tables, err := folder.Changes(r.Folder, folder.PaperFile)
	r.changes = append(r.changes, tables...)
	if errors.Is(err, fs.ErrNotExist) { // a folder without tables
		err = nil
	}
	if n := r.info.Files[filepath.Base(r.files.Results)].Lines; r.info.Complete &&
		r.info.Asked > 0 &&
		n != r.info.Asked {
		r.changes = append(r.changes, folder.Change{
			File: name, Field: "asked", Found: fmt.Sprint(r.info.Asked),
			Expected: fmt.Sprintf("%d, the lines of %s", n, filepath.Base(r.files.Results)),
		})
	}
	return err
}

// Arguments returns those of the run, or nil if there is no info file.
func (r *Run) Arguments() map[string]string { return r.info.Arguments }

// Complete reports whether the run has ended with all its results. Two files always have.
func (r *Run) Complete() bool { return r.Folder == "" || r.info.Complete }

// Interrupted reports whether the info file says that the run was interrupted or is under way.
func (r *Run) Interrupted() bool { return r.informed && !r.info.Complete }

// Remarks says what checks of the run do not rest on.
func (r *Run) Remarks() (all []string) {
	if r.Interrupted() {
		all = append(all, "interrupted or under way: more results are to come")
	}
	if r.Folder != "" && !r.informed && len(r.changes) == 0 {
		all = append(
			all,
			fmt.Sprintf(
				"no %s: neither checksums nor averages were checked",
				filepath.Base(r.files.Info),
			),
		)
	}
	return all
}
