package verify

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// Fault is one value of a result that does not hold.
type Fault struct {
	// of the results file, from 1; absent without one
	Line int `json:"line,omitempty"`
	// of the step; or the name of a moldable instance, whose place in the file, from 0, is the
	// index
	Trace  string `json:"trace,omitempty"`
	Index  int    `json:"index"`
	Method string `json:"method"` // method or algorithm
	// what is wrong; of a whole file `lines`, `sha256`, `seal` or `content`
	Field string `json:"field"`
	// what it holds, and what it should hold
	Found    string `json:"found"`
	Expected string `json:"expected"`
	// name of the file in the folder; absent: the results. In CSV its path, as the first column
	File string `json:"file,omitempty"`

	subject string // what the result is about, for people; "": a step
}

// String returns the fault as one line of text, without the file's name.
func (f Fault) String() string {
	text := fmt.Sprintf("%s: found %s, expected %s", f.Field, f.Found, f.Expected)
	if f.File == "" {
		subject := cmp.Or(f.subject, fmt.Sprintf("step %d, method", f.Index))
		text = fmt.Sprintf("%s %s: %s", subject, f.Method, text)
	}
	if f.Line > 0 {
		text = fmt.Sprintf("line %d: %s", f.Line, text)
	}
	return text
}

// Report counts what was checked, and holds all faults.
type Report struct {
	Results    int    // or runs of a sweep, checked
	Steps      int    // or moldable instances, or settings, read
	Unanswered int    // steps to which no result belongs
	Checks     int    // single comparisons
	Bounds     Tally  // all bounds
	Largest    Tally  // the largest bound of each result, on which its gap rests
	Grids      Tally  // grid_bound of each result that has one
	Derived    [3]int // derivations that hold: of optima, of bounds within 0.01 % of the objective, and of others
	// values that no rule holds against anything, by the names of their fields
	Unchecked  map[string]int
	Foreign    []string    // methods that are known to the program alone that made the results
	Faults     []Fault     // in the order of the results
	Missing    []Fault     // results that steps lack and other steps have, in the order of the steps
	Assertions []Assertion // bounds that rest on trust alone, in the order of the results
}

// Hold counts a check, and returns ok. Where ok is false, the report gets a fault about the field,
// whose name comes after the field of about if there is one.
func (r *Report) Hold(
	ok bool,
	about Fault,
	field string,
	found any,
	expected string,
	args ...any,
) bool {
	r.Checks++
	if !ok {
		about.Field += field
		about.Found = shown(found)
		about.Expected = fmt.Sprintf(expected, args...)
		r.Faults = append(r.Faults, about)
	}
	return ok
}

// derived counts a derivation that holds. objective is nil if there is no schedule.
func (r *Report) derived(bound int64, objective *int64) {
	switch {
	case objective == nil || bound < *objective-*objective/10_000:
		r.Derived[2]++
	case bound < *objective:
		r.Derived[1]++
	default:
		r.Derived[0]++
	}
}

// unchecked counts a value, by its path, that nothing is held against.
func (r *Report) unchecked(path string) {
	if r.Unchecked == nil {
		r.Unchecked = make(map[string]int)
	}
	name, _, _ := strings.Cut(path[strings.LastIndex(path, ".")+1:], "[")
	r.Unchecked[name]++
}

// foreign notes a method that is not known here.
func (r *Report) foreign(method string) {
	r.unchecked("method")
	if !slices.Contains(r.Foreign, method) {
		r.Foreign = append(r.Foreign, method)
	}
}

// Tally counts bounds by the proofs that they rest on. Those that the step alone proves, or
// enumeration confirms, are recomputed; those that nothing can check are claimed. Some of all these
// are Weaker too.
type Tally map[record.Proof]int

// Weaker counts bounds below what is computed here.
const Weaker record.Proof = "weaker"

func (t *Tally) add(p record.Proof) { t.Merge(Tally{cmp.Or(p, record.ProofClaimed): 1}) }

// Merge adds the counts of another tally.
func (t *Tally) Merge(o Tally) {
	if *t == nil {
		*t = make(Tally)
	}
	for p, n := range o {
		(*t)[p] += n
	}
}

// Assertion is a bound that only a search or a solver vouches for: no schedule of the problem
// is below Bound, and one has Objective. The result has no fault. The problem is the step
// at one second, of which Bound is the largest bound, or the time-scaled problem.
type Assertion struct {
	Line      int
	Step      *optgap.Step
	Method    string
	TimeScale int64  // seconds per slot; 0: at one second
	Horizon   string // of the time-scaled problem
	Seed      uint64
	Bound     int64
	Objective int64
	Again     Search // nil: method exact
}

// Search searches again. same tells that it was the same search, which proves the same.
type Search func(ctx context.Context, limit time.Duration) (objective, bound int64, same bool, err error)

// Input is a file of JSON lines and the name under which errors mention it.
type Input struct {
	Name   string
	Reader io.Reader
}

// Files checks a results file against its steps file. An error about bad input wraps a
// *record.LineError with file and line. Another error names the option that is wrong.
// With an error the report covers the lines before it.
func Files(results, steps Input, o Options) (Report, error) {
	return run(lines(results, record.ParseResult), lines(steps, record.ParseStep), o)
}

// Results is [Files] for values that are in no file, or were read before. The line of a
// fault or error is the position of the value, from 1. Errors name the files "results"
// and "steps". An error of a sequence that wraps a *record.LineError is returned as it
// is.
func Results(
	results iter.Seq2[record.Result, error],
	steps iter.Seq2[optgap.Step, error],
	o Options,
) (Report, error) {
	return run(numbered(results, "results"), numbered(steps, "steps"), o)
}

func run(results source[record.Result], steps source[optgap.Step], o Options) (Report, error) {
	if err := o.Validate(); err != nil {
		return Report{}, err
	}
	if o.OptimumJobs == 0 {
		o.OptimumJobs = DefaultOptimumJobs
	}
	all := problems[*facts]{
		name:     "index",
		methods:  "method",
		field:    "result",
		lacking:  "one, as other steps have one by this method",
		required: o.Expected,
		underWay: o.UnderWay,
	}
	problem := func(line int, s optgap.Step) error {
		if err := s.Validate(); err != nil {
			return err
		}
		return all.add(
			nameOf(s.Trace, s.Index),
			line,
			Fault{Trace: s.Trace, Index: s.Index},
			newFacts(&s, o.OptimumJobs),
		)
	}
	key := func(r record.Result) (string, answer) {
		return nameOf(r.Trace, r.Index), answer{r.Method, r.TimeScale, r.ObjectiveName}
	}
	check := func(l ledger, r record.Result, of *facts) {
		j := &judge{Result: &r, ledger: l, options: o, facts: of.minimising(r.ObjectiveName)}
		j.all()
	}
	return inspect(&all, steps, problem, results, key, check)
}
