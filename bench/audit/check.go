package audit

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/moldable/algorithm"
	"github.com/optgap/optgap/bench/papers/dutot2004"
	"github.com/optgap/optgap/bench/record"
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
}

// DefaultOptions returns the options of "optgap verify" without flags.
func DefaultOptions() Options {
	return Options{OptimumJobs: verify.DefaultOptimumJobs, TimeLimit: time.Minute}
}

// Validate reports the first field that is out of its range, as an *optgap.FieldError.
func (o Options) Validate() error {
	if o.TimeLimit < 0 {
		return &optgap.FieldError{Field: "time-limit", Found: o.TimeLimit.String(), Expected: "at least 0"}
	}
	if o.OptimumJobs < -1 || o.OptimumJobs > verify.MaxOptimumJobs {
		return &optgap.FieldError{
			Field: "optimum-jobs", Found: fmt.Sprint(o.OptimumJobs),
			Expected: fmt.Sprintf("-1 to %d", verify.MaxOptimumJobs),
		}
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
)

// Opened is a run whose results are open. Close closes them.
type Opened struct {
	Run
	Kind Kind
	Name string // of the file of results

	results *stream.Reader
	lines   *bufio.Reader // of the results
	stdin   io.Reader
}

// newOpened finds of which kind the open results of a run are.
func newOpened(ctx context.Context, r Run, results *stream.Reader, stdin io.Reader) *Opened {
	lines := bufio.NewReaderSize(stream.NewInterruptible(ctx, results), 1<<16)
	o := &Opened{Run: r, Kind: OfSteps, Name: results.Name(), results: results, lines: lines, stdin: stdin}
	switch {
	case begins(lines, sweep.RunFormat):
		o.Kind = OfSettings
	case r.generated || begins(lines, record.MoldableResultFormat):
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

// Check checks the results against their problems. An error is about bad input. The report then
// covers what precedes it. The results are read once, so that there is one check.
func (o *Opened) Check(ctx context.Context, options Options) (verify.Report, error) {
	problems, err := stream.Open(o.problems, o.stdin)
	if err != nil {
		return verify.Report{}, err
	}
	defer problems.Close()
	results := verify.Input{Name: o.Name, Reader: o.lines}
	about := verify.Input{Name: problems.Name(), Reader: stream.NewInterruptible(ctx, problems)}
	switch {
	case o.Kind == OfSettings:
		return verify.SweepFiles(results, about)
	case o.Kind == OfSteps:
		own := verify.Options{OptimumJobs: options.OptimumJobs, Methods: method.ResultNames()}
		return verify.Files(results, about, own)
	}
	known := verify.MoldableOptions{Algorithms: algorithm.Names(algorithm.All())}
	if !o.generated {
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
