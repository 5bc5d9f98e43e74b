package importing

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/trace/swf"
)

// run is a run of a job, as a log tells it. A value that the log does not tell is swf.Unknown.
type run struct {
	id     string // in the log; runs with the same id, times and width are one
	number int64  // by which the log knows the job, and in the end that of the trace; swf.Unknown: none

	submit  float64 // second, since 1970 or since the log's own second 0
	wait    float64 // seconds from the submission to the start, or to the end without a start
	runTime float64 // seconds on the processors; unknown: the job never started
	limit   float64 // seconds that the job may run
	width   int64   // processors, or nodes where these are counted
	status  int32   // as in SWF

	user, group, queue, partition int32  // numbers of the names
	remarks                       uint16 // a bit for each remark about the run
}

// remark notes something about the run, if it is so.
func (r *run) remark(what remark, so bool) {
	if so {
		r.remarks |= 1 << what
	}
}

// job is a run with its names, as a reader hands it on.
type job struct {
	run
	userName, groupName, queueName, partitionName string // "": the log does not tell
}

// started reports whether the job ever ran.
func (r *run) started() bool { return r.runTime >= 0 }

// record returns the line of the run in SWF. Both widths of a job that ran are those that it held.
func (r *run) record() swf.Record {
	allocated := r.width
	if !r.started() {
		allocated = swf.Unknown
	}
	return swf.Record{
		ID:              r.number,
		Submit:          r.submit,
		Wait:            r.wait,
		RunTime:         r.runTime,
		Allocated:       allocated,
		CPUTime:         swf.Unknown,
		Memory:          swf.Unknown,
		RequestedProcs:  r.width,
		RequestedTime:   r.limit,
		RequestedMemory: swf.Unknown,
		Status:          int64(r.status),
		User:            int64(r.user),
		Group:           int64(r.group),
		Executable:      swf.Unknown,
		Queue:           int64(r.queue),
		Partition:       int64(r.partition),
		Preceding:       swf.Unknown,
		ThinkTime:       swf.Unknown,
	}
}

// names numbers names from 1 in the order of their first use.
type names struct {
	numbers map[string]int32
	inOrder []string
}

// number returns the number of a name; swf.Unknown for a blank one.
func (n *names) number(name string) int32 {
	if name == "" {
		return swf.Unknown
	}
	if k, ok := n.numbers[name]; ok {
		return k
	}
	if n.numbers == nil {
		n.numbers = map[string]int32{}
	}
	name = strings.Clone(name) // which is a part of its line
	n.inOrder = append(n.inOrder, name)
	n.numbers[name] = int32(len(n.inOrder))
	return n.numbers[name]
}

// legend returns a header line for each name. line says how: it gets the number and the name.
func (n *names) legend(line string) (lines []string) {
	for i, name := range n.inOrder {
		lines = append(lines, fmt.Sprintf(line, i+1, printable(name)))
	}
	return lines
}

// printable returns a name in one line, with escapes in the place of what is not printable.
func printable(name string) string { return inLine.Replace(format.Printable(name)) }

var inLine = strings.NewReplacer("\n", `\n`, "\t", `\t`)

// sort sorts the runs by submission. Those of one second keep their order in the log, but for
// repeated ones, which follow each other.
func (im *Importer) sort() {
	slices.SortStableFunc(im.runs, func(a, b run) int {
		return cmp.Or(cmp.Compare(a.submit, b.submit), cmp.Compare(a.number, b.number))
	})
}

// dropRepeated leaves out runs that are there already: logs that were written one after the
// other tell of the same job where their times overlap.
func (im *Importer) dropRepeated() {
	type identity struct {
		id            string
		wait, runTime float64
		width         int64
	}
	seen := make(map[identity]bool)
	second := math.Inf(-1) // those submitted in the second
	before := len(im.runs)
	im.runs = slices.DeleteFunc(im.runs, func(r run) bool {
		if r.submit != second {
			clear(seen)
			second = r.submit
		}
		is := identity{r.id, r.wait, r.runTime, r.width}
		repeated := seen[is]
		seen[is] = true
		return repeated
	})
	im.skips[Repeated] += before - len(im.runs)
}

// numberJobs gives a new number to each job without one and to each whose number an earlier
// job has. New numbers are larger than all others.
func (im *Importer) numberJobs() {
	next := int64(0)
	for _, r := range im.runs {
		next = max(next, r.number)
	}
	taken := make(map[int64]bool, len(im.runs))
	for i := range im.runs {
		r := &im.runs[i]
		if r.number < 0 || taken[r.number] {
			next++
			r.number = next
			r.remark(renumbered, true)
		}
		taken[r.number] = true
	}
}

// A Reason says why something of a log became no job of the trace.
type Reason int

// The reasons, in the order in which they are told.
const (
	Step               Reason = iota // a part of a job that has a record of its own
	StillWaiting                     // not started when the log was written
	StillRunning                     // not ended when the log was written
	DeletedBeforeRun                 // the log tells nothing of its size
	Attempt                          // a start without an end: the job started again later
	WholeArray                       // a record about all tasks of an array
	ElsewhereRun                     // a federated job's sibling, revoked as another cluster ran it
	OtherCluster                     // of a cluster that was not asked for
	Repeated                         // the same run is there twice, such as in two files
	NoRunTime                        // only a simulator of the machine could tell it
	NoGPU                            // where GPUs are counted
	Partial                          // components of a heterogeneous job whose other components were left out
	NoWidth                          // from here on faults: no processors
	StartsBeforeSubmit               // the times contradict each other
	EndsBeforeStart                  // the times contradict each other
	Unreadable                       // torn, or with a value that is none of its field
	reasons            = iota
)

// reasonTexts are those of one and, where they differ, of several.
var reasonTexts = [reasons][2]string{
	{"step of a job", "steps of jobs"},
	{"still waiting"},
	{"still running"},
	{"deleted before its start, of unknown size"},
	{"start without an end", "starts without an end"},
	{"array as a whole", "arrays as a whole"},
	{"run on another cluster"},
	{"of another cluster"},
	{"repeated record", "repeated records"},
	{"run time not in the log"},
	{"without GPUs"},
	{
		"heterogeneous job of which a component is left out",
		"heterogeneous jobs of which a component is left out",
	},
	{"width unknown or 0"},
	{"start before the submission"},
	{"end before the start"},
	{"unreadable record", "unreadable records"},
}

// Error returns the reason in words. A Reason can be the cause of an error about a record.
func (r Reason) Error() string { return reasonTexts[r][0] }

// Skips counts what became no job, by Reason.
type Skips [reasons]int

// Total returns the number of all that was skipped.
func (s Skips) Total() int {
	total := 0
	for _, n := range s {
		total += n
	}
	return total
}

// String returns the counts in the order of the constants, such as "5 steps of jobs, 1 still
// running"; "": nothing was skipped.
func (s Skips) String() string {
	var parts []string
	for r, n := range s {
		text := reasonTexts[r][0]
		if n > 1 {
			text = cmp.Or(reasonTexts[r][1], text)
		}
		if n > 0 {
			parts = append(parts, format.Integer(n)+" "+text)
		}
	}
	return strings.Join(parts, ", ")
}

// remark is something about jobs that a reader of results has to know. There are at most sixteen.
type remark int

const (
	noLimit remark = iota
	suspended
	notEligible
	joined
	renumbered
	endsEarly
	beyondHosts
	resized
	released
	remarks = iota
)

// remarkTexts follow "N of M jobs".
var remarkTexts = [remarks]string{
	noLimit:     "have no time limit: a replay takes their run time for the estimate",
	suspended:   "were suspended: their run time leaves that out, so they ended later than it says",
	notEligible: "could not start at their submission, as they waited for others or a date: their wait counts that too",
	joined:      "are heterogeneous: the processors of their components are added up",
	renumbered:  "have a new number: the log gives them none, or that of an earlier job (such as one requeued)",
	endsEarly: "end before their start plus their run time: are these times of a zone with summer time? " +
		"Then name it (--time-zone)",
	beyondHosts: "ask for more than exec_host lists, which on a Cray is the login host: their request is their width",
	resized:     "ended as their size changed: what follows in the new size is a job of its own",
	released:    "released nodes while they ran: their width is that of their start",
}
