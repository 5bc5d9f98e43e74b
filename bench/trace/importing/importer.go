// Package importing turns the logs of resource managers into traces:
//
//	files -> Importer.Read, ... -> Importer.Trace -> Trace.Write -> SWF
//
// [Formats] lists the logs that it reads. Each has a reader of its own in one file. A reader goes
// through a log line by line, and gives each run of a job to the [Importer]. What is no run of a
// job, or has ended no run yet, is counted by [Reason]. So is a record that the reader does not
// understand, or that contradicts itself: nothing is guessed. Under Options.Strict it is an error
// that names file, line and field.
//
// The Importer holds all jobs, as a log need not be in order of submission. A million jobs take
// 430 MB. Users, groups, queues and partitions become numbers in the order in which the log
// first names them.
//
// # Sources
//
// The logs are those that the manuals of their programs define:
//
//   - Slurm: sacct(1), section "Job Accounting Fields", https://slurm.schedmd.com/sacct.html, and its states,
//     https://slurm.schedmd.com/job_state_codes.html
//   - TORQUE: Administrator Guide, "Accounting Records",
//     http://docs.adaptivecomputing.com/torque/4-1-4/Content/topics/9-accounting/accountingRecords.htm
//   - PBS Professional: Reference Guide, chapter "Accounting"; OpenPBS: src/server/accounting.c
//   - separated values: a [Map] says which column is what
//   - Batsim: "Workload", https://batsim.readthedocs.io/en/latest/input-workload.html
//
// # Fields
//
// Where the fields of SWF come from. The columns are those of Slurm 25.11. The records and
// attributes are those that OpenPBS 23 and TORQUE 6 write by their sources.
//
//   - Job number (1): JobIDRaw, or JobID where that is a number; PBS: the number of the id, but of tasks of arrays.
//   - Submission (2): Submit; PBS: ctime, else qtime, and after an R record its end.
//   - Wait (3): to Start, without a start to End; PBS: to start, else to end.
//   - Run time (4), without suspensions: ElapsedRaw, or Elapsed; PBS: from start to end.
//   - Processors (5, 8), those that the job held: AllocCPUS, or NCPUS, without a start ReqCPUS; PBS:
//     total_execution_slots of TORQUE, else the slots of exec_host (n1/0+n1/1, n1/0-5, n1/0*4), or the most
//     of Resource_List.ncpus, select, nodes, procs, size, and mppwidth times mppdepth, where that is more.
//   - The same with nodes counted: AllocNodes, or NNodes, without a start ReqNodes; PBS: unique_node_count of
//     TORQUE, else the hosts of exec_host, or Resource_List.mppnodect, else mppwidth by mppnppn, where that
//     is more; without a host nodes or nodect.
//   - The same with GPUs counted: gres/gpu of AllocTRES, else the sum of its types, without a start of ReqTRES.
//   - Requested time (9), -1 for none: TimelimitRaw in minutes, or Timelimit; PBS: Resource_List.walltime.
//   - Status (11): 1 of State COMPLETED and RESIZING, 5 of CANCELLED and of what never started, -1 of an unknown
//     one, else 0; PBS: 1 of Exit_status 0, 5 after a D or A record and without a start, -1 without one, else 0.
//   - User, group (12, 13): User; Group, else GID, else Account; PBS: user, group.
//   - Queue, partition (15, 16): QOS, Partition; PBS: queue.
//   - For notes and reasons: End, Eligible, Suspended, State; PBS: records S, T, z, r, c, D, A.
//
// All else is not read: names, accounts, memory, other TRES, Planned, Restarts; PBS: records Q, C,
// M, L, a, e, s, u, of reservations and of provisioning, and what was used.
//
// # Values
//
// All readers take the same words for the same. They stand in values.go, those of times in
// moments.go.
//
//   - Missing: blank, -, NA, NaN, NaT, <NA>, \N, None, null, Unknown, 0001-01-01. So is a start or an end of -1, and
//     one of 0 or 1970-01-01 where the submission is later.
//   - No limit: a missing one, UNLIMITED, Partition_Limit, INVALID, NOT_SET, INFINITE, inf, 4294967295, 4294967294,
//     0 and below. One that cannot be read is none, and is told.
//   - Lengths: a number, h:m:s or d:h:m:s, and with a dash days-hours[:minutes[:seconds]]. Two parts are
//     minutes:seconds, or hours:minutes where the unit is minutes or hours.
//   - Zones: an offset, UTC, GMT, Z and the names of the log's zone. Others are refused, as they have several meanings.
//
// # Special cases
//
//   - Slurm sets the submission of a later run of a requeued job to the requeueing.
//   - Slurm 22.05 prints the cancellation as the start of a job that never started.
//   - Slurm counts jobs by cluster: a log with a column Cluster and several of them needs Options.Cluster.
//   - Slurm prints 1024 processors or nodes as 1K, unless sacct has --noconvert.
//   - A name with a | in it tears its line of sacct.
//   - PBS: an E record tells all of a job. An R record ends a run, and the next is submitted then.
//   - PBS: suspended jobs free their processors from a z record to the r record.
//   - On a Cray exec_host may be the login host alone: a job is as wide as its request where that is more.
//     Counting nodes needs mppnppn or mppnodect there.
//   - PBS: a job that releases nodes (c records) keeps the width of its start.
//
// The written trace is in the Standard Workload Format, see package swf.
//
// The package may change at any time.
package importing

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/trace/swf"
)

// What is counted as the width of a job.
const (
	Processors = "processors"
	Nodes      = "nodes"
	GPUs       = "gpus" // of Slurm alone
)

// Counts returns the values of Options.Count.
func Counts() []string { return []string{Processors, Nodes, GPUs} }

// Options say how a log is read. The zero value is a machine of unknown size whose processors
// are counted, and times in UTC where they have no zone of their own.
type Options struct {
	Machine   int64  // in the unit of Count; 0: as the log says, or unknown
	Count     string // Processors, Nodes or GPUs; "": Processors
	Cluster   string // of Slurm; "": the only one of the log
	TimeZone  string // such as Europe/Berlin: of times without one, and of the trace; "": UTC, and none
	Map       Map    // where the fields of csv stand
	KeepNames bool   // the trace tells which names the numbers stand for
	Strict    bool   // a record with a fault is an error; otherwise it is left out and counted
}

// Validate refuses values out of their range, with an *optgap.FieldError.
func (o Options) Validate() error {
	if err := swf.CheckMachine(o.Machine); err != nil {
		return err
	}
	if o.Count != "" && !slices.Contains(Counts(), o.Count) {
		return optgap.BadField("count", quote(o.Count), format.Enumeration("or", Counts()))
	}
	if _, err := time.LoadLocation(o.TimeZone); err != nil || o.TimeZone == "Local" { // another one on another machine
		return optgap.BadField("time-zone", quote(o.TimeZone), "a zone such as Europe/Berlin or UTC")
	}
	return nil
}

// Importer collects the jobs of a log, which may have several files.
type Importer struct {
	options  Options
	zone     *time.Location // of times that have none of their own
	log      log
	runs     []run
	skips    Skips
	machine  int64 // processors that the log says the machine has; 0: it does not say
	absolute bool  // times are seconds since 1970

	sound  int   // records of the current file without a fault
	faulty error // the first fault of the current file, nil if there is none
	fault  error // and of all files

	states   words          // states that are unknown
	limits   words          // time limits that cannot be read
	clusters map[string]int // lines by cluster, where the log names it

	users, groups, queues, partitions names
}

// record counts a record of a file. One with a fault is left out; if the reader is strict, its
// error is returned. The cause of a fault is a Reason; without one the record is Unreadable.
func (im *Importer) record(file string, line int, fault error) error {
	if fault == nil {
		im.sound++
		return nil
	}
	reason := Unreadable
	err := at(file, line, fault)
	if errors.As(fault, &reason); im.options.Strict {
		return err
	}
	im.skips[reason]++
	im.faulty = cmp.Or(im.faulty, err)
	return nil
}

// end has nothing to hand on where each record is a job.
func (im *Importer) end() {}

// add takes a job.
func (im *Importer) add(j job) {
	r := j.run
	r.remark(noLimit, r.limit < 0)
	r.id = strings.Clone(j.id) // which is a part of its line
	r.user, r.group = im.users.number(j.userName), im.groups.number(j.groupName)
	r.queue, r.partition = im.queues.number(j.queueName), im.partitions.number(j.partitionName)
	im.runs = append(im.runs, r)
}

// New returns an Importer for logs of the format of that name. An unknown format and an option
// out of its range are errors of type *optgap.FieldError.
func New(format string, o Options) (*Importer, error) {
	f, err := formatNamed(format)
	if err == nil {
		err = o.Validate()
	}
	if err == nil && o.Count == GPUs && f.Name != "slurm" {
		err = optgap.BadField(
			"count",
			quote(o.Count),
			Processors+" or "+Nodes+", but with --from slurm",
		)
	}
	if err == nil && f.Name == "csv" {
		_, err = o.Map.sources(countedField(o.Count))
	}
	if err != nil {
		return nil, err
	}
	im := &Importer{options: o, states: words{}, limits: words{}, clusters: map[string]int{}}
	im.zone, _ = time.LoadLocation(o.TimeZone) // valid
	im.log = f.make(o, im)
	return im, nil
}

// Read reads a file of the log. r holds uncompressed text, see package stream. name is the name
// of the file in errors. The files of a log may be read in any order, but those of PBS in the
// order of time. A file without a job is no error. One of whose records all have a fault is:
// it must be something else than a log of the format.
func (im *Importer) Read(r io.Reader, name string) error {
	im.sound = 0
	im.faulty = nil
	err := im.log.read(r, name)
	if err == nil && im.sound == 0 {
		err = im.faulty
	}
	im.fault = cmp.Or(im.fault, im.faulty)
	return err
}

// Trace returns the trace of all jobs read. notes are lines of provenance. It is called once,
// after the last file. A log without jobs is swf.ErrNoJobs.
func (im *Importer) Trace(notes ...string) (*Trace, error) {
	im.log.end()
	if err := im.checkCluster(im.options.Cluster); err != nil {
		return nil, err
	}
	if len(im.runs) == 0 {
		leftOut := withFault(cmp.Or(im.skips.String(), "nothing"), im.fault)
		return nil, fmt.Errorf("%w in the log; left out: %v", swf.ErrNoJobs, leftOut)
	}
	im.sort()
	im.dropRepeated()
	first := im.runs[0].submit
	for i := range im.runs {
		im.runs[i].submit -= first
	}
	im.numberJobs()
	return &Trace{
		Header: im.header(first, notes), Skipped: im.skips, Busiest: busiest(im.runs),
		runs: im.runs, fault: im.fault, states: im.states, limits: im.limits,
	}, nil
}

// checkCluster refuses a log of several clusters of which none was chosen, and a choice that the
// log does not have.
func (im *Importer) checkCluster(chosen string) error {
	if chosen == "" && len(im.clusters) < 2 || im.clusters[chosen] > 0 {
		return nil
	}
	found := lists.Each(slices.Sorted(maps.Keys(im.clusters)), func(name string) string {
		return quote(name) + " (" + format.Count(im.clusters[name], "line") + ")"
	})
	expected := "one of " + strings.Join(found, ", ") + ", as ids are those of a cluster"
	return optgap.BadField("cluster", orNone(chosen), expected)
}

// withFault adds the first fault to a text about what was left out.
func withFault(leftOut string, fault error) string {
	if fault == nil {
		return leftOut
	}
	return fmt.Sprintf("%s; the first fault: %v", leftOut, fault)
}

// Format is a kind of log.
type Format struct {
	Name  string
	About string // in a few words
	make  func(Options, *Importer) log
}

// log reads the files of one log.
type log interface {
	// read reads a file. Its errors name the file, the line and the field.
	read(r io.Reader, name string) error
	// end is called after the last file. It hands on what waited for later lines.
	end()
}

// Formats returns all formats.
func Formats() []Format {
	return []Format{
		{"slurm", "what sacct --parsable2 prints", newSlurm},
		{"pbs", "accounting files of PBS and TORQUE", newPBS},
		{"batsim", "a workload of Batsim, in JSON", newBatsim},
		{
			"csv",
			"separated values, a line a job: --columns or --map says which column is what",
			newSeparated,
		},
	}
}

// formatNamed returns the format of a name, in upper or lower case.
func formatNamed(name string) (Format, error) {
	var known []string
	for _, f := range Formats() {
		if strings.EqualFold(f.Name, name) {
			return f, nil
		}
		known = append(known, f.Name)
	}
	return Format{}, optgap.BadField("from", orNone(name), "one of "+strings.Join(known, ", "))
}

// wrong returns the error about a field in a line of a file.
func wrong(file string, line int, field, found, expected string) error {
	return fmt.Errorf("%s:%d: %w", file, line, optgap.BadField(field, found, expected))
}

// newFault returns the fault of a field, with the reason for which its record is left out.
func newFault(reason Reason, field, found, expected string) error {
	return errors.Join(reason, optgap.BadField(field, found, expected))
}

// at returns an error about a field with the place of the line before it.
func at(file string, line int, err error) error {
	var field *optgap.FieldError
	if !errors.As(err, &field) {
		return err
	}
	return wrong(file, line, field.Field, field.Found, field.Expected)
}

// quote returns a text in quotation marks, shortened to a readable length.
func quote(text string) string {
	const most = 60
	if len(text) > most {
		return fmt.Sprintf("%q...", text[:most])
	}
	return fmt.Sprintf("%q", text)
}

// orNone quotes a text that may be missing.
func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return quote(text)
}
