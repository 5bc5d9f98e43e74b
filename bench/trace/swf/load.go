package swf

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
)

// ErrNoJobs is the cause of the error about a trace without a usable job.
var ErrNoJobs = errors.New("no usable job")

// Options for [Load]. The zero value takes the machine from the header and skips unusable
// lines.
type Options struct {
	Machine int64     // processors; 0: MaxProcs of the header, else MaxNodes, else an error
	Strict  bool      // the first line that would be skipped is an *Error instead
	Rejects io.Writer // gets each skipped line verbatim after a "; Note:" with the reason, nil if nothing does
	MaxJobs int       // reading stops after so many usable jobs; 0: all are read
	Starts  bool      // Trace.Starts is wanted, so that a job of unknown wait is unusable
	Labels  bool      // Trace.Labels is wanted
	// Hindsight takes the run time of each job for its estimate too. One of 0 counts as a second.
	Hindsight bool
}

// Validate reports an option that is out of its range, as an *optgap.FieldError.
func (o Options) Validate() error {
	if err := CheckMachine(o.Machine); err != nil {
		return err
	}
	if o.MaxJobs < 0 {
		return optgap.BadField("jobs", o.MaxJobs, "at least 1, or 0 for all")
	}
	return nil
}

// CheckMachine returns an *optgap.FieldError for a negative number of processors. 0 stands
// for the machine of the trace.
func CheckMachine(processors int64) error {
	if processors >= 0 {
		return nil
	}
	return optgap.BadField("machine", processors, "at least 1 processor, or 0 for the trace's own")
}

// A Trace holds the jobs of a trace that can run on its machine, by submission.
type Trace struct {
	Name    string
	Machine int64 // processors
	Header  Header
	Jobs    []optgap.TraceJob
	// Starts[i] is the second in which Jobs[i] started by the trace: its submission plus its
	// wait, rounded up. It is nil without Options.Starts.
	Starts []int64
	// Labels are those of the jobs, by id, nil without Options.Labels.
	Labels map[int64]Labels

	Lines        int   // job lines read: len(Jobs) plus Skipped.Total()
	Skipped      Skips // job lines without a usable job
	NoEstimate   int   // jobs whose run time takes the place of an estimate
	PastEstimate int   // jobs that run longer than their estimate: a replay kills them
	Rounded      int   // jobs with fractions of seconds, rounded up
	Unsorted     int   // jobs submitted earlier than the preceding one in the file
	Malformed    []int // numbers of the first malformed lines, at most maxPlaces
	Fields       int   // of a job line; not 18 in traces with fewer or with additional ones
	Odd          int   // lines with a value that is no number, in a field that no replay reads: it is unknown
	FirstOdd     error // the first such value, nil if there is none
}

// Labels are the user, group, executable, queue and partition of a job, below 0 where unknown.
type Labels [5]int64

// LabelNames are the names of Labels.
var LabelNames = [...]string{"user", "group", "executable", "queue", "partition"}

// maxPlaces is the largest number of malformed lines that a Trace names.
const maxPlaces = 3

// Load reads a trace. r holds uncompressed text, see package stream. name is the name of the
// trace, also in errors. A failure to read is an error. So are a first job line of another
// text format, a machine of unknown size, and a trace without a usable job (ErrNoJobs).
// Under Options.Strict the first unusable line is an error. Other unusable lines are skipped
// and counted. Load takes time linear in the file, and O(n log n) for n unsorted jobs.
func Load(r io.Reader, name string, o Options) (*Trace, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	l := &loader{Options: o, in: NewReader(r, name), trace: &Trace{Name: name}}
	if o.Labels {
		l.trace.Labels = make(map[int64]Labels)
	}
	if o.Rejects != nil {
		l.rejects = bufio.NewWriter(o.Rejects)
	}
	err := l.load()
	if l.rejects != nil {
		if flushed := l.rejects.Flush(); err == nil && flushed != nil {
			err = fmt.Errorf("writing the skipped lines of %s: %w", name, flushed)
		}
	}
	if err != nil {
		return nil, err
	}
	return l.trace, nil
}

// Warnings returns notes on the trace for readers of results, a sentence each.
func (t *Trace) Warnings() []string {
	var w []string
	warn := func(n int, format string, args ...any) {
		if n > 0 {
			w = append(w, fmt.Sprintf(format, args...))
		}
	}
	warn(
		t.NoEstimate,
		"%d of %d jobs have no estimate: schedulers know their run time in its place",
		t.NoEstimate,
		len(t.Jobs),
	)
	warn(
		t.Skipped.Total(),
		"%d of %d job lines skipped: %s",
		t.Skipped.Total(),
		t.Lines,
		t.Skipped.text(t.malformed()),
	)
	if t.Fields > fieldCount {
		warn(
			t.Lines,
			"job lines have %d fields: those after the first %d are not read",
			t.Fields,
			fieldCount,
		)
	} else if t.Fields < fieldCount {
		warn(
			t.Lines,
			"job lines have %d of %d fields: the others are unknown",
			t.Fields,
			fieldCount,
		)
	}
	warn(
		t.Odd,
		"%d of %d job lines have a value in a field that no replay reads which is no number, and so unknown; "+
			"the first: %v",
		t.Odd,
		t.Lines,
		t.FirstOdd,
	)
	warn(
		t.PastEstimate,
		"%d of %d jobs run past their estimate and are killed at it",
		t.PastEstimate,
		len(t.Jobs),
	)
	warn(t.Rounded, "%d of %d jobs have fractions of seconds, rounded up", t.Rounded, len(t.Jobs))
	warn(
		t.Unsorted,
		"%d of %d jobs are not in order of submission: sorted",
		t.Unsorted,
		len(t.Jobs),
	)
	return w
}

// malformed returns the places of the malformed lines, such as " (lines 3, 9)".
func (t *Trace) malformed() string {
	list := strings.Join(lists.Each(t.Malformed, strconv.Itoa), ", ")
	switch n := t.Skipped[Malformed]; {
	case n == 0:
		return ""
	case n == 1:
		return " (line " + list + ")"
	case n > len(t.Malformed):
		list += " and more"
	}
	return " (lines " + list + ")"
}

type loader struct {
	Options
	in      *Reader
	trace   *Trace
	rejects *bufio.Writer
	ids     idSet
	area    int64  // sum over the jobs, at most maxTotal
	first   *Error // the first skipped line
}

func (l *loader) load() error {
	t := l.trace
	var err error
	t.Header, err = l.in.Begin()
	if err != nil {
		return err
	}
	t.Machine = l.Machine
	if t.Machine == 0 {
		t.Machine, err = t.Header.Machine()
		if err != nil {
			return fmt.Errorf("%s: %w", t.Name, err)
		}
	}
	if err := l.readJobs(); err != nil {
		return err
	}
	t.Fields = l.in.fields
	t.Odd = l.in.odd
	if t.Odd > 0 {
		t.FirstOdd = l.in.firstOdd
	}
	if len(t.Jobs) == 0 {
		return fmt.Errorf("%s: %w among %s (%v); the first: %w",
			t.Name, ErrNoJobs, format.Count(t.Lines, "job line"), t.Skipped, l.first)
	}
	if t.Unsorted > 0 {
		t.sort()
	}
	return nil
}

// sort sorts the jobs, and their starts with them. Jobs of equal submission keep their order.
func (t *Trace) sort() {
	order := lists.Places[int](len(t.Jobs))
	slices.SortStableFunc(
		order,
		func(a, b int) int { return cmp.Compare(t.Jobs[a].Submit, t.Jobs[b].Submit) },
	)
	t.Jobs, t.Starts = arranged(t.Jobs, order), arranged(t.Starts, order)
}

// arranged returns the values in the order of their indices, or nil if there are none.
func arranged[T any](values []T, order []int) []T {
	if values == nil {
		return nil
	}
	sorted := make([]T, len(values))
	for i, from := range order {
		sorted[i] = values[from]
	}
	return sorted
}

func (l *loader) readJobs() error {
	var rec Record
	for l.in.advance() {
		l.trace.Lines++
		var j optgap.TraceJob
		bad := l.in.parse(&rec)
		if bad == nil {
			j, bad = l.judge(&rec)
		}
		if bad != nil {
			if err := l.skip(bad); err != nil {
				return err
			}
			continue
		}
		l.add(j, &rec)
		if len(l.trace.Jobs) == l.MaxJobs {
			return nil
		}
	}
	return l.in.lines.Error(l.in.name)
}

// judge returns the job of a record, or says why there is none. It looks at the jobs before it
// too.
func (l *loader) judge(rec *Record) (optgap.TraceJob, *Error) {
	own := *rec
	if l.Hindsight {
		own.RequestedTime = max(own.RunTime, 1)
	}
	j, bad := job(&own, l.trace.Machine)
	if l.Hindsight {
		j.RunTime = j.Estimate
	}
	switch {
	case bad != nil:
	case j.Area() > maxTotal-l.area:
		bad = outOfRange()
	case l.Starts && rec.Wait < 0:
		bad = unusable(
			NoWait,
			FieldWait,
			format.Plain(rec.Wait),
			"at least 0, as the start of each job is asked for",
		)
	case l.Starts && rec.start() > maxSum-max(j.Estimate, j.RunTime):
		bad = outOfRange()
	case !l.ids.add(j.ID, l.trace.Jobs):
		bad = unusable(DuplicateID, FieldID, j.ID, "a number that no earlier job has")
	}
	return j, bad
}

func (l *loader) add(j optgap.TraceJob, rec *Record) {
	t := l.trace
	if n := len(t.Jobs); n > 0 && j.Submit < t.Jobs[n-1].Submit {
		t.Unsorted++
	}
	if rec.RequestedTime <= 0 && !l.Hindsight {
		t.NoEstimate++
	}
	if j.RunTime > j.Estimate {
		t.PastEstimate++
	}
	if rec.hasFraction() {
		t.Rounded++
	}
	l.area += j.Area()
	t.Jobs = append(t.Jobs, j)
	if l.Starts {
		t.Starts = append(t.Starts, rec.start())
	}
	if l.Labels {
		t.Labels[j.ID] = Labels{rec.User, rec.Group, rec.Executable, rec.Queue, rec.Partition}
	}
}

// skip counts the current line and keeps its text. Under Options.Strict it returns the
// error.
func (l *loader) skip(bad *Error) error {
	bad.File = l.in.name
	bad.Line = l.in.lines.Number
	reason, _ := bad.Err.(Reason) // else the line is Malformed
	if l.Strict {
		return bad
	}
	if l.first == nil {
		l.first = bad
	}
	l.trace.Skipped[reason]++
	if reason == Malformed && len(l.trace.Malformed) < maxPlaces {
		l.trace.Malformed = append(l.trace.Malformed, bad.Line)
	}
	if l.rejects == nil {
		return nil
	}
	_, err := fmt.Fprintf(
		l.rejects,
		"; Note: line %d: %v: %s\n%s\n",
		bad.Line,
		reason,
		bad.detail(),
		l.in.lines.Text,
	)
	if err != nil {
		return fmt.Errorf("writing the skipped lines of %s: %w", l.trace.Name, err)
	}
	return nil
}

// An idSet finds repeated job numbers, or nil if the numbers of all jobs rise. Most traces number
// their jobs upwards, and a number is then compared with the last one only.
type idSet map[int64]struct{}

// add reports whether id is new. jobs holds all jobs that were added before.
func (s *idSet) add(id int64, jobs []optgap.TraceJob) bool {
	if *s == nil {
		if len(jobs) == 0 || id > jobs[len(jobs)-1].ID {
			return true
		}
		*s = make(idSet, 2*len(jobs))
		for _, j := range jobs {
			(*s)[j.ID] = struct{}{}
		}
	}
	if _, known := (*s)[id]; known {
		return false
	}
	(*s)[id] = struct{}{}
	return true
}
