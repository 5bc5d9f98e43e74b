package verifyfolder

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/verify"
)

// Options steer checks as plain data.
type Options struct {
	OptimumJobs int // see verify.Options; of studies alone
	// Version is that of the program. What results of other versions say of themselves is not
	// derived again, as it may have another form.
	Version string
}

// Check checks the results against their problems, and the files of a folder against its info file.
// stdin is the file "-"; it may be nil without one. An error is about bad input. The report then
// covers what precedes it. The end of the context ends the reading.
func (r *Run) Check(
	ctx context.Context,
	stdin io.Reader,
	options Options,
) (rep verify.Report, err error) {
	if err := r.inform(); err != nil {
		return rep, err
	}
	rep, err = r.content(ctx, stdin, options)
	var changes []verify.Fault
	for _, c := range r.changes {
		changes = append(
			changes,
			verify.Fault{File: c.File, Field: c.Field, Found: c.Found, Expected: c.Expected},
		)
	}
	if err == nil && len(changes) == 0 {
		err = r.derive(&rep, options.Version)
	}
	if err != nil && len(changes) > 0 && ctx.Err() == nil { // of that content may be unreadable
		changes = append(changes, unreadable(err))
		rep.Missing = nil // what was not read is not missing
		err = nil
	}
	if r.informed {
		rep.Checks += 1 + len(r.info.Files)
	}
	rep.Faults = append(changes, rep.Faults...)
	if r.info.Complete {
		rep.Faults = append(rep.Faults, rep.Missing...)
		rep.Missing = nil
	}
	return rep, err
}

// unreadable is the fault of a file with bad input.
func unreadable(err error) verify.Fault {
	f := verify.Fault{Field: "content", Found: err.Error(), Expected: "what the run wrote"}
	var at *record.LineError
	if errors.As(err, &at) {
		f.File, f.Line, f.Found = filepath.Base(at.File), at.Line, at.Err.Error()
	}
	f.File = cmp.Or(f.File, ".")
	return f
}

// content checks the results against their problems. stdin is the file "-".
func (r *Run) content(
	ctx context.Context,
	stdin io.Reader,
	options Options,
) (rep verify.Report, err error) {
	results, name, err := r.open(r.files.Results, stdin)
	if errors.Is(err, fs.ErrNotExist) && len(r.changes) > 0 { // of which the missing file is one
		results = io.NopCloser(strings.NewReader(""))
	} else if err != nil {
		return rep, err
	}
	defer results.Close()
	r.Name = name
	lines := bufio.NewReaderSize(stream.NewInterruptible(ctx, results), 1<<16)
	if r.Folder == "" {
		head, _ := record.Peek(lines)
		r.Kind = kindOf(head.Format)
	}
	problems, of, err := r.open(r.files.Problems, stdin)
	if err != nil {
		return rep, err
	}
	defer problems.Close()
	o := verify.Options{
		OptimumJobs: options.OptimumJobs,
		Expected:    r.expected(),
		Arguments:   r.Arguments(),
		UnderWay:    r.Interrupted(),
	}
	if r.Known != nil {
		o.Methods = r.Known()
	}
	about := verify.Input{Name: of, Reader: stream.NewInterruptible(ctx, problems)}
	return r.Kind.Check(verify.Input{Name: r.Name, Reader: lines}, about, o)
}

// open opens one of the files of the run, and returns its name in errors. That of a folder ends with
// its last whole line.
func (r *Run) open(path string, stdin io.Reader) (file io.ReadCloser, name string, err error) {
	if r.Folder != "" {
		file, err = folder.OpenLines(path)
		return file, path, err
	}
	in, err := stream.Open(path, stdin)
	if err != nil {
		return nil, "", err
	}
	return in, in.Name(), nil
}

// expected returns the methods or algorithms of which each problem has a result, as the run is
// complete, or nil if nothing is known of them.
func (r *Run) expected() []string {
	a := r.Arguments()
	names := cmp.Or(a["method"], a["algorithm"])
	if !r.info.Complete || names == "" {
		return nil
	}
	return strings.Split(names, ",")
}

// checkLines is folder.CheckLines: it checks results against their problems.
func checkLines(dir string) error {
	k := kindIn(dir)
	if k == nil {
		return nil
	}
	r := k.in(dir, true)
	if !r.Begun() {
		return nil
	}
	if err := r.inform(); err != nil {
		return err
	}
	rep, err := r.content(context.Background(), nil, Options{OptimumJobs: -1})
	if len(rep.Faults) > 0 {
		f := rep.Faults[0]
		at := fmt.Sprintf("%s:%d", cmp.Or(f.File, filepath.Base(r.files.Results)), f.Line)
		return folder.Tampered(
			dir,
			folder.Change{File: at, Field: f.Field, Found: f.Found, Expected: f.Expected},
		)
	}
	return err
}

// derive derives again what follows from the results, and holds it against the info file and the
// summary. A run that is under way has neither. Another version may derive other values.
func (r *Run) derive(rep *verify.Report, version string) error {
	if r.info.Ended.IsZero() || r.info.Versions["optgap"] != version {
		return nil
	}
	digest, summary, err := r.Layout.Derive(r.Folder)
	if err != nil {
		return err
	}
	rep.Compare(aboutFile(r.files.Info), r.info.Digest, digest, "as follows from the results")
	text, err := os.ReadFile(r.files.Summary)
	if err != nil {
		return err
	}
	about := aboutFile(r.files.Summary)
	found, failed := rows(text)
	expected, err := rows(summary)
	if rep.Hold(failed == nil, about, "rows", failed, "a table") &&
		rep.Hold(len(found) == len(expected), about, "rows", len(found), "%d", len(expected)) {
		for i, row := range expected { // one by one, as a large table as a whole takes much memory
			about.Field = fmt.Sprintf("row %d.", i)
			rep.Compare(about, found[i], row, "as the result says")
		}
	}
	return err
}

// compare holds the lines of a file against those that are expected. key tells them apart. It
// returns the keys of expected lines that are missing, which are no faults here.
func compare[T any](
	rep *verify.Report,
	path string,
	found, expected []T,
	why string,
	key func(place int, line T) string,
) (missing []string) {
	of := make(map[string]T)
	for i, line := range expected {
		of[key(i, line)] = line
	}
	there := make(map[string]bool)
	for i, line := range found {
		name := key(i, line)
		about := aboutFile(path)
		about.Line = i + 1
		there[name] = true
		if want, ok := of[name]; rep.Hold(ok, about, "line", name, "none, %s", why) {
			about.Field = name + ": "
			rep.Compare(about, line, want, why)
		}
	}
	for i, line := range expected {
		if name := key(i, line); !there[name] {
			missing = append(missing, name)
		}
	}
	return missing
}

// rows returns the cells of a table by the names of their columns. The first row has the names.
func rows(text []byte) (all []map[string]string, err error) {
	table, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	for _, row := range table {
		cells := make(map[string]string)
		for k, cell := range row {
			cells[table[0][k]] = cell
		}
		all = append(all, cells)
	}
	return all, err
}
