package audit

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/internal/papers/dutot2004"
	"github.com/optgap/optgap/bench/moldable/algorithm"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/bench/verify/recheck"
)

// Options steer checks as plain data. The names of the fields in YAML are those of the flags of
// "optgap verify". They have an effect on studies alone.
type Options struct {
	OptimumJobs int           `yaml:"optimum-jobs"` // see verify.Options
	TimeLimit   time.Duration `yaml:"time-limit"`   // of each search for a claim; 0: none
	Workers     int           // searches side by side; 0: one
	// Version is that of the program. What results of other versions say of themselves is not derived
	// again, as it may have another form.
	Version string `yaml:"-"`
}

// DefaultOptions returns the options of "optgap verify" without flags.
func DefaultOptions() Options {
	return Options{OptimumJobs: verify.DefaultOptimumJobs, TimeLimit: time.Minute}
}

// Validate reports the first field that is out of its range, as an *optgap.FieldError.
func (o Options) Validate() error {
	if o.TimeLimit < 0 {
		return optgap.BadField("time-limit", o.TimeLimit.String(), "at least 0")
	}
	if o.OptimumJobs < -1 || o.OptimumJobs > verify.MaxOptimumJobs {
		return optgap.BadField("optimum-jobs", o.OptimumJobs, fmt.Sprintf("-1 to %d", verify.MaxOptimumJobs))
	}
	return nil
}

// Kind tells the problems that results are about.
type Kind string

// The kinds of results.
const (
	OfSteps     Kind = "step"     // of a study
	OfInstances Kind = "instance" // of moldable jobs
	OfSettings  Kind = "setting"  // of a sweep, whose results are replays

	OfExperiments Kind = "experiment" // of aida2000
	OfTraces      Kind = "trace"      // of optgap offline, whose results are bounds on all schedules
)

// Opened is a run whose results are open. Close closes them.
type Opened struct {
	Run
	Kind Kind
	Name string // of the file of results

	results io.Closer
	lines   *bufio.Reader // of the results
	stdin   io.Reader
	state   state
}

// newOpened finds of which kind the open results of a run are.
func newOpened(ctx context.Context, r Run, name string, results io.ReadCloser, stdin io.Reader) *Opened {
	lines := bufio.NewReaderSize(stream.NewInterruptible(ctx, results), 1<<16)
	o := &Opened{Run: r, Kind: OfSteps, Name: name, results: results, lines: lines, stdin: stdin}
	switch {
	case begins(lines, sweep.RunFormat):
		o.Kind = OfSettings
	case begins(lines, record.MoldableResultFormat):
		o.Kind = OfInstances
	}
	return o
}

// begins tells whether the first line has the format. Nothing is read for good.
func begins(r *bufio.Reader, format string) bool {
	const enough = 512 // the format comes first, as optgap writes it
	head, err := r.Peek(enough)
	if err != nil && err != io.EOF {
		return false
	}
	first, _, _ := bytes.Cut(bytes.TrimSpace(head), []byte("\n"))
	return bytes.Contains(first, []byte(`"`+format+`"`))
}

// Close closes the results.
func (o *Opened) Close() error { return o.results.Close() }

// Check checks the results against their problems, and the files of a folder against its info file.
// An error is about bad input. The report then covers what precedes it. The results are read once,
// so that there is one check.
func (o *Opened) Check(ctx context.Context, options Options) (rep verify.Report, err error) {
	rep, err = o.content(ctx, options)
	changes := o.state.faults()
	if err == nil && len(changes) == 0 {
		err = o.derive(&rep, options.Version)
	}
	if err != nil && len(changes) > 0 && ctx.Err() == nil { // of that content may be unreadable
		changes, rep.Missing = append(changes, unreadable(err)), nil // what was not read is not missing
		err = nil
	}
	if o.state.known {
		rep.Checks += 1 + len(o.state.info.Files)
	}
	rep.Faults = append(changes, rep.Faults...)
	if o.state.info.Complete {
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

// openProblems opens the problems of the results.
func (o *Opened) openProblems(ctx context.Context) (about verify.Input, closer io.Closer, err error) {
	name, problems := o.problems, io.ReadCloser(nil)
	if o.Folder == "" {
		var file *stream.Reader
		if file, err = stream.Open(o.problems, o.stdin); err == nil {
			name, problems = file.Name(), file
		}
	} else {
		problems, err = folder.OpenLines(o.problems)
	}
	if err != nil {
		return about, nil, err
	}
	return verify.Input{Name: name, Reader: stream.NewInterruptible(ctx, problems)}, problems, nil
}

// content checks the results against their problems.
func (o *Opened) content(ctx context.Context, options Options) (verify.Report, error) {
	about, problems, err := o.openProblems(ctx)
	if err != nil {
		return verify.Report{}, err
	}
	defer problems.Close()
	results := verify.Input{Name: o.Name, Reader: o.lines}
	if o.Interrupted() && (o.Kind == OfSteps || o.Kind == OfInstances) {
		if results.Reader, err = withoutEarlier(o.lines); err != nil {
			return verify.Report{}, err
		}
	}
	switch o.Kind {
	case OfSettings:
		return verify.SweepFiles(results, about)
	case OfTraces:
		return verify.OfflineFiles(results, about)
	case OfExperiments:
		return o.family.check(o.Folder, results, about)
	case OfSteps:
		own := verify.Options{
			OptimumJobs: options.OptimumJobs, Methods: method.ResultNames(), Expected: o.expected(),
			Arguments: o.state.info.Arguments,
		}
		return verify.Files(results, about, own)
	}
	known := verify.MoldableOptions{Algorithms: algorithm.Names(algorithm.All()), Expected: o.expected()}
	if !o.family.generated {
		return verify.MoldableFiles(results, about, known)
	}
	found := record.ReadMoldableResults(results.Reader, results.Name)
	return verify.MoldableResults(found, dutot2004.ReadInstances(about.Reader, about.Name), known)
}

// Search searches for the claims of a report, by method exact, and returns the answers in their
// order. done is called after each search; nil: nothing is. The error is the context's, or that of
// a search; the answers are then those that were found by then.
func Search(ctx context.Context, claims []verify.Claim, o Options, done func()) ([]recheck.Answer, error) {
	return recheck.Check(ctx, claims, recheck.Options{TimeLimit: o.TimeLimit, Workers: o.Workers, Done: done})
}
