// Package swf reads and writes job traces in the Standard Workload Format,
// version 2.2, and turns them into jobs that can be replayed.
//
//	file -> stream.Open -> Reader -> Record, Error -> Load -> Trace (jobs, counts of skipped lines)
//	jobs -> FromJobs -> Record -> Write -> file
//
// A [Reader] knows the format only: it yields every job line as a [Record] of
// 18 fields, or as an [*Error] that names file, line and field. [Load] decides
// which records are jobs that can run; what it skips it counts by [Reason], and
// it repairs nothing.
//
// # A record becomes a job
//
// The width is the requested processors (field 8), else the allocated ones
// (field 5); the estimate is the requested time (field 9), else the run time
// (field 4). A negative value is unknown. A request of 0 is none, as many traces
// write 0 for unknown; a run time of 0 is a run time. Fractions of seconds
// are rounded up: a job is neither submitted nor ended nor killed earlier than
// the trace says, and one that kept its estimate still does. A job that runs
// past its estimate is kept, as a replay kills it at the estimate. Jobs are
// sorted by submission; the order of equal submissions is that of the file.
//
// The format is defined at
// https://www.cs.huji.ac.il/labs/parallel/workload/swf.html.
package swf
