package importing

import (
	"strings"

	"github.com/optgap/optgap/bench/base/format"
)

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
	Repeated                         // the same run is there twice, such as in two files
	NoRunTime                        // only a simulator of the machine could tell it
	Partial                          // components of a heterogeneous job whose other components were left out
	NoWidth                          // from here on faults: no processors
	StartsBeforeSubmit               // the times contradict each other
	EndsBeforeStart                  // the times contradict each other
	Unreadable                       // torn, or with a value that is none of its field
	reasons            = iota
)

var reasonTexts = [reasons]string{
	"step of a job", "still waiting", "still running", "deleted before its start, of unknown size",
	"start without an end", "array as a whole", "run on another cluster", "repeated record", "run time not in the log",
	"heterogeneous job of which a component is left out",
	"width unknown or 0", "start before the submission", "end before the start", "unreadable record",
}

// plurals holds the texts for several, where these differ.
var plurals = map[Reason]string{
	Step: "steps of jobs", Attempt: "starts without an end", WholeArray: "arrays as a whole", Repeated: "repeated records",
	Partial: "heterogeneous jobs of which a component is left out", Unreadable: "unreadable records",
}

// Error returns the reason in words. A Reason can be the cause of an error about a record.
func (r Reason) Error() string { return reasonTexts[r] }

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
		text := Reason(r).Error()
		if plural, ok := plurals[Reason(r)]; ok && n > 1 {
			text = plural
		}
		if n > 0 {
			parts = append(parts, format.Integer(int64(n))+" "+text)
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
