package audit

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/verify"
)

// state is what the info file of a run says of the run, and how the files differ from that.
type state struct {
	info    folder.Info
	known   bool // there is an info file that can be read
	changes []folder.Change
}

// state reads the info file. Two files, and a folder without an info file, have none.
func (r Run) state() (s state, err error) {
	if r.Folder == "" {
		return s, nil
	}
	s.info, err = folder.ReadInfo(r.info)
	var wrong *optgap.FieldError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return s, nil
	case errors.As(err, &wrong):
		s.changes = []folder.Change{{
			File: filepath.Base(r.info), Field: "content", Found: wrong.Found, Expected: wrong.Expected,
		}}
		return s, nil
	case err != nil:
		return s, err
	}
	s.known = true
	s.changes, err = folder.Changes(r.Folder, filepath.Base(r.info))
	if results := filepath.Base(r.results); s.info.Complete && s.info.Asked > 0 {
		if n := s.info.Files[results].Lines; n != s.info.Asked {
			s.changes = append(s.changes, folder.Change{
				File: filepath.Base(r.info), Field: "asked", Found: fmt.Sprint(s.info.Asked),
				Expected: fmt.Sprintf("%d, the lines of %s", n, results),
			})
		}
	}
	return s, err
}

// Complete tells whether the run has ended with all its results. Two files always have.
func (o *Opened) Complete() bool { return o.Folder == "" || o.state.info.Complete }

// Interrupted tells whether the info file says that the run was interrupted or is under way.
func (o *Opened) Interrupted() bool { return o.state.known && !o.state.info.Complete }

// Uninformed names the info file where it is missing; "": it is there, or there is none to have.
func (o *Opened) Uninformed() string {
	if o.Folder == "" || o.state.known || len(o.state.changes) > 0 {
		return ""
	}
	return filepath.Base(o.info)
}

// faults returns the faults of the changed files.
func (s state) faults() (all []verify.Fault) {
	for _, c := range s.changes {
		all = append(all, verify.Fault{File: c.File, Field: c.Field, Found: c.Found, Expected: c.Expected})
	}
	return all
}

// expected returns the methods of which each problem has a result, as the run is complete; nil:
// nothing is known of them.
func (o *Opened) expected() []string {
	names := o.state.info.Arguments[o.family.methods]
	if !o.state.info.Complete || o.family.methods == "" || names == "" {
		return nil
	}
	return strings.Split(names, ",")
}
