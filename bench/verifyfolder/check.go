package verifyfolder

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report/gather"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/verify"
)

// Options steer checks as plain data.
type Options struct {
	OptimumJobs int // see verify.Options; of studies alone
	// Version is that of the program. What results of other versions say of themselves is not derived
	// again, as it may have another form.
	Version string
}

// Opened is a run whose results are open. Close closes them.
type Opened struct {
	Run
	Kind Kind
	Name string // of the file of results

	results io.Closer
	lines   *bufio.Reader // of the results
	stdin   io.Reader

	info     folder.Info
	informed bool            // there is an info file that can be read
	changes  []folder.Change // of the files since the info file was written
}

// newOpened returns the run of a folder, or of two files, with its open results. Those of two files tell their kind by
// the format of the first line, which comes first, as optgap writes it.
func newOpened(ctx context.Context, r Run, results io.ReadCloser, stdin io.Reader) *Opened {
	lines := bufio.NewReaderSize(stream.NewInterruptible(ctx, results), 1<<16)
	if r.Folder == "" {
		r.family = families()[0]
		head, _ := lines.Peek(512)
		first, _, _ := bytes.Cut(bytes.TrimSpace(head), []byte("\n"))
		for _, f := range families() {
			if f.format != "" && bytes.Contains(first, []byte(`"`+f.format+`"`)) {
				r.family = f
			}
		}
	}
	return &Opened{Run: r, Kind: r.family.kind, Name: r.Results, results: results, lines: lines, stdin: stdin}
}

// inform reads the info file of a folder, and compares the files with it. A folder may have none.
func (o *Opened) inform() (err error) {
	o.info, err = folder.ReadInfo(o.Info)
	name, wrong := filepath.Base(o.Info), new(optgap.FieldError)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case errors.As(err, &wrong):
		o.changes = []folder.Change{{File: name, Field: "content", Found: wrong.Found, Expected: wrong.Expected}}
		return nil
	case err != nil:
		return err
	}
	o.informed = true
	if o.changes, err = folder.Changes(o.Folder, name); err != nil {
		return err
	}
	tables, err := folder.Changes(o.Folder, gather.PaperFile)
	o.changes = append(o.changes, tables...)
	if errors.Is(err, fs.ErrNotExist) { // a folder without tables
		err = nil
	}
	if n := o.info.Files[filepath.Base(o.Results)].Lines; o.info.Complete && o.info.Asked > 0 && n != o.info.Asked {
		o.changes = append(o.changes, folder.Change{
			File: name, Field: "asked", Found: fmt.Sprint(o.info.Asked),
			Expected: fmt.Sprintf("%d, the lines of %s", n, filepath.Base(o.Results)),
		})
	}
	return err
}

// Close closes the results.
func (o *Opened) Close() error { return o.results.Close() }

// Arguments returns those of the run, or nil if there is no info file.
func (o *Opened) Arguments() map[string]string { return o.info.Arguments }

// Complete reports whether the run has ended with all its results. Two files always have.
func (o *Opened) Complete() bool { return o.Folder == "" || o.info.Complete }

// Interrupted reports whether the info file says that the run was interrupted or is under way.
func (o *Opened) Interrupted() bool { return o.informed && !o.info.Complete }

// Remarks says what checks of the run do not rest on.
func (o *Opened) Remarks() (all []string) {
	if o.Interrupted() {
		all = append(all, "interrupted or under way: more results are to come")
	}
	if o.Folder != "" && !o.informed && len(o.changes) == 0 {
		all = append(all, fmt.Sprintf("no %s: neither checksums nor averages were checked", filepath.Base(o.Info)))
	}
	return all
}

// Check checks the results against their problems, and the files of a folder against its info file.
// An error is about bad input. The report then covers what precedes it. The results are read once,
// so that there is one check.
func (o *Opened) Check(ctx context.Context, options Options) (rep verify.Report, err error) {
	rep, err = o.content(ctx, options)
	var changes []verify.Fault
	for _, c := range o.changes {
		changes = append(changes, verify.Fault{File: c.File, Field: c.Field, Found: c.Found, Expected: c.Expected})
	}
	if err == nil && len(changes) == 0 {
		err = o.derive(&rep, options.Version)
	}
	if err != nil && len(changes) > 0 && ctx.Err() == nil { // of that content may be unreadable
		changes, rep.Missing = append(changes, unreadable(err)), nil // what was not read is not missing
		err = nil
	}
	if o.informed {
		rep.Checks += 1 + len(o.info.Files)
	}
	rep.Faults = append(changes, rep.Faults...)
	if o.info.Complete {
		rep.Faults, rep.Missing = append(rep.Faults, rep.Missing...), nil
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

// content checks the results against their problems.
func (o *Opened) content(ctx context.Context, options Options) (verify.Report, error) {
	problems, name, err := io.ReadCloser(nil), o.Problems, error(nil)
	if o.Folder != "" {
		problems, err = folder.OpenLines(o.Problems)
	} else if file, failed := stream.Open(o.Problems, o.stdin); failed != nil {
		err = failed
	} else {
		problems, name = file, file.Name()
	}
	if err != nil {
		return verify.Report{}, err
	}
	defer problems.Close()
	results := verify.Input{Name: o.Name, Reader: o.lines}
	about := verify.Input{Name: name, Reader: stream.NewInterruptible(ctx, problems)}
	of := verify.Options{
		OptimumJobs: options.OptimumJobs, Expected: o.expected(), Arguments: o.Arguments(), UnderWay: o.Interrupted(),
	}
	if o.family.known != nil {
		of.Methods = o.family.known()
	}
	return o.family.check(results, about, of)
}

func init() { folder.CheckLines = checkLines }

// checkLines is folder.CheckLines: it checks results against their problems.
func checkLines(dir, infoName string) error {
	i := slices.IndexFunc(families(), func(f family) bool { return f.Info == infoName })
	if i < 0 {
		return nil
	}
	r := families()[i].in(dir, true)
	if !r.Begun() {
		return nil
	}
	o, err := r.Open(context.Background(), nil)
	if err != nil {
		return err
	}
	defer o.Close()
	rep, err := o.content(context.Background(), Options{OptimumJobs: -1})
	if len(rep.Faults) > 0 {
		f := rep.Faults[0]
		at := fmt.Sprintf("%s:%d", cmp.Or(f.File, filepath.Base(r.Results)), f.Line)
		return folder.Tampered(dir, folder.Change{File: at, Field: f.Field, Found: f.Found, Expected: f.Expected})
	}
	return err
}
