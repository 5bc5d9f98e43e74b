package importing

import (
	"cmp"
	"errors"
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
	Strict    bool   // a record with a fault is an error; otherwise it is left out and counted
}

// Validate refuses values out of their range, with an *optgap.FieldError.
func (o Options) Validate() error {
	if err := swf.CheckMachine(o.Machine); err != nil {
		return err
	}
	if o.Count != "" && !slices.Contains(Counts(), o.Count) {
		return optgap.BadField("count", quote(o.Count), Processors+" or "+Nodes)
	}
	_, err := o.zone()
	return err
}

// zone returns the zone of times that have none of their own.
func (o Options) zone() (*time.Location, error) {
	zone, err := time.LoadLocation(o.TimeZone)
	if err != nil || o.TimeZone == "Local" { // which would be another one on another machine
		return nil, optgap.BadField("time-zone", quote(o.TimeZone), "a zone such as Europe/Berlin or UTC")
	}
	return zone, nil
}

// Importer collects the jobs of a log, which may have several files.
type Importer struct {
	options Options
	log     log
	tally   *tally
	fault   error // the first of all files; nil: none
}

// tally holds what the files of a log have told so far.
type tally struct {
	runs     []run
	skips    Skips
	machine  int64 // processors that the log says the machine has; 0: it does not say
	absolute bool  // times are seconds since 1970

	strict bool
	sound  int   // records of the current file without a fault
	fault  error // the first of the current file; nil: none

	states map[string]int // lines by states that the format does not define

	users, groups, queues, partitions names
}

// record counts a record of a file. One with a fault is left out; if the reader is strict, its error is returned. The
// cause of a fault is a Reason; without one the record is Unreadable.
func (t *tally) record(file string, line int, fault error) error {
	if fault == nil {
		t.sound++
		return nil
	}
	reason, err := Unreadable, at(file, line, fault)
	if errors.As(fault, &reason); t.strict {
		return err
	}
	t.skips[reason]++
	t.fault = cmp.Or(t.fault, err)
	return nil
}

// add takes a job.
func (t *tally) add(j job) {
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
	t := &tally{strict: o.Strict, states: map[string]int{}}
	return &Importer{options: o, log: f.make(o, t), tally: t}, nil
}

// Read reads a file of the log. r holds uncompressed text, see package stream. name is the name
// of the file in errors. The files of a log may be read in any order, but those of PBS in the
// order of time. A file without a job is no error. One of whose records all have a fault is:
// it must be something else than a log of the format.
func (im *Importer) Read(r io.Reader, name string) error {
	t := im.tally
	t.sound, t.fault = 0, nil
	err := im.log.read(r, name)
	if err == nil && t.sound == 0 {
		err = t.fault
	}
	im.fault = cmp.Or(im.fault, t.fault)
	return err
}

// Trace returns the trace of all jobs read. notes are lines of provenance. It is called once,
// after the last file. A log without jobs is swf.ErrNoJobs.
func (im *Importer) Trace(notes ...string) (*Trace, error) {
	im.log.end()
	t := im.tally
	if len(t.runs) == 0 {
		return nil, fmt.Errorf("%w in the log; left out: %v", swf.ErrNoJobs, withFault(orNothing(t.skips), im.fault))
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

// withFault adds the first fault to a text about what was left out.
func withFault(leftOut string, fault error) string {
	if fault == nil {
		return leftOut
	}
	return fmt.Sprintf("%s; the first fault: %v", leftOut, fault)
}
