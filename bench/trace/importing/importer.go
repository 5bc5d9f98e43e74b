package importing

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/trace/swf"
)

// What is counted as the width of a job.
const (
	Processors = "processors"
	Nodes      = "nodes"
)

// Counts returns the values of Options.Count.
func Counts() []string { return []string{Processors, Nodes} }

// Options say how a log is read. The zero value is a machine of unknown size whose processors
// are counted, and times in UTC where they have no zone of their own.
type Options struct {
	Machine   int64  // processors, or nodes under Count; 0: as the log says, or unknown
	Count     string // Processors or Nodes; "": Processors
	TimeZone  string // such as Europe/Berlin: of times without one, and of the trace; "": UTC, and none
	KeepNames bool   // the trace tells which names the numbers stand for
}

// Validate refuses values out of their range, with an *optgap.FieldError.
func (o Options) Validate() error {
	if err := swf.CheckMachine(o.Machine); err != nil {
		return err
	}
	if o.Count != "" && !slices.Contains(Counts(), o.Count) {
		return &optgap.FieldError{Field: "count", Found: quote(o.Count), Expected: Processors + " or " + Nodes}
	}
	_, err := o.zone()
	return err
}

// zone returns the zone of times that have none of their own.
func (o Options) zone() (*time.Location, error) {
	zone, err := time.LoadLocation(o.TimeZone)
	if err != nil || o.TimeZone == "Local" { // which would be another one on another machine
		return nil, &optgap.FieldError{
			Field: "time-zone", Found: quote(o.TimeZone), Expected: "a zone such as Europe/Berlin or UTC",
		}
	}
	return zone, nil
}

// Importer collects the jobs of a log, which may have several files.
type Importer struct {
	options Options
	log     log
	tally   *tally
}

// tally holds what the files of a log have told so far.
type tally struct {
	runs     []run
	skips    Skips
	machine  int64 // processors that the log says the machine has; 0: it does not say
	absolute bool  // times are seconds since 1970

	users, groups, queues, partitions names
}

// add takes a job, or counts why it is none.
func (t *tally) add(j job) {
	switch {
	case j.width < 1:
		t.skips[NoWidth]++
		return
	case j.early:
		t.skips[StartsBeforeSubmit]++
		return
	}
	r := j.run
	if r.limit < 0 {
		r.remark(noLimit)
	}
	r.id = strings.Clone(j.id) // which is a part of its line
	r.user, r.group = t.users.number(j.userName), t.groups.number(j.groupName)
	r.queue, r.partition = t.queues.number(j.queueName), t.partitions.number(j.partitionName)
	t.runs = append(t.runs, r)
}

// New returns an Importer for logs of the format of that name. An unknown format and an option
// out of its range are errors of type *optgap.FieldError.
func New(format string, o Options) (*Importer, error) {
	f, err := formatNamed(format)
	if err == nil {
		err = o.Validate()
	}
	if err != nil {
		return nil, err
	}
	t := &tally{}
	return &Importer{options: o, log: f.make(o, t), tally: t}, nil
}

// Read reads a file of the log. r holds uncompressed text, see package stream. name is the name
// of the file in errors. The files of a log may be read in any order, but those of PBS in the
// order of time. A file without a job is no error.
func (im *Importer) Read(r io.Reader, name string) error { return im.log.read(r, name) }

// Trace returns the trace of all jobs read. notes are lines of provenance. It is called once,
// after the last file. A log without jobs is swf.ErrNoJobs.
func (im *Importer) Trace(notes ...string) (*Trace, error) {
	im.log.end()
	t := im.tally
	if len(t.runs) == 0 {
		return nil, fmt.Errorf("%w in the log; left out: %v", swf.ErrNoJobs, orNothing(t.skips))
	}
	t.sort()
	t.dropRepeated()
	first := t.runs[0].submit
	for i := range t.runs {
		t.runs[i].submit -= first
	}
	t.numberJobs()
	return im.trace(first, notes), nil
}

// orNothing writes counts also where there are none.
func orNothing(s Skips) string {
	if s.Total() == 0 {
		return "nothing"
	}
	return s.String()
}
